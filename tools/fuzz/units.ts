/** Checks of queues, walkers and traffic, by the names of rows. */
import { type Any, type Cell, type Model, pairsOf, same } from './model.js';
import type { Args } from './programs.js';
import { agree, blockedCells, type Check, checkPath, type Run, termsOf } from './queries.js';

/** Answers of queues that have come since. */
export function checkAnswers(r: Run): void {
  for (const [id, { status, version, path }] of r.scope.answers.splice(0)) {
    const a = r.held.requests[id];
    const isLate = a?.isAsked && version !== r.scope.nav.version;
    if (!a || status === 'replaced' || status === 'cancelled' || isLate) continue;
    agree('version and status of an answer', [version, status === 'found'], [r.scope.nav.version, !!path]);
    checkPath(r, 'nav', path, a.from, a.to, termsOf(r, { options: a.options }, a.from, a.to));
  }
}
const newQueue: Check = (r, a) => void Object.assign(r.held, { requests: {}, isTimed: !!a.options.budget.ms });
const asked =
  (isAsked: boolean): Check =>
  (r, a) =>
    void Object.assign(r.held.requests, { [a.id]: { ...a, isAsked } });
const QUEUES: Record<string, Check> = {
  ...{ pathQueue: newQueue, jointQueue: newQueue, cachedQueue: newQueue },
  ...{ request: asked(false), requestLinks: asked(false), ask: asked(true) },
};

/** A walker: its model, the cell where it is, and what was known of it before the operation. */
type Walking = { m: Model; at: Cell; one: Any; held: Any };
const walkersOf = (r: Run): Walking[] =>
  r.scope.walkers.flatMap((one: Any, k: number) => {
    const held = r.held.walkers[k];
    return one && held ? [{ one, held, m: r.models[held.of], at: r.scope.cellAt(r.scope[held.of], one.x, one.y) }] : [];
  });

/** Takes note of where walkers and units are before they move. */
export function look(r: Run): void {
  for (const { one, held, at } of walkersOf(r))
    Object.assign(held, { x: one.x, y: one.y, at, link: one.link && { ...one.link } });
  const before = r.held.units ?? new Map();
  const seen = ({ x, y }: Any) => ({ cell: [x, y], from: [x, y], until: 0 });
  r.held.units = new Map(r.scope.traffic?.units.map((unit: Any) => [unit, before.get(unit) ?? seen(unit)]));
}

/** With blockers, a walker is one of the units in the way while it stands after an update. */
function stand(r: Run, { one, held, at, m }: Walking): void {
  const isStanding = held.blockers && ['idle', 'arrived', 'unreachable'].includes(one.status);
  r.blocked.delete(one);
  if (isStanding) r.blocked.set(one, [...at, m.size]);
}

/** A move goes not farther than the speed allows, through nothing closed, and past corners as steps do. */
function checkMove(r: Run, { one, held, m, at: end }: Walking, ms: number): void {
  const { x, y, link, of } = held;
  const [dx, dy] = [one.x - x, one.y - y];
  const far = Math.hypot(dx, dy);
  if (link && far > 0) agree('place after a link', [one.x, one.y], [link.x, link.y]);
  if (link || far === 0) return;
  const lands = m.ways().some((list) => list.some((way) => way.link && way.to === m.index(end)));
  const isFast = far > (one.speed * ms) / 1000 + 1e-3;
  agree('a walker goes too far', isFast && !lands && !m.isHex, false);
  let at: Cell = held.at;
  const isSampled = m.size === 1 && m.isOpen(at) && !(lands && (isFast || m.isHex));
  for (let t = 0; isSampled && t <= 1; t += 1 / 16) {
    const corners = pairsOf([-1, -1, 1, -1, -1, 1, 1, 1]);
    const point = ([a, b]: Cell) => r.scope.cellAt(r.scope[of], x + t * dx + a * 1e-4, y + t * dy + b * 1e-4);
    const near: Cell[] = corners.map(point);
    if (near.some((cell) => same(cell, at))) continue;
    const steps = m.waysFrom(at);
    // Straight lines may lead over a corner of open cells where no diagonal step does.
    const twice = m.rule === 'never' && held.isPulled ? steps.flatMap(({ to }) => m.waysFrom(m.at(to))) : [];
    const next = near.find((cell) => [...steps, ...twice].some(({ to }) => to === m.index(cell)));
    agree('cells that a walker enters without a step', next ? [] : near, []);
    at = next as Cell;
  }
}

/** Status and goal of a walker that has nothing to wait for, or with `isSettled` has had a long time. */
function checkStatus(r: Run, { one, held, m, at }: Walking, isSettled = false): void {
  const { to, queue, blockers } = held;
  const mayWait = queue || blockers || held.link || one.link || !to || !held.isPulled;
  if (mayWait && !(isSettled && (!queue || queue === r.scope.queue))) return;
  const costs = m.isOpen(at) ? m.costsFrom(at) : [];
  const isCut = to && m.isOpen(to) && costs[m.index(to)] === Infinity;
  const open = !to ? ['idle'] : isCut ? ['unreachable'] : isSettled ? ['arrived'] : ['walking', 'arrived'];
  const expected = !m.isOpen(at) ? ['blocked'] : blockers && to ? [...open, 'unreachable'] : open;
  agree('status of a walker', expected.includes(one.status) ? expected : one.status, expected);
  const goal = to && m.nearest(to, costs);
  if (!goal || isCut || blockers || held.isPushed) return;
  agree('square of the distance to the goal', m.apart(to, isSettled ? at : one.goal), m.apart(to, goal));
}

