/** What the pipeline has to know about an artifact; `artifacts.ts` has an entry for each. */
import type { z } from 'zod';
import type { FrameCompressor } from '../blob/compress.js';
import type { Codec } from '../blob/layout.js';
import type { Part } from '../blob/pack.js';
import type { Recruit } from '../bounds/build.js';
import type { CheckpointStore } from '../bounds/checkpoint.js';
import type { Grid } from '../grid/grid.js';
import type { Places } from '../grid/places.js';

/** The library, handed over: importing it takes 49 ms, which a worker thread need not wait for. */
export type Zod = typeof z;

/** Plain JSON values. */
export type Options = Record<string, unknown>;

/** What a bake gets beside its options. */
export interface BakeContext {
  /** Map name in the metadata. */
  map: string;
  /** What else the map says, for the metadata. */
  places?: Places;
  codec: Codec;
  zstdLevel: number;
  compressor: FrameCompressor;
  /** Most threads, the calling one included. */
  jobs: number;
  /** Blobs of the artifacts that this one `needs`, by name. */
  made: Readonly<Record<string, Uint8Array>>;
  onProgress?: (done: number, total: number) => void;
  recruit?: Recruit;
  checkpoint?: CheckpointStore;
}

/** What a bake will cost. */
export interface Estimate {
  /** Wall-clock time, the start of process and threads not included. */
  seconds: number;
  /** Of the blob. */
  bytes: number;
}

/** What a check of an artifact has found. */
export interface Findings {
  /** What was compared, for people: `512 jump distances`. */
  checked: string;
  /** One sentence for each fault. */
  faults: string[];
}

/**
 * What the tools know about one artifact: its options, how it is baked, estimated and verified.
 * @typeParam O its options, all of them
 */
export interface Artifact<O = Options> {
  /** A few words for people. */
  about: string;
  defaults: O;
  /** Every option, all optional, described: the JSON schema of the config is made from it. */
  schema(zod: Zod): z.ZodObject;
  /** Artifacts it is made from: the same map must have them, earlier in the list of artifacts. */
  needs?: readonly string[];
  bake(grid: Grid, options: O, context: BakeContext): Promise<Uint8Array>;
  /** Bytes of memory that its bake takes at most, for a map of so many cells. */
  memory(cells: number, options: O): number;
  /** @param context as the bake would get it */
  estimate(grid: Grid, options: O, context: BakeContext): Promise<Estimate>;
  /**
   * Recomputes a sample of what a blob holds. Its structure is sound: `inspectBlob` went before.
   * @param random numbers from 0 to 1
   * @param parts all that is verified together
   */
  verify(part: Part, grid: Grid, random: () => number, parts: Part[]): Promise<Findings>;
}

/** Makes an entry of the list, where each has options of its own. */
export function artifact<O extends object>(entry: Artifact<O>): Artifact {
  return entry as unknown as Artifact;
}
