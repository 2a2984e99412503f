/** The thread's side of a pool: a map of its own, over shared arrays where there are some, and its answers. */
import type { BlobBytes } from '../blob/read.js';
import { now } from '../search/clock.js';
import { PathBuffer } from '../search/path.js';
import { type Answers, type Edit, listen, node, type Port, type Reply, type Request } from './protocol.js';

/** What a thread must be able to do with a map: every `GridNav` can, an editable one the second, too. */
export interface Answering {
  findPathInto(x0: number, y0: number, x1: number, y1: number, path: PathBuffer): boolean;
  edit?(changes: readonly never[]): void;
}

/** What a thread makes its map with: `load` of a bundle, and `editable` where maps change. */
export interface ServeOptions<Nav extends Answering> {
  /** What the game loads the map with. */
  load(bytes: BlobBytes[], options: object): Nav;
  /** `editable` or `editableJps`, where maps change. */
  editable?(nav: Nav): Answering;
}

/**
 * For the file of a worker: answers the pool that has started it.
 *
 *     serveNav({ load }); // the `load` that the game ships, and `editable` where its maps change
 */
export function serveNav<Nav extends Answering>({ load, editable }: ServeOptions<Nav>): void {
  const port = node('worker_threads')?.parentPort ?? (globalThis as unknown as Port);
  let nav: Answering;
  let version = 0;
  const edit = (edit: Edit) => {
    if (!nav.edit) {
      if (!editable) throw new TypeError('this worker cannot edit: give serveNav { load, editable }');
      nav = editable(nav as Nav);
    }
    nav.edit?.(edit.changes as readonly never[]);
    version = edit.version;
  };

  listen<Request>(port, 'message', ({ map, edits, queries }) => {
    // What is to be healed is not asked here.
    if (!map && !edits && !queries) return;
    const reply: Reply = {};
    try {
      if (map) nav = load(map.bytes, { ...map.options, shared: map.kept });
      edits?.forEach(edit);
      if (queries) reply.answers = answer(nav, version, queries);
    } catch (thrown) {
      const { name, message, code } = thrown as Error & { code?: string };
      reply.error = { name, message, ...(code && { code }) };
    }
    const { answers } = reply;
    port.postMessage(reply, answers ? [answers.costs.buffer, answers.ends.buffer, answers.points.buffer] : []);
  });
}

const buffer = /* @__PURE__ */ new PathBuffer();
let scratch = new Uint16Array(1 << 16);

function answer(nav: Answering, version: number, queries: Int32Array): Answers {
  const begun = now();
  const count = queries.length >> 2;
  const costs = new Float64Array(count).fill(-1);
  const ends = new Uint32Array(count);
  let n = 0;
  for (let i = 0; i < count; i++) {
    if (nav.findPathInto(queries[4 * i], queries[4 * i + 1], queries[4 * i + 2], queries[4 * i + 3], buffer)) {
      const { waypoints, waypointCount, cost } = buffer;
      if (n + 2 * waypointCount > scratch.length) {
        const longer = new Uint16Array(2 * (n + 2 * waypointCount));
        longer.set(scratch);
        scratch = longer;
      }
      costs[i] = cost;
      for (const end = n + 2 * waypointCount, from = n; n < end; n++) scratch[n] = waypoints[n - from];
    }
    ends[i] = n;
  }
  return { version, time: now() - begun, costs, ends, points: scratch.slice(0, n) };
}
