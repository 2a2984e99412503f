/** `prep diff` as a function: what differs between two blobs, in words. */
import { type AgentBlob, unpackAgents } from '../../core/blob/agents.js';
import { ALGORITHM_REVISION, FORMAT_VERSION, KIND } from '../../core/blob/layout.js';
import { gridOfBlob, isBlob, type Part, unpackBlob } from '../../core/blob/pack.js';
import type { SectionEntry } from '../../core/blob/read.js';
import type { Grid } from '../../core/grid/grid.js';
import { changedOptions } from '../build/record.js';
import { compareGrids } from './against.js';

/**
 * What differs between two blobs, in words.
 * @returns sentences, each with what the first has, then the second; none if they are the same byte for byte
 * @throws {BlobError}
 */
export function diffBlobs(a: Uint8Array, b: Uint8Array): string[] {
  if (Buffer.compare(a, b) === 0) return [];
  const versions = diffVersions(a, b);
  // Unreadable blobs cannot be compared.
  if (versions.length > 0) return versions;
  const [agentsA, agentsB] = [unpackAgents(a), unpackAgents(b)];
  if (agentsA.length + agentsB.length > 0) return diffAgents(agentsA, agentsB);
  const [partsA, partsB] = [unpackBlob(a), unpackBlob(b)];
  const differences = diffMaps(gridOfBlob(a), gridOfBlob(b));
  for (const part of partsA) {
    const other = partsB.find(({ artifact }) => artifact === part.artifact);
    if (other) differences.push(...diffParts(part, other));
    else differences.push(`only the first holds ${part.artifact}`);
  }
  for (const { artifact } of partsB)
    if (!partsA.some((part) => part.artifact === artifact)) differences.push(`only the second holds ${artifact}`);
  if (differences.length > 0) return differences;
  const order = (parts: Part[]) => parts.map(({ artifact }) => artifact).join(', ');
  if (order(partsA) !== order(partsB)) return [`packed in another order: ${order(partsA)}, now ${order(partsB)}`];
  return ['the same content, stored differently'];
}

function diffAgents(a: AgentBlob[], b: AgentBlob[]): string[] {
  const differences = a.flatMap(({ name, bytes }) => {
    const other = b.find((agent) => agent.name === name);
    return other
      ? diffBlobs(bytes, other.bytes).map((text) => `${name}: ${text}`)
      : [`only the first has agent ${name}`];
  });
  for (const { name } of b)
    if (!a.some((agent) => agent.name === name)) differences.push(`only the second has agent ${name}`);
  return differences.length > 0 ? differences : ['the same agents in another order'];
}

/** Versions stand at the same place in every version of the format. */
function diffVersions(a: Uint8Array, b: Uint8Array): string[] {
  const differences: string[] = [];
  for (const [name, at, mine] of [
    ['format version', 8, FORMAT_VERSION],
    ['algorithm revision', 10, ALGORITHM_REVISION],
  ] as const) {
    const [one, two] = [a, b].map((bytes) => (isBlob(bytes) ? bytes[at] + 256 * bytes[at + 1] : mine));
    if (one !== two) differences.push(`${name} ${one}, now ${two}`);
  }
  return differences;
}

function diffMaps(a: Grid, b: Grid): string[] {
  const differences = compareGrids(a, b).map((text) => `map: ${text}`);
  if (a.terrain !== b.terrain) differences.push(`terrain "${a.terrain}", now "${b.terrain}"`);
  if (a.size !== b.size) differences.push(`size ${a.size}, now ${b.size}`);
  if (a.moveRule !== b.moveRule) differences.push(`diagonals ${a.moveRule}, now ${b.moveRule}`);
  const costs = (grid: Grid) => Buffer.from(grid.costs ?? []);
  if (differences.length === 0 && !costs(a).equals(costs(b))) differences.push('map: other costs of cells');
  return differences;
}

function diffParts(a: Part, b: Part): string[] {
  const name = a.artifact;
  const [was, now] = [a, b].map(({ metadata }) => (metadata as { options?: Record<string, unknown> }).options ?? {});
  const differences = changedOptions(name, was, now);
  if (a.map !== b.map) differences.push(`${name}: map is called "${a.map}", now "${b.map}"`);
  for (const entry of a.blob.entries) differences.push(...diffSection(name, entry, find(b, entry.kind)));
  for (const { kind } of b.blob.entries)
    if (!find(a, kind)) differences.push(`${name}: section ${sectionName(kind)} is new`);
  return differences;
}

function find({ blob }: Part, kind: number): SectionEntry | undefined {
  return blob.entries.find((entry) => entry.kind === kind);
}

function diffSection(artifact: string, a: SectionEntry, b: SectionEntry | undefined): string[] {
  const name = sectionName(a.kind);
  // Reported apart.
  if (a.kind === KIND.meta || a.kind === KIND.grid || a.kind === KIND.costs) return [];
  if (!b) return [`${artifact}: section ${name} is gone`];
  if (a.rawLength !== b.rawLength) return [`${artifact}: section ${name} has ${a.rawLength} bytes, now ${b.rawLength}`];
  return a.crc === b.crc ? [] : [`${artifact}: section ${name} has other content`];
}

function sectionName(kind: number): string {
  const kinds: Record<string, number> = KIND;
  return Object.keys(kinds).find((name) => kinds[name] === kind) ?? String(kind);
}
