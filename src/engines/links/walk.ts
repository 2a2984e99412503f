/** Walks over links; games that never walk do not ship it. */
import { assertPath } from '../../core/errors.js';
import { linkCost } from '../../core/grid/links.js';
import { STRAIGHT } from '../../core/grid/step-costs.js';
import type { Query, Walk } from '../../core/search/engine.js';
import { PathBuffer } from '../../core/search/path.js';
import type { Allows } from './arcs.js';
import type { LinkedSearch } from './search.js';

/** The path in pieces, null without one. @param walk of a leg */
export function walkOver(
  search: LinkedSearch,
  walk: (...query: Query) => Walk | null,
  query: Query,
  allows?: Allows,
): Walk | null {
  if (search.isMany) {
    const path = new PathBuffer();
    return search.search(...query, path, allows) ? joined(path.cost, [cellsOf(path)]) : null;
  }
  const arcs = search.arcsOf(query, allows);
  if (!arcs) return null;
  const [x0, y0, x1, y1] = query;
  const ends = [[x0, y0] as const, ...arcs.flatMap(({ from, to }) => [from, to]), [x1, y1] as const];
  const walks = ends.flatMap((from, i) => (i % 2 ? [] : [assertPath(walk(...from, ...ends[i + 1])) as Walk]));
  const onLinks = arcs.reduce((sum, { link }) => sum + linkCost(link, STRAIGHT) / STRAIGHT, 0);
  return joined(
    walks.reduce((sum, { cost }) => sum + cost, onLinks),
    walks,
  );
}

/** @param left pieces of the walk; the first goes when all its cells are known */
function joined(cost: number, left: (Pick<Walk, typeof Symbol.iterator> & Partial<Walk>)[]): Walk {
  const cells = (function* () {
    for (; left.length > 0; left.shift()) yield* left[0];
  })();
  const self: Walk = {
    cost,
    portals: () => left.flatMap((walk) => walk.portals?.() ?? []),
    next: () => cells.next(),
    [Symbol.iterator]: () => self,
  };
  return self;
}

function* cellsOf({ cells, cellCount }: PathBuffer): IterableIterator<[x: number, y: number]> {
  for (let i = 0; i < 2 * cellCount; i += 2) yield [cells[i], cells[i + 1]];
}
