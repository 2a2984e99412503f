/** The thread's side of a pool: its own map, over shared arrays where there are some, and its answers. */
import type { BlobBytes } from '../../core/blob/read.js';
import { type Grid, gridOfFields } from '../../core/grid/grid.js';
import type { Link } from '../../core/grid/links.js';
import { now } from '../../core/search/clock.js';
import { PathBuffer } from '../../core/search/path.js';
import { type Answers, type Edit, listen, node, type Port, type Reply, type Request } from './protocol.js';

/** Longer lists are copied by `set`, which takes 30 ns to begin. */
const COPIED_BY_SET = 64;

/** Map of a thread: any `GridNav`, or an editable one. */
export interface Answering {
  findPathInto(x0: number, y0: number, x1: number, y1: number, path: PathBuffer): boolean;
  edit?(changes: readonly never[]): void;
  readonly linked?: { readonly links: readonly Link[] } | undefined;
}

/** Loaders of a thread: `load` of a bundle, and `editable` where maps change. */
export interface ServeOptions<Nav extends Answering> {
  /** Loader of the game. */
  load(bytes: BlobBytes[], options: object): Nav;
  /** `editable` or `editableJps`, where maps change. */
  editable?(nav: Nav): Answering;
  /** For maps made at run time. */
  navOf?(grid: Grid): Answering;
}

/**
 * Answers the queries of a pool. Call it in your worker file.
 *
 *     serveNav({ load }); // the `load` that the game ships, and `editable` where its maps change
 */
export function serveNav<Nav extends Answering>({ load, editable, navOf }: ServeOptions<Nav>): void {
  const port = node('worker_threads')?.parentPort ?? (globalThis as unknown as Port);
  let nav: Answering;
  let version = 0;
  const change = (edit: Edit) => {
    if (!nav.edit) {
      if (!editable) throw new TypeError('this worker cannot edit: give serveNav { load, editable }');
      nav = editable(nav as Nav);
    }
    nav.edit?.(edit.changes as readonly never[]);
    version = edit.version;
  };

  listen<Request>(port, 'message', (request) => {
    const reply: Reply = {};
    try {
      const { map, edit, queries } = request;
      if (map?.grid && !navOf) throw new TypeError('this worker loads blobs only: take that of gridprep/worker');
      if (map)
        nav = (map.grid && navOf?.(gridOfFields(map.grid))) || load(map.bytes, { ...map.options, shared: map.kept });
      if (map?.ground) Object.assign(nav, { ground: gridOfFields(map.ground) });
      if (edit) change(edit);
      if (queries) reply.answers = answer(nav, version, queries);
    } catch (thrown) {
      const { name, message, code } = thrown as Error & { code?: string };
      reply.error = { name, message, ...(code && { code }) };
    }
    const { costs, ends, points } = reply.answers ?? {};
    port.postMessage(reply, costs && ends && points ? [costs.buffer, ends.buffer, points.buffer] : []);
  });
}

const buffer = /* @__PURE__ */ new PathBuffer();
/** Waypoints of the answers so far. */
let scratch = new Uint16Array(1 << 16);

function answer(nav: Answering, version: number, queries: Int32Array): Answers {
  const begun = now();
  const count = queries.length >> 2;
  const costs = new Float64Array(count).fill(-1);
  const ends = new Uint32Array(count);
  const links: number[] = [];
  let n = 0;
  for (let i = 0; i < count; i++) {
    if (nav.findPathInto(queries[4 * i], queries[4 * i + 1], queries[4 * i + 2], queries[4 * i + 3], buffer)) {
      const list = buffer.waypoints;
      const end = n + 2 * buffer.waypointCount;
      if (end > scratch.length) {
        const longer = new Uint16Array(2 * end);
        longer.set(scratch);
        scratch = longer;
      }
      costs[i] = buffer.cost;
      for (const { index, turn, link } of buffer.links ?? [])
        links.push(i, index, turn, (nav.linked?.links ?? []).indexOf(link));
      if (end - n > COPIED_BY_SET) scratch.set(list.subarray(0, end - n), n);
      else for (let at = n; at < end; at++) scratch[at] = list[at - n];
      n = end;
    }
    ends[i] = n;
  }
  return { version, time: now() - begun, costs, ends, points: scratch.slice(0, n), links };
}
