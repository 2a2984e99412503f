/** Checks of edits, and of objects that a game holds meanwhile, by the names of rows. */
import { type Any, type Cell, type Model, pairsOf, STEP, same } from './model.js';
import type { Args } from './programs.js';
import { type Check, checkPath, costOf, type Run, termsOf, want } from './queries.js';

export const newlyHeld = (): Any => ({
  ...{ fields: [], walks: [], kept: [], walkers: [], requests: {}, changes: [], tick: 0 },
});

/** Does changes to the models. An edit that changes the map sends one event. */
function edited(r: Run, changes: readonly Any[]): void {
  const isOther = r.models.nav.edit(changes);
  r.models.cart?.edit(changes);
  const { events } = r.scope;
  want(events === 1 || (events === 0 && !isOther), events, 'events of an edit', JSON.stringify(changes));
}
const doorOf = (r: Run, name: string) => r.setup.map.options.doors.find((door: Any) => door.name === name);
/** Changes of a door, without a cell that is taken. */
const parts = (r: Run, name: string, open: boolean, taken?: Cell): Any[] => [
  ...pairsOf(doorOf(r, name).cells).flatMap(([x, y]) => (taken && same(taken, [x, y]) ? [] : [{ x, y, open }])),
  ...(doorOf(r, name).walls ?? []).map((wall: Any) => ({ wall, open })),
];

const EDITS: Record<string, Check> = {
  edit: (r, a) => edited(r, [a.changes].flat()),
  setOpen: (r, { at: [x, y], open }) => edited(r, [{ x, y, open }]),
  setCost: (r, { at: [x, y], cost }) => edited(r, [{ x, y, cost }]),
  reset: (r, _, m) => edited(r, m.changes(m.baked)),
  openDoor: (r, a) => edited(r, parts(r, a.door, true)),
  closeDoor: (r, a) => edited(r, parts(r, a.door, false, a.at)),
  findLink: (r, a) => edited(r, [a]),
  isDoorOpen(r, a, m, isOpen) {
    const isFree = ({ x, y, wall }: Any) => (wall ? !m.isWalled(wall[0], wall[1], wall[2]) : m.now.open[m.index(x, y)]);
    want(isOpen === parts(r, a.door, true).every(isFree), 'isOpen of a door is', isOpen);
  },
  saveChanges(r, a, m) {
    r.held.changes[a.i] = m.save();
  },
  applyChanges(r, a, m) {
    const [now, undo, saved] = [m.save(), m.changes(m.baked), r.held.changes[a.i]];
    if (!saved) return;
    m.edit(undo);
    const redo = m.changes(saved);
    m.edit(m.changes(now));
    edited(r, [...undo, ...redo]);
  },
  BlobError: (r, a, _, isError) =>
    want(isError || a.most >= r.scope.saveChanges(r.scope.nav).length, 'damaged changes are no BlobError'),
  late: (_, a, __, [one, two]) => want(one === two, 'a late machine has other cells', a.from, a.to, one, two),
};

/** Whether a field leads from a cell along its path, by legal steps to a goal. */
function checkWay(m: Model, held: Any, field: Any, at: Cell, far: number): void {
  const [next, path, d] = [field.next(...at), field.findPath(...at), field.directionAt(...at)];
  if (!path && !field.done) return;
  want(path, 'a field has no path from', at);
  const [end] = pairsOf(path.cells.slice(-2));
  const starts = pairsOf(held.goals).map((goal, k) => (same(goal, end) ? (held.options?.costs?.[k] ?? 0) : Infinity));
  const isRight = Math.abs(path.cost * STEP - (costOf(m, path, held.terms) ?? -99)) < 0.5;
  want(isRight && Math.abs(path.cost + Math.min(...starts) - far) < 1e-3, 'path of a field from', at, path.cells);
  want(next ? same(next, path.cells.slice(2)) : path.cells.length === 2, 'next of a field at', at, 'is', next);
  const step = [0, -1, 1, -1, 1, 0, 1, 1, 0, 1, -1, 1, -1, 0, -1, -1].slice(2 * d, 2 * d + 2);
  if (d >= 0 && !m.isHex) want(same([at[0] + step[0], at[1] + step[1]], next), 'direction of a field at', at, d);
}

/** All that a field says. */
const checkField: Check = (r, { i }) => {
  const [held, field] = [r.held.fields[i], r.scope.fields[i]];
  if (!held || !field) return;
  const m = r.models[held.of];
  const { maxCost = Infinity, from, costs: starts = [], factor = 1.2 } = held.options ?? {};
  let goals: readonly Cell[] = pairsOf(held.goals).map((cell, k) => [m.index(...cell), (starts[k] ?? 0) * STEP]);
  if (held.isFlee) {
    const costs = m.costsTo(goals, held.terms);
    const seeds = costs.flatMap((cost, cell): Cell[] => (cost < Infinity ? [[cell, -cost * factor]] : []));
    goals = seeds.map(([cell, cost]) => [cell, cost - Math.min(...seeds.map((seed) => seed[1]))]);
  }
  for (const [cell, all] of m.costsTo(goals, held.terms).entries()) {
    const [at, cost] = [m.at(cell), all <= maxCost * STEP + 1 ? all / STEP : Infinity];
    const far = field.distanceAt(...at);
    const isSame = far === cost || Math.abs(far - cost) < 1e-3;
    const isKnown = (field.done && (!from || same(from, at))) || cost < field.settled - 1e-3;
    const isRight = isSame || !isKnown;
    want(isRight, 'field at', at, 'is', far, 'expected', cost, 'done', field.done, 'settled', field.settled);
    if (isSame && far < Infinity && !held.isFlee) checkWay(m, held, field, at, far);
  }
};
const newField: Check = (r, a, m, result) => {
  const { diagonal } = a.options ?? {};
  r.held.fields[a.i] = { of: 'nav', ...a, terms: diagonal && { diagonal } };
  // Its danger may be another field now.
  if (r.held.fields[1 - a.i]?.isFlee) r.held.fields[1 - a.i] = undefined;
  checkField(r, a, m, result);
};

