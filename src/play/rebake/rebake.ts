/**
 * Bakes of a map in the game: a worker gets a copy of the map as it is, and answers with blobs. The game continues, and
 * swaps the loaded result in when it likes.
 *
 * Decided: docs/decisions/run-time-maps.md.
 */
import { ThreadError } from '../../core/errors.js';
import type { Places } from '../../core/grid/places.js';
import type { Progress } from '../../core/options/bake.js';
import { refuseUnknown } from '../../core/unknown-names.js';
import { type Load, loader } from '../../runtime/load.js';
import { readMeta } from '../../runtime/meta.js';
import { inside, type Nav } from '../../runtime/nav.js';
import { over } from '../../runtime/over.js';
import { type ChangingNav, type Edits, repeatEdits } from '../edit/edits.js';
import { revive } from '../pool/answers.js';
import { type AnyWorker, type Href, listen, starter } from '../pool/protocol.js';
import type { ArtifactName, BakeReply, BakeRequest } from './serve.js';

/** The signal of an `AbortController`, independent of the project's type libraries. */
export interface Signal {
  readonly reason: unknown;
  throwIfAborted(): void;
  addEventListener(event: 'abort', listener: () => void): void;
  removeEventListener(event: 'abort', listener: () => void): void;
}

/** Options of `rebake`. */
export interface RebakeOptions {
  /** Ends the bake and its worker; the promise rejects with the signal's reason. */
  signal?: Signal | undefined;
  /** Called when a bake starts, now and then while it runs, and when it ends. */
  onProgress?: ((progress: Progress) => void) | undefined;
  /** The file of the worker, or a function that starts one. Default: `gridprep/bake-worker`. */
  worker?: string | Href | (() => AnyWorker) | undefined;
  /**
   * Loads the blobs. Default: the engines that loaded `nav`. Maps of `loadGrid` without engines among its parts need
   * it.
   */
  load?: Load | undefined;
}

/** Result of `rebake`. */
export interface Rebaked<N extends Nav> {
  /** One blob for each artifact, the same bytes as bakes in Node with the codec `none`. */
  blobs: Uint8Array[];
  /** The map loaded from them, with all edits that were made meanwhile. */
  nav: N;
}

const ORDER: readonly ArtifactName[] = ['jps', 'bounds', 'ch', 'hpa', 'table'];

/** @param ownWorker the worker of this package */
export async function rebakeWith<N extends Nav>(
  nav: N,
  artifacts: readonly ArtifactName[] | Partial<Record<ArtifactName, object>>,
  options: RebakeOptions,
  ownWorker: () => Href,
): Promise<Rebaked<N>> {
  refuseUnknown(options, 'signal', 'onProgress', 'worker', 'load');
  const { signal, onProgress, worker = ownWorker(), load = loadOf(nav) } = options ?? {};
  if (typeof load !== 'function') throw new TypeError(`load is ${load}, expected a function`);
  if (onProgress && typeof onProgress !== 'function')
    throw new TypeError(`onProgress is ${onProgress}, expected a function`);
  if (signal && !signal.throwIfAborted) throw new TypeError(`signal is ${signal}, expected that of an AbortController`);
  const { grid, source, linked } = inside(nav);
  const { wallCosts } = grid;
  const { edits } = nav as Partial<ChangingNav>;
  if (edits && edits.followers.length > 0)
    throw new RangeError('other maps repeat the edits of nav; rebake each, and make them editable with { follows }');
  const remake = edits && remakeOf(edits);
  const { map, level, floors, cellSize, axes, origin, doors, markers } = readMeta(nav);
  // A blob stores neither an origin of 0, 0 nor an empty list of floors.
  const drawn = { cellSize, axes, ...(origin.some(Boolean) && { origin }), ...(floors.length > 0 && { floors }) };
  const request: BakeRequest = {
    // Blobs have wall costs only with costs, which a view of a map has none of while no cell costs more than 1.
    grid: { ...grid, ...(linked && { links: linked.links }), ...(wallCosts && { costs: grid.costs ?? grid.open }) },
    places: { ...drawn, level, doors: [...(edits?.doors ?? doors)], markers } as Places,
    artifacts: listOf(artifacts).map(([name, more]) => [name, { name: map, ...more }]),
  };
  const blobs = await bakeIn(worker, request, signal, onProgress);
  const { agent: _, fingerprint: __, engine: ___, ...kept } = source.options as Parameters<Load>[1] & object;
  const baked = load(blobs, kept) as Nav;
  return { blobs, nav: (remake?.(baked) ?? baked) as N };
}

