/** Paths of requests that differ from those of the map: around units, or over some of its links. */
import type { GridNav } from '../../core/runtime/nav.js';
import type { Around, Blockers } from '../avoid/blockers.js';
import { around } from '../reach/around.js';
import type { RequestOptions } from './requests.js';

/** @returns what finds the paths of a request, the same for the same filter of links; undefined for those of the map */
export function findersOf(nav: GridNav): (options: RequestOptions) => Around | undefined {
  const filters = new WeakMap<object, Around>();
  return ({ avoid, links }) => {
    if (avoid !== undefined && links !== undefined)
      throw new TypeError('a request has avoid and links, expected one of them; findPathAround takes both');
    if (links) {
      // Checks the filter.
      nav.isReachable(0, 0, 0, 0, { links });
      const known = filters.get(links) ?? {
        nav,
        work: 0,
        findPathInto: (...query) => nav.findPathInto(...query, { links }),
      };
      filters.set(links, known);
      return known;
    }
    if (avoid === undefined) return;
    // A list counts as it is now.
    return around(nav, 'length' in Object(avoid) ? Array.from(avoid as ArrayLike<number>) : (avoid as Blockers));
  };
}
