/** Which unit is sent where: one goal for each unit, and formations for groups. */
import type { Grid } from '../../core/grid/grid.js';
import type { GridNav } from '../../runtime/nav.js';
import { nearestOpen } from '../../runtime/places.js';
import type { UnitBlockers } from '../avoid/blockers.js';
import { Formation, sorted } from './formation.js';
import type { Steps } from './steps.js';
import type { Unit } from './unit.js';

/** Formations that are remembered. */
const MOST_FORMATIONS = 8;

export class UnitGoals {
  /** Units by the padded cells of their goals. */
  readonly #units = new Map<number, Unit>();
  readonly #formations = new Map<string, Formation>();

  constructor(
    private readonly nav: GridNav,
    private readonly map: Steps,
    private readonly walls: UnitBlockers | undefined,
  ) {}

  /** @returns the unit whose goal covers a padded cell */
  at(cell: number): Unit | undefined {
    return this.#units.get(cell);
  }

  /** Gives a unit a goal, which idle units there lose; none below 0. @param under ticks that it counts as under way */
  aim(unit: Unit, target: number, under = 1): void {
    const { cover, placeOf } = this.map;
    for (const cell of unit.goal ? cover(unit.target) : [])
      if (this.#units.get(cell) === unit) this.#units.delete(cell);
    if (unit.goal && unit.group) for (const one of this.#formations.values()) one.release(unit.target);
    for (const cell of target < 0 ? [] : cover(target)) {
      const idle = this.#units.get(cell);
      if (idle && idle !== unit) {
        this.aim(idle, -1);
        idle.isLost = false;
      }
      this.#units.set(cell, unit);
    }
    const { x, y } = placeOf(target);
    unit.aim(target, target < 0 ? null : [x, y], under);
  }

  /** Sends units into a formation around a cell, as `send` of traffic. */
  send(units: readonly Unit[], x: number, y: number, shape: 'block' | 'line'): void {
    const { nav } = this;
    for (const unit of units) {
      this.aim(unit, -1);
      unit.group = units;
    }
    // Units that are shut in do not hold the others back.
    const canGo = (unit: Unit) => nav.isOpen(x, y) && nav.isReachable(unit.x, unit.y, x, y);
    const guide = units.find(canGo) ?? units.find((unit) => nav.isOpen(unit.x, unit.y));
    const middle = guide && nearestOpen(nav, x, y, [guide.x, guide.y]);
    if (!middle) return;
    const meanOf = (axis: 'x' | 'y') => units.reduce((sum, unit) => sum + unit[axis], 0) / units.length;
    const isUpright = Math.abs(meanOf('x') - x) > Math.abs(meanOf('y') - y);
    const columns = shape === 'block' ? Math.ceil(Math.sqrt(units.length)) : isUpright ? 1 : units.length;
    const rows = Math.ceil(units.length / columns);
    const isGoal = (cell: number) => this.map.cover(cell).some((at) => this.#units.get(at)?.group);
    const cell = (nav.grid as Grid).cell(...middle);
    const places = this.#formationAt(cell, columns, rows).places(units.length, isGoal);
    const ordered = sorted(units, rows);
    for (const [i, place] of sorted(places, rows).entries()) this.aim(ordered[i], place.cell);
  }

  #formationAt(cell: number, columns: number, rows: number): Formation {
    const { nav, map, walls } = this;
    const key = [cell, columns, rows, nav.version, walls?.version].join();
    const known =
      this.#formations.get(key) ?? new Formation(map, (nav.grid as Grid).size, map.placeOf(cell), columns, rows);
    if (this.#formations.size > MOST_FORMATIONS) this.#formations.clear();
    this.#formations.set(key, known);
    return known;
  }
}
