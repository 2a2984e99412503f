/**
 * Loading: blobs in, a map that answers queries out, with whatever engines a game ships.
 *
 * Measured and decided: docs/decisions/blob-format.md.
 */

import { type Keep, local } from '../core/blob/keep.js';
import * as KIND from '../core/blob/kinds.js';
import { NO_CODEC } from '../core/blob/layout.js';
import { type Blob, type BlobBytes, type Decompress, readContainer } from '../core/blob/read.js';
import { ensure, SAME_MAP } from '../core/errors.js';
import { labelBy } from '../core/grid/components.js';
import { isHex } from '../core/grid/rules.js';
import { refuseUnknown } from '../core/unknown-names.js';
import type { EngineMaker } from '../engines/engine.js';
import { plainNav } from './answers.js';
import { type Core, type GridNav, type Kit, kitOf, type LoadPart, type MakeOptions, type Nav } from './nav.js';

/** Options of {@link load}. */
export interface LoadOptions {
  /**
   * Name of the agent to load, if the blobs contain several; see {@link Nav.agents}. Equal agents share their memory.
   */
  agent?: string | undefined;
  /**
   * Name of the engine to find paths with, one of {@link Nav.engines}. Default: the best one; optimal engines come
   * first.
   */
  engine?: string | undefined;
  /** Fingerprint of the map that the game was built for, in hexadecimal; any other blob is refused. */
  fingerprint?: string | undefined;
  /**
   * Most cells of the map, width times height; a larger map is refused before it is unpacked. A map with walls between
   * cells counts as four times as many. For untrusted blobs. Default: no limit.
   */
  maxCells?: number | undefined;
  /**
   * Most nodes of an all-pairs table, which takes up to 2 bytes times their square. For tables baked with more.
   * Default: 2,000.
   */
  maxNodes?: number | undefined;
  /**
   * True to keep the arrays in memory that the threads of a pool share, if the host allows it. Default: each thread
   * loads its own.
   */
  shared?: boolean | undefined;
  /** False to search in JavaScript even where WebAssembly is available. */
  wasm?: boolean | undefined;
  /** False for faster queries with longer paths (engines hpa and table). */
  refine?: boolean | undefined;
  /** Replaces the bundled decompressor, e.g. Node's own `zlib.zstdDecompressSync`. */
  decompress?: Decompress | undefined;
}

/**
 * Loads the blobs of one map. Do not change the bytes while the result is in use: uncompressed sections are read in
 * place, and some only when needed.
 * @throws {BlobError} if a blob is damaged, of another version, of another map or of more cells than `maxCells`, or
 * needs a part that the bundle does not have; its `code` says which
 * @throws {TypeError} if a blob is not bytes (for example a promise of them), or an option is unknown
 * @throws {RangeError} if there is no blob, no engine of that name, or no such agent; or the blobs are of several and
 * none is named
 */
export type Load = (bytes: BlobBytes | readonly BlobBytes[], options?: LoadOptions) => Nav;

/** Options as `serveNav` also gives them: with the arrays that another thread has made. */
type InnerOptions = Omit<LoadOptions, 'shared'> & { shared?: boolean | Record<string, unknown> | undefined };

const OPTIONS = [
  ...(['agent', 'engine', 'fingerprint', 'maxCells', 'maxNodes', 'shared', 'wasm', 'refine', 'decompress'] as const),
];

/** `loader` of `gridprep/parts`. */
export function loader(
  ...parts: LoadPart[]
): (bytes: BlobBytes | readonly BlobBytes[], options?: InnerOptions) => GridNav {
  const kit = kitOf(parts);
  return (bytes, options) => {
    refuseUnknown(options, ...OPTIONS);
    return loadBlobs([bytes].flat() as BlobBytes[], { ...options }, kit);
  };
}

/** @throws {BlobError} that names the part that the bundle lacks */
const ensurePart: (ok: unknown, what: string, value: unknown, part: string) => asserts ok = (ok, what, value, part) =>
  ensure(ok, what, value, 'another', 'missing', `also give loader ${part}`);

/** Reads the directories of all blobs, which must be of one map, and of the expected one. */
function readAll(bytes: BlobBytes[], options: InnerOptions, kit: Kit): Blob[] {
  const { agent, decompress = kit.decompress as Decompress, maxCells = Infinity } = options;
  const blobs = bytes.map((blob) => readContainer(blob, decompress, agent, kit.agents?.choose));
  const [first] = blobs;
  if (!first) throw new RangeError('there are 0 blobs, expected 1 or more');
  const { width, height, fingerprint } = first;
  for (const blob of blobs) {
    ensurePart(decompress || blob.entries.every(({ codec }) => codec === NO_CODEC), 'codec', 'zstd', 'zstdPart');
    // The fingerprint last: it covers the other fields, and the error should name the field that differs.
    for (const field of ['width', 'height', 'moveRule', 'size', 'terrain', 'weighted', 'fingerprint'] as const) {
      const expected = `${first[field]} as in the first blob`;
      ensure(blob[field] === first[field], field, blob[field], expected, 'mismatch', SAME_MAP);
    }
  }
  const { fingerprint: expected = fingerprint } = options;
  // Engines search the doubled grid of a map with walls.
  const sideOf = (side: number) => (blobs.some((blob) => blob.has(KIND.walls)) ? 2 * side - 1 : side);
  const cells = sideOf(width) * sideOf(height);
  ensure(cells <= maxCells, 'number of cells', cells, maxCells, 'unsupported', 'raise maxCells');
  ensure(fingerprint === `${expected}`.toLowerCase(), 'fingerprint', fingerprint, expected, 'mismatch', SAME_MAP);
  return blobs;
}

