/** Arrays that contradict their grid, right checksums and all, and what a map may answer that was loaded from them. */
import { BlobError } from '../src/core/errors.js';
import { unitOf } from '../src/core/grid/step-costs.js';
import { checkPath } from '../src/core/oracle/check-path.js';
import { PathBuffer } from '../src/core/search/path.js';
import type { GridNav } from '../src/runtime/nav.js';
import { jumpsOf } from './links.js';

interface Section {
  kind: number;
  values: Uint8Array | Int8Array | Uint16Array | Uint32Array;
}

/** Changes, empties or swaps sections in place. */
export function spoil(sections: Section[], next: () => number): void {
  const upTo = (n: number) => Math.floor(next() * n);
  for (let changes = 1 + upTo(3); changes > 0; changes--) {
    const [a, b] = [sections[upTo(sections.length)], sections[upTo(sections.length)]];
    const kind = next();
    if (a.values.length === 0) continue;
    if (kind < 0.7) a.values[upTo(a.values.length)] += next() < 0.5 ? 1 : upTo(70000);
    else if (kind < 0.8) a.values.fill(0);
    else if (kind < 0.9) a.values.fill(0, upTo(a.values.length), upTo(a.values.length));
    else if (a.values.constructor === b.values.constructor && a.values.length === b.values.length) {
      [a.values, b.values] = [b.values, a.values];
    }
  }
}

const path = new PathBuffer();

/**
 * Asks everything between random cells.
 * @param legal is called with each legal path
 * @returns number of refusals: queries answered with a BlobError
 * @throws {Error} if an answer is neither a legal path of the cost it says, nor none where there is none, nor a refusal
 */
export function interrogate(nav: GridNav, queries: number, next: () => number, legal = () => {}): number {
  const { grid } = nav;
  const unit = unitOf(grid);
  let refusals = 0;
  const ask = (what: () => void): void => {
    try {
      what();
    } catch (error) {
      if (!(error instanceof BlobError)) throw error;
      refusals++;
    }
  };
  for (; queries > 0; queries--) {
    const [x0, x1] = [0, 1].map(() => Math.floor(next() * nav.width));
    const [y0, y1] = [0, 1].map(() => Math.floor(next() * nav.height));
    const same = (found: boolean) => {
      if (found !== nav.isReachable(x0, y0, x1, y1)) throw new Error(`${x0}, ${y0} to ${x1}, ${y1}: found is ${found}`);
      return found;
    };
    ask(() => {
      if (!same(nav.findPathInto(x0, y0, x1, y1, path))) return;
      const cost = checkPath(grid, path.cells.subarray(0, 2 * path.cellCount), [x0, y0], [x1, y1], path.links);
      if (path.cost !== cost / unit)
        throw new Error(`${x0}, ${y0} to ${x1}, ${y1} costs ${cost / unit}, said ${path.cost}`);
      legal();
    });
    ask(() => {
      const walk = nav.walk?.(x0, y0, x1, y1);
      if (!nav.walk || !same(Boolean(walk)) || !walk) return;
      const cells: number[] = [];
      for (const cell of walk) if (cells.push(...cell) > 1e6) throw new Error('a walk without end');
      const cost = checkPath(grid, cells, [x0, y0], [x1, y1], jumpsOf(cells, grid.links));
      // With links, the cost of a walk is a sum of quotients.
      if (cost > Math.round(walk.cost * unit))
        throw new Error(`${x0}, ${y0} to ${x1}, ${y1} walked costs ${cost / unit}, said ${walk.cost}`);
    });
    ask(() => void (nav.distance && same(nav.distance(x0, y0, x1, y1) < Infinity)));
    ask(() => void nav.nearest?.(x0, y0, [x1, y1, x0, y1]));
  }
  return refusals;
}