const newWalker =
  (of: string, isStepper = false): Check =>
  (r, { k, options = {} }) => {
    const { queue, blockers, pull = r.models[of].rule !== 'never' } = options;
    r.held.walkers[k] ??= { of, queue: queue && r.scope.queue, blockers, isPulled: pull && !isStepper };
  };
/** A check of a walker that there is. */
const walker =
  (check: (r: Run, w: Walking, a: Args, result: Any) => void): Check =>
  (r, a, _, result) => {
    for (const w of walkersOf(r)) if (w.one === r.scope.walkers[a.k]) check(r, w, a, result);
  };
/** After an update, or after many without a pause. */
const moved = walker((r, w, { pause }) => {
  if (pause !== undefined) checkMove(r, w, pause);
  checkStatus(r, w, pause === undefined);
  stand(r, w);
});
const WALKERS: Record<string, Check> = {
  ...{ follow: newWalker('nav'), stepper: newWalker('nav', true), cartWalker: newWalker('cart') },
  to: walker((_, { held }, { to }) => Object.assign(held, { to })),
  stop: walker((_, { held }) => Object.assign(held, { to: undefined })),
  ...{ update: moved, settle: moved },
  escape: walker((_, { held, m, at }, __, isOut) => {
    const was: Cell = held.at;
    agree('escape', isOut, m.cells.some(m.isOpen));
    // On hexagons, several cells may be nearest.
    if (!isOut || m.isOpen(was) || m.isHex) return;
    const goal = held.to && m.nearest(held.to);
    const costs = goal && m.costsTo([goal]);
    agree('escape to an open cell with a way', m.isOpen(at) && costs?.[m.index(at)] !== Infinity, true);
    agree('square of the distance', m.apart(was, at), m.apart(was, m.nearest(was, costs) as Cell));
  }),
  crowdOf(r) {
    for (const w of walkersOf(r)) {
      const { held, m, at } = w;
      agree('a walker is pushed', m.isOpen(at) || !m.isOpen(held.at) || m.size > 1 || m.isHex, true);
      held.isPushed = true;
      stand(r, w);
    }
  },
};

/** Units never share a cell, swap cells or cross, and step as ways lead, in as many ticks as the way costs. */
const checkTraffic: Check = (r, _, m) => {
  const tick = ++r.held.tick;
  const terms = r.held.isAround ? { taken: blockedCells(r) } : {};
  const units: Any[] = [...(r.scope.traffic?.units ?? [])];
  const all = units.map((unit) => ({ unit, seen: r.held.units.get(unit), was: r.held.units.get(unit).cell as Cell }));
  for (const { unit, seen, was } of all) {
    const cell: Cell = [unit.x, unit.y];
    if (same(cell, was)) continue;
    const isWay = ({ to, link }: Any) => to === m.index(cell) && link?.name === unit.link?.name;
    agree('step of a unit, after the last', [m.waysFrom(was, terms).some(isWay), tick > seen.until], [true, true]);
    const ticks = unit.link ? Math.max(1, Math.round(unit.link.cost)) : m.costAt(cell);
    Object.assign(seen, { cell, from: was, until: tick + ticks - 1 });
  }
  const meet = (a: Cell, b: Cell) => Math.abs(a[0] - b[0]) < m.size && Math.abs(a[1] - b[1]) < m.size;
  const cellsOf = ({ cell, from, until }: Any): Cell[] => (until > tick ? [cell, from] : [cell]);
  const middle = (a: Cell, b: Cell): Cell => [a[0] + b[0], a[1] + b[1]];
  for (const [i, { unit: one, seen: a, was }] of all.entries())
    for (const { unit: other, seen: b, was: last } of all.slice(0, i)) {
      const isShared = cellsOf(a).some((cell) => cellsOf(b).some((at) => meet(cell, at)));
      const hasGoals = one.goal && other.goal && meet(one.goal, other.goal);
      const isMove = !same(was, a.cell) && !same(last, b.cell);
      const isSwap = isMove && meet(a.cell, last) && meet(b.cell, was);
      const isCross = isMove && same(middle(was, a.cell), middle(last, b.cell)) && !m.isHex && !one.link && !other.link;
      agree('units share cells, or a goal, swap, cross', [isShared, !!hasGoals, isSwap, isCross], Array(4).fill(false));
    }
};

const TRAFFIC: Record<string, Check> = {
  step: checkTraffic,
  trafficOf(r, { options = {} }) {
    Object.assign(r.held, { units: new Map(), tick: 0, isAround: options.blockers, isSlow: options.budget?.ms });
  },
  add: (_, { at }, m, unit) => agree('place of a unit', !unit || m.isOpen(at), true),
};

export const UNITS = { ...QUEUES, ...WALKERS, ...TRAFFIC };