/** Gives the first blob that has a section of a kind. */
type Find = (kind: number) => Blob | undefined;

/** The makers of engines that the blobs have and the bundle can make, best first. Engines may share a name. */
function usable(first: Blob, has: Find, kit: Kit): EngineMaker[] {
  const { moveRule, weighted } = first;
  const stored = kit.engines.filter(({ needs, costs = weighted }) => costs === weighted && needs.every(has));
  const makers = stored.filter(
    ({ rules = ['no-corners'], moves = 0 }) => rules.includes(moveRule) || (kit.moves && moves > Number(isHex(first))),
  );
  ensurePart(kit.links || !has(KIND.links), 'links', 'some', 'linksPart');
  ensurePart(kit.walls || !has(KIND.walls), 'walls', 'some', 'wallsPart');
  ensurePart(makers[0] || !stored[0], 'diagonals', moveRule, 'diagonalsPart');
  return makers;
}

/** @param names of the engines that can be made @param engine the requested one */
function chooseEngine(blobs: Blob[], names: string[], kit: Kit, engine = names[0]): string {
  if (names.includes(engine)) return engine;
  const bundled = namesOf(kit.engines);
  if (engine !== undefined && !bundled.includes(engine))
    throw new RangeError(`engine is ${engine}, bundled here are ${bundled.join(', ')}`);
  const kinds = blobs.flatMap(({ entries }) => entries.map(({ kind }) => kind));
  const wanted = `those of engine ${engine ?? bundled.join(' or ')}`;
  ensure(false, 'sections', kinds, wanted, 'missing', 'load its blobs, or give loader the engine of these');
}

const namesOf = (makers: readonly EngineMaker[]) => [...new Set(makers.map(({ name }) => name))];

/** Makes the grid and its components, from the arrays of a mapped blob if it has them. */
function makeCore(blob: Blob, kit: Kit, keep: Keep): Core {
  const { walls, mapped, map: compact, moves } = kit as Kit & Required<Pick<Kit, 'map'>>;
  const walled = blob.has(KIND.walls) ? walls?.map(blob) : undefined;
  const stored = mapped && blob.has(KIND.mapViews);
  const made = stored ? mapped.map(blob) : compact(blob, moves?.touches, walled && walls?.doubled(walled));
  const { grid, components } = made;
  if (stored && walled) walls?.check(walled, grid);
  Object.assign(grid, { open: keep('open', () => grid.open), costs: grid.costs && keep('costs', () => grid.costs) });
  return { grid, walled, components: keep('components', () => components), made: {} };
}

function loadBlobs(bytes: BlobBytes[], options: InnerOptions, kit: Kit): GridNav {
  const { agent, wasm = true, refine = true, decompress: _, shared, ...rest } = options;
  const blobs = readAll(bytes, options, kit);
  const [first] = blobs;
  const has: Find = (kind) => blobs.find((blob) => blob.has(kind));
  const makers = usable(first, has, kit);
  const names = namesOf(makers);
  const engine = chooseEngine(blobs, names, kit, options.engine);

  ensurePart(kit.share || !shared, 'shared', true, 'sharedPart');
  const { kept, keep = local } = (shared && kit.share?.(shared === true ? {} : shared)) || {};
  // All data of the map comes from one blob, because blobs may contradict each other.
  const source = (kit.mapped && has(KIND.mapViews)) || first;
  const newCore = () => makeCore(source, kit, keep);
  const { grid, walled, components, made } =
    (!kept && kit.agents?.core(bytes[0], blobs, `${wasm}${refine}`, newCore)) || newCore();
  const makeOptions: MakeOptions = { ...options, ...kit, keep };
  if (!wasm) makeOptions.native = undefined;
  makeOptions.native?.fillCells();
  const makerOf = (name: string) => makers.find((maker) => maker.name === name);
  const use = (name: string) => {
    const { needs, views = [], make } = makerOf(name) as EngineMaker;
    const kinds = kit.mapped && views.every(has) ? [...needs, ...views] : needs;
    made[name] ??= make(kinds.map(has) as Blob[], grid, makeOptions);
    return made[name];
  };
  const search = use(engine);
  if (!refine) search.refine = false;
  const labels = labelBy(components);
  const [[anyOpen]] = components;
  // Blocked cells have none, and so has memory that was detached or overwritten since.
  const label = (cell: number) => labels(cell) || ensureKept(labels(anyOpen) || anyOpen === undefined);

  const nav = plainNav(grid, label, search, {
    agent,
    agents: first.agents,
    fingerprint: first.fingerprint,
    engine,
    engines: names,
    kit,
    blobs,
    source: { bytes, options: { ...rest, agent, wasm, refine }, kept },
    use: (name) => makerOf(name) && use(name),
  });
  // Other engines add what only they can do; they are made at its first call.
  for (const name of [engine, ...names]) makerOf(name)?.extend?.(nav, () => use(name));
  const plain = (walled && kit.walls?.nav(nav, walled)) ?? nav;
  return (source.has(KIND.links) && kit.links?.(plain, source)) || plain;
}

/** @returns 0 @throws {BlobError} unless the bytes that were loaded are there */
function ensureKept(kept: unknown): number {
  ensure(kept, 'memory', 'detached or changed', 'the bytes that were loaded', 'damaged', 'leave them as they are');
  return 0;
}
