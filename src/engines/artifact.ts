/** The interface of artifacts for tools. Each artifact has a folder here; `list.ts` lists them. */
import type { FrameCompressor } from '../core/blob/compress.js';
import type { Codec, Layout } from '../core/blob/layout.js';
import type { BlobPart } from '../core/blob/pack.js';
import type { Recruit } from '../core/chunks/run.js';
import type { Grid } from '../core/grid/grid.js';
import type { Places } from '../core/grid/places.js';
import { type Complete, defaultsOf, type Filled, type OptionTable } from '../core/options/option.js';

export type Options = Record<string, unknown>;

/** Bytes that compiled code and small things of a bake take; on small maps most of what is measured. */
export const THREAD_BYTES = 16e6;

/** Context of a bake in addition to its options. */
export interface BakeContext {
  /** Map name in the metadata. */
  map: string;
  places?: Places;
  codec: Codec;
  layout?: Layout;
  zstdLevel: number;
  compressor: FrameCompressor;
  /** Most threads, the calling one included. */
  threads: number;
  /** Blobs of the artifacts that this one `needs`, by name. */
  made: Readonly<Record<string, Uint8Array>>;
  onProgress?: (done: number, total: number) => void;
  recruit?: Recruit;
}

export interface Findings {
  /** Checks in words: `512 jump distances`. */
  checked: string;
  /** One sentence for each fault. */
  faults: string[];
}

/** An engine in `prep bench`: its description, parameters, and the maps that it supports under every move rule. */
export interface BenchRecord {
  about: string;
  parameters: Readonly<Record<string, Filled>>;
  /** Paths may be longer than optimal. */
  isNear?: true;
  /** Default: maps whose cells all cost the same. */
  terrain?: 'weighted' | 'any';
  /** @returns all blobs that the engine needs */
  bake(grid: Grid, values: Options): Promise<Uint8Array>[] | Promise<Uint8Array[]>;
}

/** The record of an engine without parameters. */
export const benched = (about: string, bake: BenchRecord['bake'], more: Partial<BenchRecord> = {}): BenchRecord =>
  benchedWith(about, {}, bake, more);

export const benchedWith = <P extends BenchRecord['parameters']>(
  about: string,
  parameters: P,
  bake: (grid: Grid, values: Complete<P>) => ReturnType<BenchRecord['bake']>,
  more: Partial<BenchRecord> = {},
): BenchRecord => ({ about: `gridprep: ${about}`, parameters, bake: bake as BenchRecord['bake'], ...more });

/**
 * One artifact for the tools: its options, how it is baked, inspected and verified.
 * @typeParam O its options, all of them
 */
export interface Artifact<O extends object = Options> {
  about: string;
  /** Every option; flags, config keys, JSON schema and {@link defaults} come from it. */
  options: OptionTable;
  defaults: O;
  /** Options of the bake from those in a blob's metadata; the same ones without it. */
  recorded?(metadata: Options): Options;
  /** Artifacts it is made from: the same map must have them, earlier in the list of artifacts. */
  needs?: readonly string[];
  /** Kind of the section that every blob of it has. */
  section: number;
  /** Kind that blobs of maps with costs have in its place, if another. */
  weightedSection?: number;
  bake(grid: Grid, options: O, context: BakeContext): Promise<Uint8Array>;
  /** Most bytes of memory that its bake takes, for a map of `cells` cells. */
  memory(cells: number, options: O): number;
  /** Engines of `prep bench` that need it, by name. */
  benches?: Readonly<Record<string, BenchRecord>>;
  /**
   * Loads all that a part holds, as a game would, and checks what loading leaves out.
   * @param part whose blob has {@link section}
   * @param grid of all parts
   * @param parts all that is inspected together, this one included
   * @returns what could not be checked, a sentence for each
   * @throws {BlobError} if anything in it is damaged
   */
  inspect(part: BlobPart, grid: Grid, parts: BlobPart[]): string[];
  /**
   * Recomputes a sample of what a blob holds. Its structure is sound: `inspectBlob` went before.
   * @param random numbers from 0 to 1
   * @param parts all that is verified together
   */
  verify(part: BlobPart, grid: Grid, random: () => number, parts: BlobPart[]): Promise<Findings>;
}

/** An entry of the list. Its functions get options with defaults filled in. */
export function artifact<O extends Options>(entry: Omit<Artifact<O>, 'defaults'>): Artifact {
  return { ...entry, defaults: defaultsOf(entry.options) } as Artifact<O>;
}
