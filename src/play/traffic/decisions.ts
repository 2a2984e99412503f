/** The decisions of a tick: which unit takes which step, so that no two get the same cell. */
import type { Grid } from '../../core/grid/grid.js';
import type { UnitGoals } from './goals.js';
import type { UnitPaths } from './paths.js';
import type { Step, Steps } from './steps.js';
import type { Unit } from './unit.js';

/** Units that a push may move in a row. */
const MOST_PUSHED = 1000;

export class Decisions {
  /** By padded cell: the unit that covers it, and the one that gets it in this tick. */
  readonly held = new Map<number, Unit>();
  readonly #claimed = new Map<number, Unit>();
  /** Units in the order of their decisions. */
  readonly #decided: Unit[] = [];
  #depth = 0;

  constructor(
    private readonly grid: Grid,
    private readonly map: Steps,
    private readonly goals: UnitGoals,
    private readonly paths: UnitPaths,
  ) {}

  /** Begins a tick, and continues steps of several ticks. */
  begin(units: readonly Unit[]): void {
    this.#decided.length = 0;
    this.#claimed.clear();
    for (const unit of units) {
      unit.next = undefined;
      if (unit.left === 0) continue;
      for (const cell of this.map.cover(unit.from)) this.#claimed.set(cell, unit);
      this.#claim(unit, { to: unit.cell, ticks: 1 });
    }
  }

  /** Decides for a unit. @returns false if it cannot leave a cell that another unit wants */
  push(unit: Unit, pusher?: Unit): boolean {
    this.#depth++;
    const first = this.#depth < MOST_PUSHED ? this.#firstOf(unit) : undefined;
    const isDone =
      first &&
      (this.#take(unit, first) ||
        this.#ranked(unit, pusher).some((step) => step.to !== first.to && this.#take(unit, step)));
    this.#depth--;
    if (!isDone) this.#claim(unit, { to: unit.cell, ticks: 1 });
    return !!isDone;
  }

  /**
   * The step on a unit's path. Any goal of a group will do: before, it exchanges goals with a unit in its way that is
   * home or comes the other way.
   */
  #firstOf(unit: Unit): Step {
    const { paths, goals } = this;
    const first = paths.firstOf(unit);
    const other = this.held.get(first.to);
    if (!other || other === unit || !unit.group || other.group !== unit.group || other.next) return first;
    const { target } = other;
    if (other.cell !== target && paths.firstOf(other).to !== unit.cell) return first;
    goals.aim(other, unit.target, unit.under);
    goals.aim(unit, target, unit.under);
    return paths.firstOf(unit);
  }

  /** Its own cell and all steps, the best first; of equal ones free cells out of the way of the pusher. */
  #ranked(unit: Unit, pusher?: Unit): Step[] {
    const { paths } = this;
    const steps = [{ to: unit.cell, ticks: 1 }, ...this.map.steps(unit.cell)];
    const distances = unit.isLost ? [undefined] : steps.map(({ to }) => paths.distanceOf(unit, to));
    const isExact = !distances.includes(undefined);
    const behind = pusher?.ahead(2);
    const salt = Math.imul(31 * paths.tick + unit.id, 0x9e3779b1);
    const rated = steps.map((step, i) => {
      // Without distances it prefers to stay.
      const far = isExact ? (distances[i] as number) : i === 0 ? -1 : 0;
      const taken = i === 0 ? 2e-4 : this.held.has(step.to) ? 1e-4 : 0;
      const tie = taken + (behind === step.to ? 4e-4 : 0) + ((salt >>> i) & 7) * 1e-6;
      return { step, rate: step.ticks + far + tie };
    });
    const open = rated.filter(({ rate }) => rate < Infinity).sort((a, b) => a.rate - b.rate);
    return open.map(({ step }) => step);
  }

  /** Decides for a step if all units in its cells can leave them in this tick. */
  #take(unit: Unit, step: Step): boolean {
    const { cover } = this.map;
    const cells = cover(step.to);
    if (cells.some((cell) => this.#claimed.has(cell)) || this.#crosses(unit, step.to)) return false;
    const others = cells.map((cell) => this.held.get(cell)).filter((other) => other && other !== unit) as Unit[];
    if (others.some(({ next }) => next && cover(next.to).some((cell) => this.held.get(cell) === unit))) return false;
    const mark = this.#decided.length;
    this.#claim(unit, step);
    const isLeft = others.every((other) => other.next || this.push(other, unit));
    if (isLeft && cells.every((cell) => this.#claimed.get(cell) === unit)) return true;
    this.#release(unit);
    this.#undo(unit, this.#decided.splice(mark).slice(1));
    return false;
  }

  /** After a step that failed: keeps decisions of the units that were pushed, unless one got the unit's own cells. */
  #undo(unit: Unit, pushed: readonly Unit[]): void {
    const isTaken = this.map.cover(unit.cell).some((cell) => pushed.includes(this.#claimed.get(cell) as Unit));
    for (const other of pushed)
      if (isTaken && other.next?.to !== other.cell) this.#release(other);
      else this.#decided.push(other);
  }

  /** Whether a diagonal step would cross that of another unit, between the two cells next to it. */
  #crosses({ x, y, cell }: Unit, to: number): boolean {
    const { size, stride } = this.grid;
    const place = this.map.placeOf(to);
    const [dx, dy] = [place.x - x, place.y - y];
    if (size > 1 || Math.abs(dx * dy) !== 1) return false;
    const [a, b] = [cell + dx, cell + dy * stride];
    return this.held.get(a)?.next?.to === b || this.held.get(b)?.next?.to === a;
  }

  #claim(unit: Unit, next: Step): void {
    unit.next = next;
    this.#decided.push(unit);
    for (const cell of this.map.cover(next.to)) this.#claimed.set(cell, unit);
    if (next.ticks > 1) for (const cell of this.map.cover(unit.cell)) this.#claimed.set(cell, unit);
  }

  #release(unit: Unit): void {
    const { cover } = this.map;
    for (const cell of unit.next ? [...cover(unit.next.to), ...cover(unit.cell)] : [])
      if (this.#claimed.get(cell) === unit) this.#claimed.delete(cell);
    unit.next = undefined;
  }
}
