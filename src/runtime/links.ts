/** Links of a loaded map: what a loader gets for them, and what they change of its answers. */
import * as KIND from '../core/blob/kinds.js';
import { readLinks } from '../core/blob/links.js';
import { assertPath } from '../core/errors.js';
import { cellOf } from '../core/grid/cells.js';
import type { Grid } from '../core/grid/grid.js';
import type { Link } from '../core/grid/links.js';
import { joinPaths, joinPoints } from '../core/search/join.js';
import { PathBuffer } from '../core/search/path.js';
import { refuseUnknown } from '../core/unknown-names.js';
import { allowsOf } from '../engines/links/arcs.js';
import { linkedSearch } from '../engines/links/search.js';
import { answers, checkBuffer } from './answers.js';
import type { GridNav, Linked, LoadPart, Part, QueryOptions } from './nav.js';
import { over } from './over.js';

/** The same map with links. */
function linkNav<Nav extends GridNav>(nav: Nav, ofMap: readonly Link[]): Nav {
  // Edits may replace links over the seam of this map, not those of other maps.
  const links = [...ofMap];
  const search = linkedSearch(nav, nav.search, links);
  const { walk } = nav;
  const named = new Map<string, Link['from'][]>(links.map(({ name }) => [name, []]));
  for (const { name, from, to } of links) named.get(name)?.push(from, to);
  /** Of pieces of paths. */
  const piece = new PathBuffer();
  const found = new PathBuffer();
  const allowsIn = (options: QueryOptions | undefined) => {
    refuseUnknown(options, 'links');
    return allowsOf(options?.links);
  };
  const isReachable: typeof nav.isReachable = (x0, y0, x1, y1, options) =>
    search.connects(nav.label(cellOf(nav.grid, x0, y0)), nav.label(cellOf(nav.grid, x1, y1)), allowsIn(options));
  const all = Object.assign(answers(nav.grid as Grid, nav.label, search), { isReachable });
  const findPathInto: typeof nav.findPathInto = (x0, y0, x1, y1, path, options) => {
    if (!options) return all.findPathInto(x0, y0, x1, y1, path);
    const allows = allowsIn(options);
    checkBuffer(path);
    return all.isReachable(x0, y0, x1, y1) && search.search(x0, y0, x1, y1, path, allows);
  };
  return over(nav, {
    search,
    linked: {
      links,
      named,
      search,
      plain: nav,
      attach: (to) => linkNav(to, links),
      join: joinPaths,
      rejoin: (into, points, cost, taken, write) => joinPoints(into, points, cost, taken, piece, write),
    } satisfies Linked,
    isReachable,
    findPathInto,
    findPath: (...[x0, y0, x1, y1, options]: Parameters<typeof nav.findPath>) =>
      findPathInto(x0, y0, x1, y1, found, options) ? found.toPath() : null,
    walk:
      walk &&
      ((...[x0, y0, x1, y1, options, join]: Parameters<typeof walk>) =>
        isReachable(x0, y0, x1, y1, options)
          ? assertPath(join?.(search, walk, [x0, y0, x1, y1], allowsIn(options)))
          : null),
    distance(...[x0, y0, x1, y1, options]: Parameters<typeof isReachable>) {
      if (!isReachable(x0, y0, x1, y1)) return Infinity;
      const far = search.distance(x0, y0, x1, y1, allowsIn(options));
      // Goal bounds of a forged blob may hide all ways.
      assertPath(options || far < Infinity);
      return far;
    },
    nearest: undefined,
  }) as GridNav as Nav;
}

/** Part of {@link loader}: maps with links, see {@link Path.links}. */
export const linksPart: LoadPart = {
  links(nav, blob) {
    if (blob) Object.assign(nav.grid, { links: readLinks(blob, KIND.links, nav.grid) });
    return linkNav(nav, nav.grid.links ?? []);
  },
} as Part;
