/** Checks of queues, walkers and traffic, by the names of rows. */
import { type Any, type Cell, type Model, pairsOf, same } from './model.js';
import type { Args } from './programs.js';
import { blockedCells, type Check, checkPath, type Run, termsOf, want } from './queries.js';

/** Answers of queues that have come since. */
export function checkAnswers(r: Run): void {
  for (const [id, { status, version, path }] of r.scope.answers.splice(0)) {
    const a = r.held.requests[id];
    const isLate = a?.isAsked && version !== r.scope.nav.version;
    if (!a || status === 'replaced' || status === 'cancelled' || isLate) continue;
    const isRight = version === r.scope.nav.version && (status === 'found') === !!path;
    want(isRight, 'an answer is', status, 'of version', version);
    checkPath(r, 'nav', path, a.from, a.to, termsOf(r, { avoid: a.options?.avoid, options: a.options }, a.from, a.to));
  }
}
const newQueue: Check = (r, a) => void Object.assign(r.held, { requests: {}, isTimed: !!a.options.budget.ms });
const asked =
  (isAsked = false): Check =>
  (r, a) => {
    r.held.requests[a.id] = { ...a, isAsked };
  };
const QUEUES: Record<string, Check> = {
  ...{ pathQueue: newQueue, jointQueue: newQueue, cachedQueue: newQueue },
  ...{ request: asked(), requestLinks: asked(), ask: asked(true) },
};

const isFree = (m: Model, cell: Cell) => m.isOn(...cell) && m.isOpen(...cell);
const cellOf = (r: Run, of: string, { x, y }: Any): Cell => r.scope.cellAt(r.scope[of], x, y);

/** Takes note of where walkers are. With blockers, a walker is one of the units while it stands after an update. */
export function look(r: Run, moved: readonly number[] = []): void {
  for (const [i, walker] of r.scope.walkers.entries()) {
    const held = r.held.walkers[i];
    if (!held || !walker) continue;
    const { x, y, link, status } = walker;
    Object.assign(held, { x, y, at: cellOf(r, held.of, walker), link: link && { ...link } });
    if (!moved.includes(i)) continue;
    r.blocked.delete(walker);
    const isStanding = held.blockers && ['idle', 'arrived', 'unreachable'].includes(status);
    if (isStanding) r.blocked.set(walker, [held.at[0], held.at[1], r.models[held.of].size]);
  }
}

/** A move goes not farther than the speed allows, through nothing closed, and past corners as steps do. */
function checkMove(r: Run, held: Any, walker: Any, ms: number): void {
  const [m, { x, y, link }] = [r.models[held.of], held];
  const [dx, dy] = [walker.x - x, walker.y - y];
  const far = Math.hypot(dx, dy);
  if (link) want(far === 0 || (walker.x === link.x && walker.y === link.y), 'a walker leaves a link at', walker.x);
  if (link || far === 0) return;
  const end = cellOf(r, held.of, walker);
  const lands = m.ways().some((list) => list.some((way) => way.link && same(m.at(way.to), end)));
  const isFast = far > (walker.speed * ms) / 1000 + 1e-3;
  if (!m.isHex) want(!isFast || lands, 'a walker goes', far, 'cells in', ms, 'ms');
  let { at } = held;
  const isSampled = m.size === 1 && isFree(m, at) && !(lands && (isFast || m.isHex));
  for (let t = 0; isSampled && t <= 1; t += 1 / 16) {
    const point = (a: number, b: number) => ({ x: x + t * dx + a * 1e-4, y: y + t * dy + b * 1e-4 });
    const near = pairsOf([-1, -1, 1, -1, -1, 1, 1, 1]).map((corner) => cellOf(r, held.of, point(...corner)));
    if (near.some((cell) => same(cell, at))) continue;
    const steps = m.waysFrom(m.index(...(at as Cell)));
    // Straight lines may lead over a corner of open cells where no diagonal step does.
    const twice = m.rule === 'never' && held.isPulled ? steps.flatMap(({ to }) => m.waysFrom(to)) : [];
    const ways = [...steps, ...twice].map(({ to }) => m.at(to));
    const next = near.find((cell) => ways.some((to) => same(to, cell)));
    want(next, 'a walker goes from', at, 'to', near.join(' or '), 'where no step leads');
    at = next;
  }
}

