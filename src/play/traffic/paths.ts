/** Paths of units and exact distances from their goals, searched for while the budget of a tick lasts. */
import type { Grid } from '../../core/grid/grid.js';
import { now } from '../../core/search/clock.js';
import { PathBuffer } from '../../core/search/path.js';
import type { GridNav } from '../../runtime/nav.js';
import type { UnitBlockers } from '../avoid/blockers.js';
import { WORK_OF_NODE } from '../queue/budget.js';
import type { Place, Step, Steps } from './steps.js';
import type { Unit } from './unit.js';

/** Distances that a unit remembers. */
const MOST_DISTANCES = 4096;
/** Ticks over which units search again after an edit. */
const SPREAD = 8;

export class UnitPaths {
  tick = 0;
  /** State of the map and its blockers. */
  #version = -1;
  readonly #path = new PathBuffer();
  #spent = 0;
  #begun = 0;

  /** @param limits of a tick */
  constructor(
    private readonly nav: GridNav,
    private readonly map: Steps,
    private readonly walls: UnitBlockers | undefined,
    private readonly limits: { ms: number; work: number },
  ) {}

  /** Begins a tick. @returns whether the map has changed since the last one */
  begin(): boolean {
    this.tick++;
    [this.#spent, this.#begun] = [0, now()];
    const version = this.nav.version + (this.walls?.version ?? 0);
    const isNew = version !== this.#version;
    this.#version = version;
    return isNew;
  }

  /** The next step on a unit's path, which is searched for while the budget lasts; its own cell without one. */
  firstOf(unit: Unit): Step {
    const { goal, cell } = unit;
    const steps = this.map.steps(cell);
    const isNew = unit.version !== this.#version;
    // After an edit not all units search in the same tick, but those whose way is closed.
    const isDue = isNew && ((unit.id + this.tick) % SPREAD === 0 || !steps.some(({ to }) => to === unit.ahead(1)));
    if (goal && cell !== unit.target && (isDue || !(unit.isLost || unit.isOnPath)) && this.#hasWork()) {
      unit.isLost = !this.#search(unit, goal);
      unit.path = unit.isLost ? [] : this.#cells();
      [unit.index, unit.version] = [0, this.#version];
      if (isNew) unit.fewest = Infinity;
    }
    const next = unit.ahead(1);
    return steps.find(({ to }) => to === next) ?? { to: cell, ticks: 1 };
  }

  /** Distance of a cell from a unit's goal; undefined if the budget has left no work for it. */
  distanceOf({ goal, distances }: Unit, cell: number): number | undefined {
    if (goal && !distances.has(cell) && this.#hasWork()) {
      if (distances.size > MOST_DISTANCES) distances.clear();
      distances.set(cell, this.#search(this.map.placeOf(cell), goal) ? this.#path.cost : Infinity);
    }
    return distances.get(cell);
  }

  #hasWork(): boolean {
    const { ms, work } = this.limits;
    return this.#spent < work && (ms === Infinity || now() - this.#begun < ms);
  }

  #search({ x, y }: Pick<Place, 'x' | 'y'>, goal: [number, number]): boolean {
    const { nav, walls } = this;
    this.#spent += WORK_OF_NODE;
    // Without a search, the number of expanded nodes would be that of another query.
    if (!nav.isReachable(x, y, ...goal)) return false;
    const isFound = (walls ?? nav).findPathInto(x, y, ...goal, this.#path);
    this.#spent += WORK_OF_NODE * (nav.expanded ?? nav.search.expanded) + (walls?.work ?? 0);
    return isFound;
  }

  /** Padded cells of the path that was found. */
  #cells(): number[] {
    const { cells, cellCount } = this.#path;
    const grid = this.nav.grid as Grid;
    return Array.from({ length: cellCount }, (_, i) => grid.cell(cells[2 * i], cells[2 * i + 1]));
  }
}
