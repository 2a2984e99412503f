/**
 * Units that move from cell to cell and never share one: priority inheritance with backtracking (PIBT, Okumura et al.
 * 2022).
 *
 * In each tick units decide by priority. A unit that wants the cell of another unit pushes it: the other unit decides
 * next. If it finds no cell, it stays, and the first unit takes its next choice. The first choice is the next cell of
 * its path. Only if that fails, its neighbors and its own cell are ranked by exact distance from the goal. A step of
 * several ticks holds both cells. Memory grows with the units, not with the map.
 *
 * Measured and decided: docs/decisions/units.md.
 */
import { cellOf } from '../../core/grid/cells.js';
import type { Grid } from '../../core/grid/grid.js';
import { refuseUnknown } from '../../core/unknown-names.js';
import { inside, type Nav } from '../../runtime/nav.js';
import type { UnitBlockers } from '../avoid/blockers.js';
import { limitsOf } from '../queue/budget.js';
import { Decisions } from './decisions.js';
import { UnitGoals } from './goals.js';
import { UnitPaths } from './paths.js';
import { stepsOn } from './steps.js';
import { type Traffic, type TrafficOptions, Unit } from './unit.js';

/**
 * Makes traffic on a map.
 *
 *     const traffic = trafficOf(nav);
 *     const unit = traffic.add(2, 2);
 *     traffic.send(unit, 37, 27);
 *     traffic.step(); // once a tick
 *
 * @throws {RangeError} if the blockers are of another map, or the budget is not above 0
 */
export function trafficOf(loaded: Nav, options: TrafficOptions = {}): Traffic {
  refuseUnknown(options, 'blockers', 'budget');
  const nav = inside(loaded);
  const limits = limitsOf(options?.budget ?? { work: Infinity });
  const walls = options?.blockers as UnitBlockers | undefined;
  if (walls && walls.nav !== nav) throw new RangeError('blockers of another map');
  const grid = nav.grid as Grid;
  const map = stepsOn(nav, walls);
  const { cover } = map;
  const goals = new UnitGoals(nav, map, walls);
  const paths = new UnitPaths(nav, map, walls, limits);
  const decisions = new Decisions(grid, map, goals, paths);
  const { held } = decisions;
  const units: Unit[] = [];
  let count = 0;
  return {
    units,
    add(x, y, options) {
      refuseUnknown(options, 'priority');
      const { priority = 0 } = options ?? {};
      if (!Number.isFinite(priority)) throw new RangeError(`priority is ${String(priority)}, not a number`);
      const cell = cellOf(grid, x, y);
      if (!map.isFree(x, y) || cover(cell).some((at) => held.has(at)))
        throw new RangeError(`cell ${x}, ${y} is closed or taken; add units to free cells`);
      const unit = new Unit(nav, held, count++, cell, x, y, priority);
      // It returns here when it is pushed aside, until another unit is sent here.
      if (!cover(cell).some((at) => goals.at(at))) goals.aim(unit, cell, 0);
      for (const at of cover(cell)) held.set(at, unit);
      units.push(unit);
      return unit;
    },
    send(to, x, y, options) {
      refuseUnknown(options, 'formation');
      const shape = options?.formation ?? 'block';
      if (!['block', 'line'].includes(shape)) throw new RangeError(`formation is ${shape}, allowed are block and line`);
      const sent = (Array.isArray(to) ? [...to] : [to]) as Unit[];
      for (const unit of sent)
        if (unit?.owner !== held) throw new TypeError(`unit is ${unit}, expected what add gives`);
      goals.send(sent, x, y, shape);
    },
    remove(unit) {
      const [one, at] = [unit as Unit, units.indexOf(unit as Unit)];
      if (at < 0) return false;
      goals.aim(one, -1);
      for (const [cell, holder] of held) if (holder === one) held.delete(cell);
      units.splice(at, 1);
      return true;
    },
    step() {
      if (paths.begin()) {
        map.refresh();
        for (const unit of units) unit.distances.clear();
      }
      decisions.begin(units);
      for (const unit of [...units].sort((a, b) => b.order - a.order || a.id - b.id))
        if (!unit.next) decisions.push(unit);
      held.clear();
      for (const unit of units) {
        unit.move(map.placeOf);
        for (const cell of [...cover(unit.cell), ...(unit.left > 0 ? cover(unit.from) : [])]) held.set(cell, unit);
      }
      return units.filter(({ under }) => under > 0).length;
    },
    isOn: (x, y) => held.has(cellOf(grid, x, y)),
  };
}
