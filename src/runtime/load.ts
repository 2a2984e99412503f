/**
 * Loading: blobs in, a map that answers queries out, with whatever engines a game ships.
 *
 * Measured and decided: docs/decisions/load-what-the-bytes-hold.md.
 */
import { openCellsOf } from '../blob/grid.js';
import { type Blob, type BlobBytes, type Decompress, readBlob } from '../blob/read.js';
import { unzstd } from '../blob/unzstd.js';
import { must, SAME_MAP } from '../errors.js';
import { type Components, labelComponents } from '../grid/components.js';
import type { Grid } from '../grid/grid.js';
import type { Engine } from '../search/engine.js';
import { type Keep, own } from '../search/keep.js';
import { answers } from './answers.js';
import type { EngineMaker, Extendable, GridNav } from './nav.js';
import { warmUp } from './warm-up.js';

/** Options of {@link load}. */
export interface LoadOptions {
  /** Takes the place of the bundled decompressor, e.g. Node's own `zlib.zstdDecompressSync`. */
  decompress?: Decompress;
  /** Fingerprint of the map the game was built for, in hexadecimal; any other blob is refused. */
  expect?: string;
  /** Name of the engine to find paths with; without it the best one whose artifacts are all in the blobs: one that finds optimal paths comes before one that does not. */
  engine?: string | undefined;
  /** Whose map it is, where the blobs are of several agents; see {@link GridNav.agents}. Blobs of equal agents share their memory. */
  agent?: string | undefined;
  /** False to search in JavaScript where the bundle and the host have WebAssembly, too. */
  wasm?: boolean;
}

/**
 * Loads the blobs of one map. The bytes must stay as they are while the result is in use: uncompressed
 * sections are read in place, and some only when they are needed.
 * @param keep what `sharedNav` and its threads give it
 * @throws {BlobError} if a blob is damaged, of another version, of another map, or lacks what the engine needs; its `code` says which
 * @throws {TypeError} if a blob is not bytes, a promise of them for example
 * @throws {RangeError} if there is no blob, no engine of that name in the bundle, or no such agent; or the blobs are of several and none is named
 */
export type Load = (bytes: BlobBytes | BlobBytes[], options?: LoadOptions, keep?: Keep) => GridNav;

/**
 * Makes a `load` with the engines that a game ships.
 * @param engines by name, the best first: the first one whose artifacts are all in the blobs answers, unless another is asked for
 */
export function loader(engines: Record<string, EngineMaker>): Load {
  const shared: Shared = new WeakMap();
  return (bytes, options = {}, keep = own) => loadBlobs(bytes, options, engines, keep === own ? shared : new WeakMap(), keep);
}

/** What maps with equal blobs have in common. */
interface Core {
  grid: Grid;
  components: Components;
  /** Engines by name, those that were asked for. */
  made: Record<string, Engine>;
}

/** By the bytes that they were loaded from, then by what of these is theirs; no longer than somebody uses them. */
type Shared = WeakMap<object, Map<string, WeakRef<Core>>>;

/** The core of agents that are equal to one loaded before: same bytes, same fingerprints and sections. */
function coreOf(bytes: object, blobs: Blob[], wasm: boolean, shared: Shared, keep: Keep): Core {
  const make = (): Core => {
    const grid = openCellsOf(blobs[0]);
    Object.assign(grid, { open: keep('open', () => grid.open) });
    return { grid, components: keep('components', () => labelComponents(grid)), made: {} };
  };
  if (blobs[0].agents.length === 0) return make();
  const cores = shared.get(bytes) ?? new Map<string, WeakRef<Core>>();
  shared.set(bytes, cores);
  const key = `${wasm}${blobs.map(({ fingerprint, entries }) => [fingerprint, ...entries.map(({ crc }) => crc)])}`;
  const core = cores.get(key)?.deref() ?? make();
  cores.set(key, new WeakRef(core));
  return core;
}

function loadBlobs(
  bytes: BlobBytes | BlobBytes[],
  options: LoadOptions,
  engines: Record<string, EngineMaker>,
  shared: Shared,
  keep: Keep,
): GridNav {
  const { agent, wasm = true } = options;
  const all = [bytes].flat();
  const blobs = all.map((blob) => readBlob(blob, options.decompress ?? unzstd, agent));
  const [first] = blobs;
  if (!first) throw new RangeError('there are 0 blobs, expected 1 or more');
  const { width, height, terrain, size, fingerprint, agents } = first;
  if (agents.length > 1 && agent === undefined) throw new RangeError(`agent is not said, the blob has ${agents.join(', ')}; name one`);
  // Blobs whose fingerprints differ never work together; the fields that go into them first, to name the one at fault.
  for (const blob of blobs) {
    for (const field of ['width', 'height', 'moveRule', 'size', 'terrain', 'priced', 'fingerprint'] as const) {
      must(blob[field] === first[field], field, blob[field], `${first[field]} as in the first blob`, 'mismatch', SAME_MAP);
    }
  }
  const { expect = fingerprint } = options;
  must(fingerprint === `${expect}`.toLowerCase(), 'fingerprint', fingerprint, expect, 'mismatch', SAME_MAP);

  const has = (kind: number) => blobs.find((blob) => blob.has(kind));
  const names = Object.keys(engines);
  const { moveRule } = first;
  const there = names.filter((name) => engines[name].needs.every(has));
  const able = there.filter((name) => (engines[name].rules ?? ['no-corners']).includes(moveRule));
  must(able[0] || !there[0], 'move rule', moveRule, 'no-corners', 'unsupported', 'import load from gridprep/runtime/moves');
  const { engine = able[0] } = options;
  if (options.engine !== undefined && !names.includes(engine)) {
    throw new RangeError(`engine is ${engine}, bundled here are ${names.join(', ')}`);
  }
  const wanted = options.engine ?? names.join(' or ');
  must(able.includes(engine), 'artifact', 'missing', `those of engine ${wanted}`, 'missing', 'load their blobs, too');

  const { grid, components, made } = coreOf(all[0], blobs, wasm, shared, keep);
  const use = (name: string) => {
    made[name] ??= engines[name].make(engines[name].needs.map(has) as Blob[], grid, wasm, keep);
    return made[name];
  };
  const search = use(engine);
  let copy: Grid | undefined;

  const nav: Extendable = {
    width,
    height,
    terrain,
    size,
    moveRule,
    agent,
    agents,
    fingerprint,
    get grid() {
      copy ??= grid.copy();
      return copy;
    },
    engine,
    wasm: search.wasm === true,
    search,
    use(name, blob, over = grid) {
      if (blob || over !== grid) return engines[name].make(blob ? [blob, blob] : [], over, wasm);
      return able.includes(name) ? use(name) : undefined;
    },
    warmUp: (milliseconds) => warmUp(nav, milliseconds),
    ...answers(grid, (cell) => components[cell], search),
  };
  // What other engines can do is there as well; they are made when it is asked for.
  for (const name of [engine, ...able]) engines[name].extend?.(nav, () => use(name));
  return nav;
}
