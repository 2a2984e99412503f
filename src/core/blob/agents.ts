/**
 * Blobs of several agents in one file, and apart again, byte for byte. A section that several of them have is in it
 * once.
 *
 *     sections of all agents, in the order of their first use | agents
 *
 * The header is that of the first agent. Nothing is compressed again.
 */

import { BlobError, ensure, SAME_MAP } from '../errors.js';
import { MAX_SECTIONS } from '../limits.js';
import { decompressor } from './decompress.js';
import * as KIND from './kinds.js';
import { HEADER_BYTES } from './layout.js';
import { packBlobs, unpackBlob } from './pack.js';
import { type Blob, readBlob, type SectionEntry } from './read.js';
import { assemble, rawEntry } from './write.js';

/** An agent and its own blob. */
export interface AgentBlob {
  /** Letters, digits, `-` and `_`. */
  name: string;
  bytes: Uint8Array;
}

/** Names of agents: they are typed on command lines, and are keys of objects. */
export const AGENT_NAME = /^(?!__proto__$)[\w-]{1,64}$/;

/**
 * Merges the blobs of a map's agents. Their sections are not looked into.
 * @throws {BlobError} if a directory is damaged, a name is none or given twice, the maps are not of one size, or there
 * are too many sections
 */
export function packAgents(agents: AgentBlob[]): Uint8Array {
  const blobs = agents.map(({ bytes }) => readBlob(bytes, decompressor));
  const [first] = blobs;
  ensure(first, 'number of agents', 0, '1 or more');
  const all: SectionEntry[] = [];
  const records: number[] = [];
  agents.forEach(({ name, bytes }, i) => {
    const { width, height, entries } = blobs[i];
    ensure(AGENT_NAME.test(name), 'name of an agent', JSON.stringify(name), '1 to 64 letters, digits, "-" and "_"');
    const isFirst = agents.findIndex((other) => other.name === name) === i;
    ensure(isFirst, 'name of an agent', `${name} twice`, 'another', 'duplicate');
    const [size, expected] = [`${width} x ${height}`, `${first.width} x ${first.height}`];
    ensure(size === expected, `map of ${name}`, size, expected, 'mismatch', SAME_MAP);
    const numbers = entries.map((entry) => {
      const same = all.findIndex((other) => isSame(other, entry));
      return same >= 0 ? same : all.push(entry) - 1;
    });
    records.push(...bytes.subarray(RECORDED_FROM, HEADER_BYTES), ...numbers, name.length, ...Buffer.from(name));
  });
  all.push(rawEntry(KIND.agents, Uint8Array.from(records)));
  if (all.length > MAX_SECTIONS) {
    throw new BlobError(
      `${agents.length} agents have ${all.length} sections, a file holds ${MAX_SECTIONS}; ` +
        'put fewer agents or artifacts into one',
      'unsupported',
    );
  }
  return assemble(agents[0].bytes.subarray(0, HEADER_BYTES), all);
}

/** First byte of the header that an agent's record repeats: sizes, counts, rule, fingerprint and terrain. */
const RECORDED_FROM = 16;

function isSame(a: SectionEntry, b: SectionEntry): boolean {
  const keys = ['kind', 'type', 'codec', 'rawLength', 'crc'] as const;
  return keys.every((key) => a[key] === b[key]) && a.parts.every((part, i) => Buffer.compare(part, b.parts[i]) === 0);
}

/**
 * Takes a file apart into the blobs of its agents.
 * @returns nothing where the file is of no agents
 * @throws {BlobError} if its directory or list of agents is damaged
 */
export function unpackAgents(bytes: Uint8Array): AgentBlob[] {
  return readBlob(bytes, decompressor).agents.map((name) => ({
    name,
    bytes: aloneOf(bytes, readBlob(bytes, decompressor, name)),
  }));
}

function aloneOf(bytes: Uint8Array, { head, entries }: Blob): Uint8Array {
  // A Buffer's slice() would not copy.
  const header = Uint8Array.from(bytes.subarray(0, HEADER_BYTES));
  header.set(head, RECORDED_FROM);
  return assemble(header, entries);
}

/** Names of all agents of blobs that go together. @throws {BlobError} if one is of agents and another is not */
export function agentNames(blobs: Uint8Array[]): string[] {
  const all = blobs.map((bytes) => readBlob(bytes, decompressor).agents);
  const none = all.findIndex((names) => names.length === 0);
  const some = all.find((names) => names.length > 0);
  const expected = `${some?.join(', ')} as in the other blobs`;
  const next = 'bake them from the same config';
  ensure(none < 0 || !some, `agents of blob ${none + 1}`, 'none', expected, 'mismatch', next);
  return [...new Set(all.flat())];
}

/** What one agent has in each of the blobs that know it. */
export function agentBlobs(blobs: Uint8Array[], name: string): Uint8Array[] {
  return blobs.flatMap((bytes) => {
    const { agents } = readBlob(bytes, decompressor);
    return agents.includes(name) ? [aloneOf(bytes, readBlob(bytes, decompressor, name))] : [];
  });
}

/**
 * {@link packBlobs}, which also packs blobs of agents, agent by agent.
 * @throws {BlobError} as there, and as {@link agentNames}
 */
export function packAll(blobs: Uint8Array[]): Uint8Array {
  const names = agentNames(blobs);
  if (names.length === 0) return packBlobs(blobs);
  return packAgents(names.map((name) => ({ name, bytes: packBlobs(agentBlobs(blobs, name)) })));
}

/** One artifact of a file. */
export interface ArtifactBlob {
  artifact: string;
  /** Name of the map's file; empty if it had none. */
  map: string;
  bytes: Uint8Array;
}

/** The artifacts of a pack, each with all agents that have it. @throws {BlobError} if it is damaged */
export function unpackAll(bytes: Uint8Array): ArtifactBlob[] {
  const agents = unpackAgents(bytes);
  if (agents.length === 0) return unpackBlob(bytes);
  const parts = agents.flatMap((agent) => unpackBlob(agent.bytes).map((part) => ({ name: agent.name, ...part })));
  return [...new Set(parts.map(({ artifact }) => artifact))].map((artifact) => {
    const same = parts.filter((part) => part.artifact === artifact);
    return { artifact, map: same[0].map, bytes: packAgents(same) };
  });
}
