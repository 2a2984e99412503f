/** Maps with walls between cells: engines search the doubled grid, questions and answers are in cells of the map. */
import { loadCosts, openCellsOf, readWalls } from '../core/blob/grid.js';
import * as KIND from '../core/blob/kinds.js';
import type { Blob } from '../core/blob/read.js';
import { ensure } from '../core/errors.js';
import { doubled, doubledCell, fromDoubled, isDoubled } from '../core/grid/doubled.js';
import type { Grid } from '../core/grid/grid.js';
import { faultOfWalled, WALLED, type Walled } from '../core/grid/walled.js';
import type { Engine } from '../core/search/engine.js';
import { answers } from './answers.js';
import type { GridNav, LoadPart, Part } from './nav.js';
import { over } from './over.js';

/** An engine of the doubled grid, asked and answering in cells of the map. */
export function onDoubled(search: Engine): Engine {
  const ask =
    (method: 'search' | 'between'): Engine['search'] =>
    (x0, y0, x1, y1, path) => {
      const { trace } = self;
      if (trace)
        search.trace = (point, parent, cost, fromGoal) =>
          trace(fromDoubled(point), fromDoubled(parent) | (parent >> 31), cost / 2, fromGoal);
      const isFound = search[method]?.(2 * x0, 2 * y0, 2 * x1, 2 * y1, path);
      if (trace) search.trace = undefined;
      if (!isFound) return false;
      const { points, count } = path;
      for (let i = 0; i < count; i++) points[i] = fromDoubled(points[i]);
      path.write(points, count, path.cost / 2);
      return true;
    };
  const self: Engine = over(search, {
    trace: undefined,
    search: ask('search'),
    between: search.between && ask('between'),
    // The engine has its own, in coordinates of the doubled grid.
    climb: undefined,
  }) as object as Engine;
  return self;
}

/** A nav of the doubled grid as one of the map. */
function overDoubled(inner: GridNav, map: Grid): GridNav {
  const label = (cell: number) => inner.label(doubledCell(map, cell));
  const search = onDoubled(inner.search);
  const { width, height } = map;
  return over(inner, {
    width,
    height,
    grid: map,
    label,
    search,
    doubled: inner,
    searched: inner.grid,
    // A forged blob may have HPA*, whose cells would be those of the doubled grid.
    ...{ walk: undefined, distance: undefined, nearest: undefined },
    ...answers(map, label, search),
  });
}

function refuse(map: Walled): void {
  const fault = faultOfWalled(map);
  ensure(!fault, 'map with walls', fault, WALLED);
}

/** @throws {BlobError} if it is damaged, or no engine finds paths past its walls */
function mapOf(blob: Blob): Grid {
  // Before anything is unpacked: the walls of a large map take as much memory as its cells.
  refuse({ ...blob, wallCosts: blob.has(KIND.wallCosts) });
  const map = openCellsOf(blob);
  loadCosts(blob, map);
  map.walls = readWalls(blob, map);
  refuse(map);
  return map;
}

/** Part of {@link loader}: maps with walls between cells. */
export const wallsPart: LoadPart = {
  walls: {
    map: mapOf,
    doubled(map) {
      const fault = faultOfWalled(map);
      if (fault) throw new RangeError(`map with walls is ${fault}; expected ${WALLED}`);
      return doubled(map);
    },
    check: (map, grid) => ensure(isDoubled(grid, map), 'arrays of map', 'of other walls', 'those that were baked'),
    nav: overDoubled,
  },
} as Part;
