/** Links of a loaded map: what a loader gets for them, and what they change of its answers. */
import { LINKS_KIND } from '../blob/layout.js';
import { readLinks } from '../blob/links.js';
import type { Blob } from '../blob/read.js';
import { assertPath } from '../errors.js';
import type { Link } from '../grid/links.js';
import { LinkedSearch } from '../links/search.js';
import { PathBuffer } from '../search/path.js';
import { cellOf } from './answers.js';
import type { Extendable, LoadPart, Part } from './nav.js';

/** Makes the answers of a map lead over links. */
export function linkNav(nav: Extendable, links: readonly Link[]): void {
  const plain = Object.defineProperties({} as Extendable, Object.getOwnPropertyDescriptors(nav));
  const search = new LinkedSearch(nav, nav.search, links);
  const scratch = new PathBuffer();
  const { walk } = nav;
  const isReachable: typeof nav.isReachable = (x0, y0, x1, y1) =>
    search.connects(nav.label(cellOf(nav.grid, x0, y0)), nav.label(cellOf(nav.grid, x1, y1)));
  const findPathInto: typeof nav.findPathInto = (x0, y0, x1, y1, path) => {
    if (!path?.write) throw new TypeError(`path is ${path}, expected a PathBuffer`);
    return isReachable(x0, y0, x1, y1) && assertPath(search.search(x0, y0, x1, y1, path));
  };
  const distance = (...query: Parameters<typeof isReachable>) =>
    isReachable(...query) ? search.distance(...query) : Infinity;
  Object.assign(nav, {
    search,
    linked: { links, search, plain, attach: (to: Extendable) => linkNav(to, links) },
    isReachable,
    findPathInto,
    findPath: (...query: Parameters<typeof isReachable>) =>
      findPathInto(...query, scratch) ? { ...scratch.toPath(), links: scratch.links } : null,
    ...(walk && {
      walk: (...query: Parameters<typeof isReachable>) =>
        isReachable(...query) ? assertPath(search.walk(...query, walk)) : null,
    }),
    distance,
    nearest: (x: number, y: number, goals: ArrayLike<number>) => {
      let [best, least] = [-1, Infinity];
      for (let i = 0; i < goals.length; i += 2) {
        const cost = distance(x, y, goals[i], goals[i + 1]);
        if (cost < least) [best, least] = [i / 2, cost];
      }
      return best;
    },
  });
}

/** Part of {@link loader}: maps with links, see {@link Path.links}. */
export const linksPart: LoadPart = {
  name: 'linksPart',
  links: (nav: Extendable, blob: Blob) => linkNav(nav, readLinks(blob, LINKS_KIND, nav.grid)),
} as Part;