/** Status and goal of a walker that has nothing to wait for, or with `isSettled` has had a long time. */
function checkStatus(r: Run, held: Any, walker: Any, isSettled = false): void {
  const [m, at] = [r.models[held.of], cellOf(r, held.of, walker)];
  const mayWait = held.queue || held.blockers || held.link || walker.link || !held.to || !held.isPulled;
  const isAlone = isSettled && (!held.queue || held.queue === r.scope.queue);
  if (mayWait && !isAlone) return;
  const costs = isFree(m, at) ? m.costsFrom(at) : [];
  const isCut = held.to && isFree(m, held.to) && costs[m.index(...(held.to as Cell))] === Infinity;
  const open = !held.to ? ['idle'] : isCut ? ['unreachable'] : isSettled ? ['arrived'] : ['walking', 'arrived'];
  const some = held.blockers && held.to ? [...open, 'unreachable'] : open;
  const expected = isFree(m, at) ? some : ['blocked'];
  want(expected.includes(walker.status), 'a walker at', at, 'is', walker.status, 'expected', expected.join(' or '));
  const goal = held.to && m.nearest(held.to, (i) => costs[i] < Infinity);
  if (!goal || isCut || held.blockers || held.isPushed) return;
  const reached = isSettled ? at : walker.goal;
  const isNearest = reached && Math.abs(m.apart(held.to, reached) - m.apart(held.to, goal)) < 1e-6;
  want(isNearest, 'the goal of a walker is', reached, 'expected', goal);
}

const newWalker =
  (of: string, isStepper = false): Check =>
  (r, a) => {
    const { queue, blockers, pull = r.models[of].rule !== 'never' } = a.options ?? {};
    const isPulled = pull && !isStepper;
    r.held.walkers[a.k] ??= { of, queue: queue && r.scope.queue, blockers, isPulled };
  };
/** A check of a walker that there is. */
const walker =
  (check: (r: Run, held: Any, walker: Any, a: Args, result: Any) => void): Check =>
  (r, a, _, result) => {
    if (r.scope.walkers[a.k]) check(r, r.held.walkers[a.k], r.scope.walkers[a.k], a, result);
  };
const WALKERS: Record<string, Check> = {
  ...{ follow: newWalker('nav'), stepper: newWalker('nav', true), cartWalker: newWalker('cart') },
  to: walker((_, held, __, a) => Object.assign(held, { to: a.to })),
  stop: walker((_, held) => Object.assign(held, { to: undefined })),
  update: walker((r, held, one, a) => {
    checkMove(r, held, one, a.pause);
    checkStatus(r, held, one);
    look(r, [a.k]);
  }),
  settle: walker((r, held, one, a) => {
    checkStatus(r, held, one, true);
    look(r, [a.k]);
  }),
  escape: walker((r, held, one, _, isOut) => {
    const [m, at, was] = [r.models[held.of], cellOf(r, held.of, one), held.at as Cell];
    want(isOut === m.cells().some((cell) => m.isOpen(...cell)), 'escape gives', isOut);
    // On hexagons, several cells may be nearest.
    if (!isOut || isFree(m, was) || m.isHex) return;
    const goal = held.to && m.nearest(held.to, (i) => m.isOpen(...m.at(i)));
    const costs = goal && m.costsTo([[m.index(...(goal as Cell)), 0]]);
    const expected = m.nearest(was, (i) => (costs ? costs[i] < Infinity : m.isOpen(...m.at(i)))) as Cell;
    const isRight = isFree(m, at) && Math.abs(m.apart(was, at) - m.apart(was, expected)) < 1e-6;
    want(isRight && !(costs?.[m.index(...at)] === Infinity), 'escape from', was, 'to', at, 'expected', expected);
  }),
  crowdOf(r) {
    const all = r.held.walkers.flatMap((held: Any, i: number) => (held && r.scope.walkers[i] ? [i] : []));
    for (const i of all) {
      const [held, m] = [r.held.walkers[i], r.models[r.held.walkers[i].of]];
      const at = cellOf(r, held.of, r.scope.walkers[i]);
      want(isFree(m, at) || !isFree(m, held.at) || m.size > 1 || m.isHex, 'a crowd pushes a walker to', at);
      held.isPushed = true;
    }
    look(r, all);
  },
};

