/** Maps with walls between cells: engines search the doubled grid, questions and answers are in cells of the map. */
import { loadCosts, openCellsOf, readWalls } from '../blob/grid.js';
import type { Blob } from '../blob/read.js';
import { doubled, doubledCell, fromDoubled, MOST_WALLED_COST } from '../grid/doubled.js';
import type { Grid } from '../grid/grid.js';
import { isStraight } from '../grid/rules.js';
import type { Engine } from '../search/engine.js';
import { answers } from './answers.js';
import type { GridNav, LoadPart, Part } from './nav.js';
import { over } from './over.js';

/** An engine of the doubled grid, asked and answering in cells of the map. */
export function onDoubled(map: Grid, search: Engine): Engine {
  const { climb } = search;
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
    climb:
      climb &&
      over(climb, {
        unit: 2 * climb.unit,
        ends: (cell: number) => climb.ends(doubledCell(map, cell)),
        distance: (dx: number, dy: number) => climb.distance(2 * dx, 2 * dy),
        line: (cell: number, dx: number, dy: number) => climb.line(doubledCell(map, cell), 2 * dx, 2 * dy),
      }),
  }) as object as Engine;
  return self;
}

/** A nav of the doubled grid as one of the map. */
function overDoubled(inner: GridNav, map: Grid): GridNav {
  const label = (cell: number) => inner.label(doubledCell(map, cell));
  const search = onDoubled(map, inner.search);
  const { width, height } = map;
  return over(inner, {
    width,
    height,
    grid: map,
    label,
    search,
    doubled: inner,
    searched: inner.grid,
    ...answers(map, label, search),
  });
}

function mapOf(blob: Blob): Grid {
  const map = openCellsOf(blob);
  loadCosts(blob, map);
  map.walls = readWalls(blob, map);
  return map;
}

/** Part of {@link loader}: maps with walls between cells. */
export const wallsPart: LoadPart = {
  walls: {
    map: mapOf,
    doubled(map) {
      const most = map.wallCosts ? 0 : map.moveRule === 'no-corners' ? 1 : isStraight(map) ? MOST_WALLED_COST : 0;
      if (!(map.costs ?? [1]).every((cost) => cost <= most))
        throw new RangeError(
          `walls between cells are for diagonals no-corners without costs, and never with costs up to ${MOST_WALLED_COST}, without wallCosts`,
        );
      return doubled(map);
    },
    nav: overDoubled,
  },
} as Part;
