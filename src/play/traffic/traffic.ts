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
import { assertNumber } from '../../core/errors.js';
import { cellOf } from '../../core/grid/cells.js';
import type { Grid } from '../../core/grid/grid.js';
import { now } from '../../core/search/clock.js';
import { PathBuffer } from '../../core/search/path.js';
import { refuseUnknown } from '../../core/unknown-names.js';
import { inside, type Nav } from '../../runtime/nav.js';
import { nearestOpen } from '../../runtime/places.js';
import type { UnitBlockers } from '../avoid/blockers.js';
import { Formation, sorted } from './formation.js';
import { type Place, stepsOn } from './steps.js';
import { type Step, type Traffic, type TrafficOptions, Unit } from './unit.js';

/** Work of a node that a search expands, as a queue counts it. */
const WORK_OF_NODE = 8;
/** Distances that a unit remembers, and units that a push may move in a row. */
const MOST_DISTANCES = 4096;
const MOST_PUSHED = 1000;
/** Formations that it remembers. */
const MOST_FORMATIONS = 8;
/** Ticks over which units search again after an edit. */
const SPREAD = 8;

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
  const { budget = {} } = options ?? {};
  if (typeof budget !== 'object') throw new TypeError(`budget is ${budget}, expected { ms } or { work }`);
  const limits = { ms: Infinity, work: Infinity, ...budget };
  refuseUnknown(limits, 'ms', 'work');
  for (const limit of Object.values(limits)) {
    assertNumber(limit, 'budget');
    if (!(limit > 0)) throw new RangeError(`budget is ${limit}, not above 0`);
  }
  const walls = options?.blockers as UnitBlockers | undefined;
  if (walls && walls.nav !== nav) throw new RangeError('blockers of another map');
  const grid = nav.grid as Grid;
  const { size, stride } = grid;
  const map = stepsOn(nav, walls);
  const { isFree, placeOf, cover, steps, refresh } = map;
  const path = new PathBuffer();
  const units: Unit[] = [];
  /** By padded cell: who is there, who gets it in this tick, whose goal it is. */
  const [held, claimed, goals] = [new Map<number, Unit>(), new Map<number, Unit>(), new Map<number, Unit>()];
  const formations = new Map<string, Formation>();
  /** Units in the order of their decisions. */
  const decided: Unit[] = [];
  let [count, tick, version, spent, begun, depth] = [0, 0, -1, 0, 0, 0];

  const aim = (unit: Unit, target: number, under = 1): void => {
    for (const cell of unit.goal ? cover(unit.target) : []) if (goals.get(cell) === unit) goals.delete(cell);
    if (unit.goal && unit.group) for (const one of formations.values()) one.release(unit.target);
    for (const cell of target < 0 ? [] : cover(target)) {
      const idle = goals.get(cell);
      if (idle && idle !== unit) {
        aim(idle, -1);
        idle.isLost = false;
      }
      goals.set(cell, unit);
    }
    const goal = target < 0 ? null : ([placeOf(target).x, placeOf(target).y] as const);
    Object.assign(unit, { target, goal, isLost: !goal, path: [], index: 0, version: -1, stalled: 0 });
    Object.assign(unit, { under: goal ? under : 0, fewest: Infinity });
    unit.distances.clear();
  };

  const formationAt = (cell: number, columns: number, rows: number): Formation => {
    const key = [cell, columns, rows, nav.version, walls?.version].join();
    const found = formations.get(key) ?? new Formation(map, size, map.placeOf(cell), columns, rows);
    if (formations.size > MOST_FORMATIONS) formations.clear();
    formations.set(key, found);
    return found;
  };

  const hasWork = (): boolean => spent < limits.work && (limits.ms === Infinity || now() - begun < limits.ms);

  const search = ({ x, y }: Pick<Place, 'x' | 'y'>, goal: [number, number]): boolean => {
    spent += WORK_OF_NODE;
    // Without a search, the number of expanded nodes would be that of another query.
    if (!nav.isReachable(x, y, ...goal)) return false;
    const isFound = (walls ?? nav).findPathInto(x, y, ...goal, path);
    spent += WORK_OF_NODE * (nav.expanded ?? nav.search.expanded) + (walls?.work ?? 0);
    return isFound;
  };

  /** The next cell of a unit's path, which is searched for while the budget lasts; its own without one. */
  const firstOf = (unit: Unit): Step => {
    const { goal, cell } = unit;
    const all = steps(cell);
    const isNew = unit.version !== version;
    // After an edit not all units search in the same tick, but those whose way is closed.
    const isDue = isNew && ((unit.id + tick) % SPREAD === 0 || !all.some(({ to }) => to === unit.ahead(1)));
    if (goal && cell !== unit.target && (isDue || !(unit.isLost || unit.isOnPath)) && hasWork()) {
      unit.isLost = !search(unit, goal);
      unit.path = [];
      const { cells, cellCount } = path;
      for (let i = 0; !unit.isLost && i < 2 * cellCount; i += 2) unit.path.push(grid.cell(cells[i], cells[i + 1]));
      [unit.index, unit.version] = [0, version];
      if (isNew) unit.fewest = Infinity;
    }
    const next = unit.ahead(1);
    return all.find(({ to }) => to === next) ?? { to: cell, ticks: 1 };
  };

  /** Distance of a cell from a unit's goal; undefined if the budget has left no work for it. */
  const distanceOf = ({ goal, distances }: Unit, cell: number): number | undefined => {
    if (goal && !distances.has(cell) && hasWork()) {
      if (distances.size > MOST_DISTANCES) distances.clear();
      distances.set(cell, search(placeOf(cell), goal) ? path.cost : Infinity);
    }
    return distances.get(cell);
  };

  /** Its own cell and all steps, the best first; of equal ones free cells out of the way of the pusher. */
  const ranked = (unit: Unit, pusher?: Unit): Step[] => {
    const all = [{ to: unit.cell, ticks: 1 }, ...steps(unit.cell)];
    const distances = unit.isLost ? [undefined] : all.map(({ to }) => distanceOf(unit, to));
    const isExact = !distances.includes(undefined);
    const behind = pusher?.ahead(2);
    const salt = Math.imul(31 * tick + unit.id, 0x9e3779b1);
    const rated = all.map((step, i) => {
      // Without distances it prefers to stay.
      const far = isExact ? (distances[i] as number) : i === 0 ? -1 : 0;
      const tie =
        (i === 0 ? 2e-4 : held.has(step.to) ? 1e-4 : 0) + (behind === step.to ? 4e-4 : 0) + ((salt >>> i) & 7) * 1e-6;
      return { step, rate: step.ticks + far + tie };
    });
    const open = rated.filter(({ rate }) => rate < Infinity).sort((a, b) => a.rate - b.rate);
    return open.map(({ step }) => step);
  };

  /** Whether a diagonal step would cross that of another unit, between the two cells next to it. */
  const crosses = ({ x, y, cell }: Unit, to: number): boolean => {
    const [dx, dy] = [placeOf(to).x - x, placeOf(to).y - y];
    if (size > 1 || Math.abs(dx * dy) !== 1) return false;
    const [a, b] = [cell + dx, cell + dy * stride];
    return held.get(a)?.next?.to === b || held.get(b)?.next?.to === a;
  };

  const claim = (unit: Unit, next: Step): void => {
    unit.next = next;
    decided.push(unit);
    for (const cell of cover(next.to)) claimed.set(cell, unit);
    if (next.ticks > 1) for (const cell of cover(unit.cell)) claimed.set(cell, unit);
  };

  const release = (unit: Unit): void => {
    for (const cell of unit.next ? [...cover(unit.next.to), ...cover(unit.cell)] : [])
      if (claimed.get(cell) === unit) claimed.delete(cell);
    unit.next = undefined;
  };

  /** Decides for a step if all units in its cells can leave them in this tick. */
  const take = (unit: Unit, step: Step): boolean => {
    const cells = cover(step.to);
    if (cells.some((cell) => claimed.has(cell)) || crosses(unit, step.to)) return false;
    const others = cells.map((cell) => held.get(cell)).filter((other) => other && other !== unit) as Unit[];
    if (others.some(({ next }) => next && cover(next.to).some((cell) => held.get(cell) === unit))) return false;
    const mark = decided.length;
    claim(unit, step);
    const isLeft = others.every((other) => other.next || push(other, unit));
    if (isLeft && cells.every((cell) => claimed.get(cell) === unit)) return true;
    release(unit);
    const after = decided.splice(mark).slice(1);
    // A pushed unit may have got the unit's own cells before another push failed.
    const isTaken = cover(unit.cell).some((cell) => after.includes(claimed.get(cell) as Unit));
    for (const other of after)
      if (isTaken && other.next?.to !== other.cell) release(other);
      else decided.push(other);
    return false;
  };

  /** Decides for a unit. @returns false if it cannot leave a cell that another unit wants */
  const push = (unit: Unit, pusher?: Unit): boolean => {
    depth++;
    let first = depth < MOST_PUSHED ? firstOf(unit) : undefined;
    const other = first && held.get(first.to);
    // Any goal of the group will do: exchange goals with a unit that is home or comes the other way.
    if (other && other !== unit && unit.group && other.group === unit.group && !other.next) {
      const { target } = other;
      if (other.cell === target || firstOf(other).to === unit.cell) {
        aim(other, unit.target, unit.under);
        aim(unit, target, unit.under);
        first = firstOf(unit);
      }
    }
    const isDone =
      first && (take(unit, first) || ranked(unit, pusher).some((step) => step.to !== first.to && take(unit, step)));
    depth--;
    if (!isDone) claim(unit, { to: unit.cell, ticks: 1 });
    return !!isDone;
  };

  const move = (unit: Unit): void => {
    const { to, ticks, link } = unit.next as Step;
    if (unit.left > 0) unit.left--;
    else {
      const { x, y } = placeOf(to);
      Object.assign(unit, { from: unit.cell, cell: to, x, y, ticks, left: ticks - 1, link: link ?? null });
      if (unit.path[unit.index + 1] === to) unit.index++;
      const far = unit.isOnPath ? unit.path.length - unit.index : Infinity;
      unit.stalled = far < unit.fewest ? 0 : unit.stalled + 1;
      unit.fewest = Math.min(unit.fewest, far);
    }
    unit.under = ['moving', 'stuck', 'waiting'].includes(unit.status) ? unit.under + 1 : 0;
    for (const cell of [...cover(unit.cell), ...(unit.left > 0 ? cover(unit.from) : [])]) held.set(cell, unit);
  };

  return {
    units,
    add(x, y, options) {
      refuseUnknown(options, 'priority');
      const { priority = 0 } = options ?? {};
      if (!Number.isFinite(priority)) throw new RangeError(`priority is ${String(priority)}, not a number`);
      const cell = cellOf(grid, x, y);
      if (!isFree(x, y) || cover(cell).some((at) => held.has(at)))
        throw new RangeError(`cell ${x}, ${y} is closed or taken; add units to free cells`);
      const unit = new Unit(nav, held, count++, cell, x, y, priority);
      // It returns here when it is pushed aside, until another unit is sent here.
      if (!cover(cell).some((at) => goals.has(at))) aim(unit, cell, 0);
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
      for (const unit of sent) {
        aim(unit, -1);
        unit.group = sent;
      }
      // Units that are shut in do not hold the others back.
      const canGo = (unit: Unit) => nav.isOpen(x, y) && nav.isReachable(unit.x, unit.y, x, y);
      const guide = sent.find(canGo) ?? sent.find((unit) => nav.isOpen(unit.x, unit.y));
      const middle = guide && nearestOpen(nav, x, y, [guide.x, guide.y]);
      if (!middle) return;
      const [dx, dy] = (['x', 'y'] as const).map(
        (axis) => sent.reduce((sum, unit) => sum + unit[axis], 0) / sent.length,
      );
      const isUpright = Math.abs(dx - x) > Math.abs(dy - y);
      const columns = shape === 'block' ? Math.ceil(Math.sqrt(sent.length)) : isUpright ? 1 : sent.length;
      const rows = Math.ceil(sent.length / columns);
      const isGoal = (cell: number) => cover(cell).some((at) => goals.get(at)?.group);
      const places = formationAt(grid.cell(...middle), columns, rows).places(sent.length, isGoal);
      const ordered = sorted(sent, rows);
      for (const [i, { cell }] of sorted(places, rows).entries()) aim(ordered[i], cell);
    },
    remove(unit) {
      const [one, at] = [unit as Unit, units.indexOf(unit as Unit)];
      if (at < 0) return false;
      aim(one, -1);
      for (const [cell, holder] of held) if (holder === one) held.delete(cell);
      units.splice(at, 1);
      return true;
    },
    step() {
      [tick, spent, begun, decided.length] = [tick + 1, 0, now(), 0];
      claimed.clear();
      const isNew = version !== nav.version + (walls?.version ?? 0);
      version = nav.version + (walls?.version ?? 0);
      if (isNew) refresh();
      for (const unit of units) {
        if (isNew) unit.distances.clear();
        unit.next = undefined;
        if (unit.left > 0) for (const cell of cover(unit.from)) claimed.set(cell, unit);
        if (unit.left > 0) claim(unit, { to: unit.cell, ticks: 1 });
      }
      for (const unit of [...units].sort((a, b) => b.order - a.order || a.id - b.id)) if (!unit.next) push(unit);
      held.clear();
      for (const unit of units) move(unit);
      return units.filter(({ under }) => under > 0).length;
    },
    isOn: (x, y) => held.has(cellOf(grid, x, y)),
  };
}