/** Units never share a cell, swap cells or cross, and step as ways lead, in as many ticks as the way costs. */
const checkTraffic: Check = (r, _, m) => {
  const { traffic } = r.scope;
  const tick = ++r.held.tick;
  const list = blockedCells(r);
  const terms = r.held.isAround ? { taken: (x: number, y: number) => list.some((cell) => same(cell, [x, y])) } : {};
  const all = [...(traffic?.units ?? [])].map((unit) => [unit, r.held.units.get(unit)]);
  const was = all.map(([, { cell }]) => cell as Cell);
  for (const [unit, seen] of all) {
    const cell: Cell = [unit.x, unit.y];
    if (same(cell, seen.cell)) continue;
    want(tick > seen.until, 'a unit at', cell, 'moves before it has left', seen.from);
    const ways = m.waysFrom(m.index(...(seen.cell as Cell)), terms);
    const isOne = ways.some(({ to, link }) => same(m.at(to), cell) && link?.name === unit.link?.name);
    want(isOne, 'a unit steps from', seen.cell, 'to', cell);
    const ticks = unit.link ? Math.max(1, Math.round(unit.link.cost)) : m.costAt(...cell);
    Object.assign(seen, { cell, from: seen.cell, until: tick + ticks - 1 });
  }
  const meet = (a: Cell, b: Cell) => Math.abs(a[0] - b[0]) < m.size && Math.abs(a[1] - b[1]) < m.size;
  const cellsOf = ({ cell, from, until }: Any): Cell[] => (until > tick ? [cell, from] : [cell]);
  const middle = (a: Cell, b: Cell) => `${a[0] + b[0]},${a[1] + b[1]}`;
  for (const [i, [one, a]] of all.entries())
    for (const [k, [other, b]] of all.slice(0, i).entries()) {
      const isShared = cellsOf(a).some((cell) => cellsOf(b).some((at) => meet(cell, at)));
      want(!isShared, 'units share cells', a.cell, b.cell);
      want(!one.goal || !other.goal || !meet(one.goal, other.goal), 'the goal of two units is', one.goal);
      if (same(was[i], a.cell) || same(was[k], b.cell)) continue;
      want(!(meet(a.cell, was[k]) && meet(b.cell, was[i])), 'units swap', a.cell, b.cell);
      const isCross = middle(was[i], a.cell) === middle(was[k], b.cell);
      want(m.isHex || one.link || other.link || !isCross, 'units cross', a.cell, b.cell);
    }
};
/** Units before they move. */
export function lookAtUnits(r: Run): void {
  const before = r.held.units ?? new Map();
  const seen = ({ x, y }: Any) => ({ cell: [x, y], from: [x, y], until: 0 });
  r.held.units = new Map(r.scope.traffic?.units.map((unit: Any) => [unit, before.get(unit) ?? seen(unit)]));
}

const TRAFFIC: Record<string, Check> = {
  step: checkTraffic,
  trafficOf(r, { options = {} }) {
    Object.assign(r.held, { units: new Map(), tick: 0, isAround: options.blockers, isSlow: options.budget?.ms });
  },
  add: (_, a, m, unit) => want(!unit || m.isOpen(...(a.at as Cell)), 'a unit is added to a closed cell', a.at),
};

export const UNITS: Record<string, Check> = { ...QUEUES, ...WALKERS, ...TRAFFIC };
