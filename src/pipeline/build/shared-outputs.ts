/** Outputs in a cache that machines share: each under a key of everything that decides its bytes. */
import { posix } from 'node:path';
import { z } from 'zod';
import { FORMAT_VERSION, NEWEST_REVISION } from '../../core/blob/layout.js';
import { isBlob } from '../../core/blob/pack.js';
import { sha256 } from '../../core/files/sha256.js';
import { version } from '../../core/version.js';
import type { SharedCache } from '../cache/shared-cache.js';
import type { Output, Target } from '../config/targets.js';
import { madeFrom } from './record.js';
import type { Baked } from './task.js';

/** Hashes of a map and the files that it refers to. */
export interface MapHashes {
  mapSha256: string;
  /** SHA-256 of each other file, by its path from the map. */
  beside: Readonly<Record<string, string>>;
  format: string;
}

export type About = Pick<Baked, 'fingerprint' | 'agents' | 'width' | 'height' | 'openCells' | 'choice'>;

const print = z.string().regex(/^[0-9a-f]{64}$/);
const MOST = 2 ** 32;
const count = z.int().min(0).max(MOST);
export const choiceSchema = z.object({ leftOut: z.array(z.string()), because: z.string() });
export const aboutSchema = z.object({
  fingerprint: print,
  agents: z.record(z.string(), print).optional(),
  width: count,
  height: count,
  openCells: count,
  choice: choiceSchema.optional(),
});

export interface Taken {
  bytes: Uint8Array;
  about: About;
}

/** SHA-256 of everything that decides an output's bytes, as hexadecimal digits. */
export function keyOf(target: Target, output: Output, { mapSha256, beside, format }: MapHashes): string {
  const { root: _, ...reading } = target.reading;
  const parts = {
    formatVersion: FORMAT_VERSION,
    algorithmRevision: NEWEST_REVISION,
    // Metadata contain the map's name and, with doors and points, the version that read them.
    name: posix.basename(target.map),
    ...(format !== 'movingai' && { tool: version }),
    kind: format,
    level: target.level,
    mapSha256,
    beside: Object.entries(beside).sort(([a], [b]) => (a < b ? -1 : 1)),
    reading,
    // The order of agents decides the file.
    agents: Object.keys(reading.agents ?? {}),
    artifacts: output.artifacts,
    choose: output.choose === true,
    madeFrom: madeFrom(target, output),
  };
  return sha256(JSON.stringify(parts));
}

/** Reads an output. @returns undefined if it is missing or not a blob */
export async function takeOutput(cache: SharedCache, key: string): Promise<Taken | undefined> {
  const kept = await cache.get(key);
  if (!kept) return undefined;
  const about = aboutSchema.safeParse(kept.about);
  const [bytes] = kept.files;
  if (about.success && kept.files.length === 1 && isBlob(bytes)) return { bytes, about: about.data as About };
  cache.isWrong(key, 'it holds no blob');
  return undefined;
}

/** Stores an output. @returns whether the cache has it @throws {CacheError} if the key has another value */
export function giveOutput(cache: SharedCache, key: string, bytes: Uint8Array, baked: Baked, file: string) {
  const { fingerprint, agents, width, height, openCells, choice } = baked;
  const about: { [K in keyof Required<About>]: unknown } = { fingerprint, agents, width, height, openCells, choice };
  return cache.put(key, [bytes], about, file);
}