const keep =
  (i: number): Check =>
  (r, { options: { diagonal, slow } = {} as Args }, _, found) => {
    r.held.kept[i] = found && { ...found, terms: termsOf(r, { options: { diagonal, slow } }) };
  };
const HELD: Record<string, Check> = {
  ...{ flowField: newField, cartField: newField, field: checkField },
  ...{ foundPath: keep(0), reachPath: keep(1), fieldPath: keep(2), slowPath: keep(3) },
  fleeField(r, a, m, isMade) {
    const danger = r.held.fields[1 - a.i];
    if (!isMade) return;
    const { maxCost, from, costs } = danger?.options ?? {};
    const isKnown = danger && !danger.isFlee && !maxCost && !from && !costs;
    const isReached = isKnown && pairsOf(danger.goals).some((cell) => m.isOpen(...cell));
    r.held.fields[a.i] = isReached ? { ...danger, options: a.options, isFlee: true } : undefined;
    checkField(r, a, m, isMade);
  },
  findWalk(r, a, m) {
    const [walk, terms] = [r.scope.walks[a.i], termsOf(r, a)];
    want(!walk === (m.cost(a.from, a.to, terms) === Infinity), 'findWalk gives', walk);
    const { version } = r.scope.nav;
    r.held.walks[a.i] = walk && { at: a.from, to: a.to, left: walk.cost * STEP, version, options: a.options };
  },
  walk(r, a, m, found) {
    const held = r.held.walks[a.i];
    for (const cell of held && found ? found[0] : []) {
      const { at, to, left, version } = held;
      const [terms, isOver] = [termsOf(r, { options: held.options }), !cell && !same(at, to)];
      if (isOver) want(found[1] && m.cost(at, to, terms) === Infinity, 'a walk to', to, 'ends at', at);
      if (!cell) return;
      const costs = m
        .waysFrom(m.index(...(at as Cell)), terms)
        .map((way) => (same(m.at(way.to), cell) ? way.cost : Infinity));
      const cost = same(cell, at) ? 0 : Math.min(...costs);
      want(cost < Infinity && m.isOpen(...(at as Cell)), 'a walk steps from', at, 'to', cell);
      Object.assign(held, { at: cell, left: left - cost });
      want(left - cost > -1 || version !== r.scope.nav.version, 'a walk costs more than it says');
    }
  },
  affects(r, _, m, all) {
    for (const [i, isAffected] of all.entries()) {
      const path = r.held.kept[i];
      const cost = path && (costOf(m, path, path.terms) ?? Infinity) / STEP;
      const isOther = path && Math.abs(cost - path.cost) > 1e-4;
      if (path) want(isAffected === isOther, 'affects is', isAffected, 'of path', i, 'of cost', path.cost, 'now', cost);
    }
  },
  cached: (r, a, _, path) => checkPath(r, 'nav', path, a.from, a.to),
  move: (r, { unit, at: [x, y], side = 1 }) => void r.blocked.set(unit, [x, y, side]),
  remove: (r, a, _, isGone) => want(isGone === r.blocked.delete(a.unit), 'remove gives', isGone),
};

const rebaked =
  (of: string): Check =>
  (r, a) => {
    r.models[of].bake();
    if (a.changes) r.models.nav.edit([a.changes].flat());
    Object.assign(r.held, newlyHeld());
    r.blocked.clear();
  };
const OTHERS: Record<string, Check> = {
  ...{ rebake: rebaked('nav'), rebakeCart: rebaked('cart'), bakeAndEdit: rebaked('nav') },
  navPool: (r, a) => Object.assign(r.held, { pool: a.of }),
  findPaths(r, { from, to }, _, found) {
    const { pool, [pool]: nav = r.scope[pool] } = r.held;
    if (!found) return;
    checkPath(r, pool, found[0], from, to);
    checkPath(r, pool, found[1][0], to, from);
    want(!found[0] || found[0].version === nav.version, 'path of a pool has version', found[0]?.version);
  },
  shut(r, { k }) {
    const one = r.scope.walkers[k];
    if (one) edited(r, [{ wall: r.scope.ahead(one), open: false }]);
  },
  ThreadError: (_, __, ___, isError) => want(isError, 'a closed pool answers'),
  loadWorld(r, { from, to }, m, [path, isThere, isOpen]) {
    checkPath(r, 'nav', path, from, to, undefined, false);
    want(isThere === !!path && isOpen === m.isOpen(...(from as Cell)), 'isReachable or isOpen of a world is wrong');
  },
};

export const CHECKS: Record<string, Check> = { ...EDITS, ...HELD, ...OTHERS };
