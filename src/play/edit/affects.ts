/** Which held paths a change crosses. */
import { sharesOf } from '../../core/grid/entered.js';
import { besideOf, isHex } from '../../core/grid/rules.js';
import { DIAGONAL, STRAIGHT } from '../../core/grid/step-costs.js';
import { lineCost } from '../../core/hpa/line.js';
import type { Path, PathBuffer } from '../../core/search/path.js';
import { EXACT } from './difference.js';
import { type EditableNav, editsOf } from './edits.js';

/**
 * Whether a change affects a path found earlier: it is illegal now, or its cost is no longer right.
 *
 *     nav.onChange(() => units.filter(({ path }) => affects(nav, path)).forEach(replan));
 *
 * @param path of this map, as it is or as it was
 * @throws {TypeError} if it is no path
 */
export function affects(nav: EditableNav, path: Path | PathBuffer): boolean {
  const { grid, searched, self } = editsOf(nav);
  if (!path?.waypoints) throw new TypeError(`path is ${path}, expected a Path or PathBuffer`);
  const { waypoints, cells, cost, links } = path;
  if (links?.some(({ link }) => self.linked?.search.closed.has(link.name))) return true;
  if (isHex(grid)) {
    const end = 'cellCount' in path ? 2 * path.cellCount : cells.length;
    const { left, entered } = sharesOf(grid);
    let [sum, before] = [0, 0];
    for (let i = 0; i < end; i += 2) {
      if (!nav.isOpen(cells[i], cells[i + 1])) return true;
      const price = nav.costAt(cells[i], cells[i + 1]);
      const taken = links?.find(({ index }) => 2 * index + 2 === i)?.link;
      if (i > 0) sum += taken ? taken.cost : (left * before + entered * price) / 2;
      before = price;
    }
    return Math.abs(sum - cost) > cost * (EXACT - 1);
  }
  const end = 'waypointCount' in path ? 2 * path.waypointCount : waypoints.length;
  for (let i = 0; i < end; i += 2) if (!nav.isOpen(waypoints[i], waypoints[i + 1])) return true;
  const of = searched.grid;
  const { costs = of.open, stride, stepCosts } = of;
  // Steps of the grid that engines search for each step of the map.
  const times = grid.walls ? 2 : 1;
  const beside = besideOf(grid);
  let sum = 0;
  for (let i = 2; i < end; i += 2) {
    const [x, y, toX, toY] = [waypoints[i - 2], waypoints[i - 1], waypoints[i], waypoints[i + 1]].map(
      (at) => times * at,
    );
    const [from, to] = [of.cell(x, y), of.cell(toX, toY)];
    const taken = links?.find(({ turn }) => 2 * turn + 2 === i)?.link;
    sum += taken ? times * 2 * STRAIGHT * taken.cost : lineCost(costs, stride, from, toX - x, toY - y, true, beside);
    // All steps of the line are equally long.
    if (stepCosts && !taken) sum += (toX !== x && toY !== y ? DIAGONAL : STRAIGHT) * (costs[to] - costs[from]);
  }
  return Math.abs(sum / (times * 2 * STRAIGHT) - cost) > cost * (EXACT - 1);
}
