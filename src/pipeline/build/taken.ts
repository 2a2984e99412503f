/** Validates outputs from a shared cache: their bytes may be of another map or damaged. */
import { join } from 'node:path';
import { unpackAgents } from '../../core/blob/agents.js';
import { decompressor } from '../../core/blob/decompress.js';
import { fingerprint } from '../../core/blob/fingerprint.js';
import { gridOf } from '../../core/blob/grid.js';
import * as KIND from '../../core/blob/kinds.js';
import { type BlobPart, unpackBlob } from '../../core/blob/pack.js';
import { openCount, readBlob } from '../../core/blob/read.js';
import { BlobError } from '../../core/errors.js';
import { readRegular } from '../../core/files/regular.js';
import { countOpen } from '../../core/grid/grid.js';
import { loadOptions } from '../../engines/hpa/section.js';
import { ARTIFACTS } from '../../engines/list.js';
import { FIXED, hpaChecksums } from '../../engines/table/section.js';
import type { SharedCache } from '../cache/shared-cache.js';
import type { Output, Target } from '../config/targets.js';
import type { Job } from './job.js';
import { type About, keyOf, type Taken, takeOutput } from './shared-outputs.js';

/** Fingerprint and size of a map, with which its outputs must agree. */
export type Print = Pick<About, 'fingerprint' | 'width' | 'height' | 'openCells'>;

/** Prints of a map by agent; the name is empty for a map without agents. */
export type Prints = Readonly<Record<string, Print>>;

function faultOfTaken(target: Target, output: Output, { bytes, about }: Taken, prints: Prints): string | undefined {
  try {
    const { agents } = readBlob(bytes, decompressor);
    const all = Object.keys(target.reading.agents ?? {});
    const expected = all.filter((agent) => artifactsOf(target, output, agent).length > 0);
    if (agents.join() !== expected.join())
      return `it is of ${agents.join(', ') || 'no agents'}, expected ${expected.join(', ') || 'none'}`;
    const kinds = agents.length > 0 ? unpackAgents(bytes) : [{ name: '', bytes }];
    for (const kind of kinds) {
      const before = kind.name === '' ? '' : `agent ${kind.name}: `;
      const fault = faultOfKind(target, output, kind, about, prints[kind.name]);
      if (fault !== undefined) return `${before}${fault}`;
    }
    return faultOfAbout(target, output, about, prints);
  } catch (error) {
    if (error instanceof BlobError) return error.message;
    throw error;
  }
}

/** The description of an output reaches the manifest, so all of it is compared with the map. */
function faultOfAbout({ reading }: Target, output: Output, about: About, prints: Prints): string | undefined {
  // The first agent describes the map.
  const [first] = Object.values(prints);
  for (const name of ['fingerprint', 'width', 'height', 'openCells'] as const)
    if (about[name] !== first[name]) return `its ${name} is said to be ${about[name]}, it is ${first[name]}`;
  const expected = reading.agents && Object.entries(prints).map(([agent, { fingerprint }]) => [agent, fingerprint]);
  if (JSON.stringify(about.agents && Object.entries(about.agents)) !== JSON.stringify(expected))
    return `it is said to be of other agents: ${Object.keys(about.agents ?? {}).join(', ') || 'none'}`;
  if ((about.choice !== undefined) !== (output.choose === true)) return 'it chooses otherwise than the config';
  return undefined;
}

/** Options with which an artifact was baked, by their names in a config. Its sections decide where they have them. */
function optionsOf({ artifact, blob, metadata }: BlobPart): Readonly<Record<string, unknown>> {
  const { options } = metadata as { options?: Readonly<Record<string, unknown>> };
  const stored = { ...options };
  if (blob.has(KIND.hpaInfo)) Object.assign(stored, loadOptions(blob));
  if (blob.has(KIND.tableInfo)) stored.level = blob.section(KIND.tableInfo, Uint32Array, 255, FIXED)[0];
  if (blob.has(KIND.weightedInfo)) {
    stored.landmarks = blob.section(KIND.weightedInfo, Uint32Array, 5)[2];
    stored.store = blob.has(KIND.weightedLandmarks) ? 'planes' : 'grid';
  }
  if (blob.has(KIND.boundsInfo)) {
    const [at, exact] = blob.section(KIND.boundsInfo, Uint8Array, 2);
    Object.assign(stored, { at: at > 0 ? 'cells' : 'jump-points', exact: exact > 0 });
  }
  const { codec, zstdLevel, ...own } = stored;
  return { ...(ARTIFACTS[artifact].recorded?.(own) ?? own), codec, zstdLevel };
}

