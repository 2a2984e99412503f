/** Walks, paths and walkers that games hold while a map changes. */
import type { Grid } from '../../src/core/grid/grid.js';
import { waysOf } from '../../src/core/grid/links.js';
import { isHex } from '../../src/core/grid/rules.js';
import { unitOf } from '../../src/core/grid/step-costs.js';
import { checkPath } from '../../src/core/oracle/check-path.js';
import { centerOf } from '../../src/core/runtime/places.js';
import type { Path } from '../../src/core/search/path.js';
import { affects } from '../../src/play/edit/affects.js';
import type { ChangingNav } from '../../src/play/edit/edits.js';
import type { LiveWalk } from '../../src/play/edit/walks.js';
import { follow } from '../../src/play/follow/follow.js';
import type { Walker } from '../../src/play/follow/walker.js';
import type { Dice } from './dice.js';

type Cell = [x: number, y: number];

export interface Held {
  at: Cell;
  to: Cell;
  walk?: LiveWalk;
  path?: Path;
  walker?: Walker;
}

/** A walk, a path and a walker from cell to cell, as far as there are. */
export function hold(nav: ChangingNav, at: Cell, to: Cell): Held[] {
  const held: Held[] = [];
  const walk = nav.walk?.(...at, ...to);
  if (walk) held.push({ at, to, walk });
  const path = nav.findPath(...at, ...to);
  if (!path) return held;
  held.push({ at, to, path });
  if (!isHex(nav.grid)) {
    const [x, y] = centerOf(nav, ...at);
    const walker = follow(nav, { x, y, speed: 4 });
    walker.to(...to);
    held.push({ at, to, walker });
  }
  return held;
}

const same = (a: ArrayLike<number>, b: ArrayLike<number>) => a[0] === b[0] && a[1] === b[1];

/**
 * Moves what is held some steps on the map as it is, walkers to their end now and then.
 * @returns the number of steps @throws at the first that is wrong
 */
export function advance(grid: Grid, nav: ChangingNav, held: readonly Held[], { next, below }: Dice): number {
  const ways = waysOf(grid.links ?? []).filter(({ from, to }) => grid.isOpen(...from) && grid.isOpen(...to));
  let steps = 0;
  for (const one of held) {
    const { walk, walker, path, to } = one;
    for (let i = 1 + below(5); i > 0 && walk; i--, steps++) {
      const { done, value } = walk.next();
      if (done) {
        if (!same(one.at, to) && (!walk.blocked || nav.isReachable(...one.at, ...to)))
          throw new Error(`a walk to ${to} ends at ${one.at}`);
        break;
      }
      if (!same(value, one.at) && !ways.some((way) => same(way.from, one.at) && same(way.to, value)))
        checkPath(grid, [...one.at, ...value], one.at, value);
      one.at = value;
    }
    if (path && costNow(grid, path, one) !== Math.round(path.cost * unitOf(grid)) && !affects(nav, path))
      throw new Error(`affects misses ${path.cells}`);
    for (let i = 1 + below(next() < 0.3 ? 400 : 20); i > 0 && walker; i--, steps++) {
      const { status, goal, x, y } = walker.update(50);
      const isOpen = isHex(grid) || grid.size > 1 || grid.isOpen(Math.floor(x), Math.floor(y));
      if (status === 'walking' && !isOpen) throw new Error(`a walker to ${to} is in a wall at ${x}, ${y}`);
      if (status === 'arrived' && !(goal && nav.isOpen(...goal)))
        throw new Error(`a walker to ${to} has arrived in a wall at ${goal}`);
    }
  }
  return steps;
}

/** The cost of a path on the map as it is; Infinity if it leads no longer. */
function costNow(grid: Grid, path: Path, { at, to }: Held): number {
  if (path.links?.some(({ link }) => !grid.links?.some(({ name }) => name === link.name))) return Infinity;
  try {
    return checkPath(grid, path.cells, at, to, path.links);
  } catch {
    return Infinity;
  }
}
