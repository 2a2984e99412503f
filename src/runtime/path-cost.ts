/** Costs of paths on the map as it is, whatever found them. */
import { sharesOf } from '../core/grid/entered.js';
import { besideOf, isHex } from '../core/grid/rules.js';
import { DIAGONAL, STRAIGHT } from '../core/grid/step-costs.js';
import type { Path, PathBuffer } from '../core/search/path.js';
import { lineCost } from '../engines/hpa/line.js';
import type { GridNav } from './nav.js';

/** Cost of the cells of a path by the costs of the map, in steps; Infinity where a step is illegal now. */
export function costOnMap(nav: GridNav, path: Path | PathBuffer): number {
  const { grid } = nav;
  const { waypoints, cells, links } = path;
  if (isHex(grid)) {
    const end = 'cellCount' in path ? 2 * path.cellCount : cells.length;
    const { left, entered } = sharesOf(grid);
    let [sum, before] = [0, 0];
    for (let i = 0; i < end; i += 2) {
      if (!nav.isOpen(cells[i], cells[i + 1])) return Infinity;
      const price = nav.costAt(cells[i], cells[i + 1]);
      const taken = links?.find(({ index }) => 2 * index + 2 === i)?.link;
      if (i > 0) sum += taken ? taken.cost : (left * before + entered * price) / 2;
      before = price;
    }
    return sum;
  }
  const end = 'waypointCount' in path ? 2 * path.waypointCount : waypoints.length;
  for (let i = 0; i < end; i += 2) if (!nav.isOpen(waypoints[i], waypoints[i + 1])) return Infinity;
  const searched = nav.searched ?? grid;
  const { stride, stepCosts } = searched;
  const costs = (searched.costs ?? searched.open) as Uint8Array;
  // Steps of the grid that engines search for each step of the map.
  const times = nav.searched ? 2 : 1;
  const beside = besideOf(grid);
  let sum = 0;
  for (let i = 2; i < end; i += 2) {
    const [x, y, toX, toY] = [waypoints[i - 2], waypoints[i - 1], waypoints[i], waypoints[i + 1]].map(
      (at) => times * at,
    );
    const [from, to] = [searched.cell(x, y), searched.cell(toX, toY)];
    const taken = links?.find(({ turn }) => 2 * turn + 2 === i)?.link;
    sum += taken ? times * 2 * STRAIGHT * taken.cost : lineCost(costs, stride, from, toX - x, toY - y, true, beside);
    // All steps of the line are equally long.
    if (stepCosts && !taken) sum += (toX !== x && toY !== y ? DIAGONAL : STRAIGHT) * (costs[to] - costs[from]);
  }
  return sum / (times * 2 * STRAIGHT);
}

/**
 * Notes what a path costs on a map that can change, if its cost is another: `affects` compares that.
 * @param isSound whether the map is as it was when the path was found
 */
export function noteCost(nav: GridNav, path: PathBuffer, isSound = true): void {
  if ('edit' in nav) path.mapCost = isSound ? costOnMap(nav, path) : -1;
}