/** The first option of an artifact that was baked otherwise than wanted. */
function otherOption(part: BlobPart, output: Output): string | undefined {
  const { artifact, blob } = part;
  const wanted = output.artifacts.find(({ name }) => name === artifact);
  if (!wanted) return undefined;
  const stored = optionsOf(part);
  const { level, maxNodes, storeLandmarks, ...compared } = wanted.options;
  const all = Object.entries({
    ...compared,
    // 0 is the lowest level that fits; only maps with costs have landmarks.
    level: level || undefined,
    storeLandmarks: blob.has(KIND.weightedInfo) ? storeLandmarks : undefined,
    codec: wanted.codec,
    zstdLevel: wanted.zstdLevel,
  });
  const other = all.find(
    ([name, value]) => value !== undefined && stored[name] !== undefined && stored[name] !== value,
  );
  if (other) return `its ${artifact} has ${other[0]} ${stored[other[0]]}, expected ${other[1]}`;
  const nodes = blob.has(KIND.tableInfo) ? blob.section(KIND.tableInfo, Uint32Array, 255, FIXED)[1] : 0;
  return nodes > Number(maxNodes) ? `its table has ${nodes} nodes, allowed are ${maxNodes}` : undefined;
}

function faultOfKind(
  target: Target,
  output: Output,
  { name, bytes }: { name: string; bytes: Uint8Array },
  about: About,
  { fingerprint: print, ...size }: Print,
): string | undefined {
  const parts = unpackBlob(bytes);
  const [{ blob }] = parts;
  if (blob.fingerprint !== print)
    return `it is of another map: its fingerprint is ${blob.fingerprint}, that of this map ${print}`;
  // Before its cells are unpacked.
  if (blob.width !== size.width || blob.height !== size.height)
    return `it is ${blob.width} x ${blob.height}, the map ${size.width} x ${size.height}`;
  const grid = gridOf(blob);
  const actual = Buffer.from(fingerprint(grid)).toString('hex');
  if (actual !== print) return `its cells have the fingerprint ${actual}, its header says ${print}`;
  if (openCount(blob) !== countOpen(grid))
    return `its header has ${openCount(blob)} open cells, its grid ${countOpen(grid)}`;
  const artifacts = parts.map(({ artifact }) => artifact).sort();
  const leftOut = (output.choose && about.choice?.leftOut) || [];
  const expected = artifactsOf(target, output, name)
    .filter((one) => !leftOut.includes(one))
    .sort();
  if (artifacts.join() !== expected.join()) return `it holds ${artifacts.join(', ')}, expected ${expected.join(', ')}`;
  return parts.map((part) => otherOption(part, output)).find(Boolean);
}

function artifactsOf({ reading: { agents = {} } }: Target, output: Output, agent: string): string[] {
  const wanted = agents[agent]?.artifacts;
  return output.artifacts.map(({ name }) => name).filter((name) => wanted?.includes(name) ?? true);
}

/**
 * Takes outputs of a map from a cache.
 * @param stale the wanted outputs; others are in the folder `out`
 * @param printsOf reads the map; undefined if it has changed
 * @returns the valid outputs, undefined for others
 */
export async function takeRight(
  cache: SharedCache,
  { target, source }: Pick<Job, 'target' | 'source'>,
  stale: Output[],
  out: string,
  printsOf: () => Promise<Prints | undefined>,
): Promise<(Taken | undefined)[]> {
  const keys = stale.map((output) => keyOf(target, output, source));
  const outputs = await Promise.all(keys.map((key) => takeOutput(cache, key)));
  const prints = outputs.some(Boolean) ? await printsOf() : undefined;
  if (!prints) return outputs.map(() => undefined);
  const right = outputs.map((taken, i) => {
    const fault = taken && faultOfTaken(target, stale[i], taken, prints);
    if (fault !== undefined) cache.isWrong(keys[i], fault);
    return fault === undefined ? taken : undefined;
  });
  const hasHpa = ({ artifacts }: Output) => artifacts.some(({ name }) => name === 'hpa');
  const others = target.outputs.filter((output) => !stale.includes(output) && hasHpa(output));
  const existing = await Promise.all(others.map(({ file }) => readRegular(join(out, file))));
  const parts = [...right.flatMap((taken) => taken?.bytes ?? []), ...existing].flatMap(partsByAgent);
  return right.map((taken, i) => {
    const tables = taken ? partsByAgent(taken.bytes).filter(({ part }) => part.artifact === 'table') : [];
    const made = tables.map(
      ({ agent }) => parts.find((other) => other.agent === agent && other.part.artifact === 'hpa')?.part,
    );
    if (!tables.every(({ part }, t) => isTableOf(part, made[t])))
      cache.isWrong(keys[i], 'its table is of another bake of HPA*');
    // A table is baked together with its HPA*.
    return made.includes(undefined) || cache.wasWrong(keys[i]) ? undefined : taken;
  });
}

function isTableOf({ blob }: BlobPart, hpa: BlobPart | undefined): boolean {
  if (!hpa) return true;
  return blob.section(KIND.tableInfo, Uint32Array, 255, FIXED).subarray(FIXED).join() === hpaChecksums(hpa.blob).join();
}

function partsByAgent(bytes: Uint8Array): { agent: string; part: BlobPart }[] {
  const agents = unpackAgents(bytes);
  const kinds = agents.length > 0 ? agents : [{ name: '', bytes }];
  return kinds.flatMap((kind) => unpackBlob(kind.bytes).map((part) => ({ agent: kind.name, part })));
}