/**
 * Begins a bake of a map that changes.
 * @returns makes the baked map editable, with the state that the map has by then; it replaces the map as a follower
 */
function remakeOf(edits: Edits): (nav: Nav) => ChangingNav {
  const { leader, self, grid, cells } = edits;
  // On other machines this map follows from its blobs, without a leader: its changes are relative to the blobs.
  const ground = leader && self.ground && cells.single();
  return (next) => {
    const made = edits.again(ground ? over(inside(next), { ground }) : next);
    made.self.edit(made.changes(false, edits));
    // A blob does not contain the costs of single cells below larger units.
    if (grid.size > 1 && made.grid.costs?.some((cost, cell) => cost !== grid.costs?.[cell]))
      throw new RangeError('costs below units of several cells have changed during the bake; rebake again');
    if (leader) repeatEdits(made, leader, edits);
    return made.self;
  };
}

function loadOf(nav: Nav): Load {
  const { kit } = inside(nav);
  if (!kit.engines?.length)
    throw new TypeError('load is missing: nav was made in the game without engines; give rebake { load }');
  return loader(kit as object);
}

/** @throws {RangeError} if a name is unknown, there is none, or a table has no HPA* */
function listOf(artifacts: Parameters<typeof rebakeWith>[1]): BakeRequest['artifacts'] {
  if (typeof artifacts === 'string') throw new TypeError(`artifacts is ${artifacts}, expected ['${artifacts}']`);
  const wanted = Array.isArray(artifacts) ? Object.fromEntries(artifacts.map((name) => [name, {}])) : artifacts;
  const names = Object.keys(wanted ?? {});
  const unknown = names.find((name) => !ORDER.includes(name as ArtifactName));
  if (names.length === 0 || unknown !== undefined)
    throw new RangeError(`artifacts is ${unknown ?? 'empty'}, allowed are ${ORDER.join(', ')}`);
  if (names.includes('table') && !names.includes('hpa'))
    throw new RangeError('artifacts has table without hpa; a table is made from HPA*, name both');
  return ORDER.filter((name) => names.includes(name)).map((name) => [name, (wanted as Record<string, object>)[name]]);
}

function bakeIn(
  worker: NonNullable<RebakeOptions['worker']>,
  request: BakeRequest,
  signal: Signal | undefined,
  onProgress: RebakeOptions['onProgress'],
): Promise<Uint8Array[]> {
  signal?.throwIfAborted();
  const port = starter(worker)();
  let abort = () => {};
  return new Promise<Uint8Array[]>((done, failed) => {
    const died = (reason: { message?: string } | number) => {
      const why =
        typeof reason === 'number'
          ? `it exited with code ${reason}`
          : (reason.message ?? 'it did not start; name its file with { worker }');
      failed(new ThreadError(`the worker that bakes the map has failed: ${why}`));
    };
    abort = () => failed(signal?.reason);
    signal?.addEventListener('abort', abort);
    for (const event of ['error', 'messageerror', 'exit']) listen(port, event, died);
    listen<BakeReply>(port, 'message', ({ progress, blobs, error }) => {
      try {
        if (progress) onProgress?.(progress);
      } catch (thrown) {
        failed(thrown);
      }
      if (error) failed(revive(error));
      if (blobs) done(blobs);
    });
    port.postMessage(request);
  }).finally(() => {
    signal?.removeEventListener('abort', abort);
    port.terminate?.();
  });
}
