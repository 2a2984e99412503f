/** Checks of edits, and of objects that a game holds meanwhile, by the names of rows. */
import { type Any, type Cell, type Model, pairsOf, STEP, same } from './model.js';
import type { Args } from './programs.js';
import { agree, type Check, checkPath, costOf, type Run, termsOf } from './queries.js';

export const newlyHeld = (): Any => ({
  ...{ fields: [], walks: [], kept: [], walkers: [], requests: {}, changes: [], tick: 0 },
});

/** Does changes to the models. An edit that changes the map sends one event. */
function edited(r: Run, changes: readonly Any[]): void {
  const isOther = r.models.nav.edit(changes);
  for (const m of Object.values(r.models)) m.edit(changes);
  agree('number of events', r.scope.events, r.scope.events === 0 && !isOther ? 0 : 1);
}
/** Changes of a door, without a cell that is taken. */
function parts({ setup }: Run, name: string, open: boolean, taken?: Cell): Any[] {
  const { cells, walls = [] } = setup.map.options.doors.find((door: Any) => door.name === name);
  const free = pairsOf(cells).filter((cell) => !taken || !same(taken, cell));
  return [...free.map(([x, y]) => ({ x, y, open })), ...walls.map((wall: Any) => ({ wall, open }))];
}

const EDITS: Record<string, Check> = {
  edit: (r, a) => edited(r, [a.changes].flat()),
  setOpen: (r, { at: [x, y], open }) => edited(r, [{ x, y, open }]),
  setCost: (r, { at: [x, y], cost }) => edited(r, [{ x, y, cost }]),
  reset: (r, _, m) => edited(r, m.changes(m.baked)),
  openDoor: (r, a) => edited(r, parts(r, a.door, true)),
  closeDoor(r, a, m) {
    edited(r, parts(r, a.door, false, a.at));
    return parts(r, a.door, false).every(({ x, y, wall }) => wall || !m.isGround([x, y]));
  },
  findLink: (r, a) => edited(r, [a]),
  isDoorOpen: (r, a, m) =>
    parts(r, a.door, true).every(({ x, y, wall }) => (wall ? !m.isWalled(wall) : m.isGround([x, y]))),
  saveChanges(r, a, m) {
    r.held.changes[a.i] = m.now;
  },
  applyChanges(r, a, m) {
    const saved = r.held.changes[a.i];
    if (saved) edited(r, [...m.changes(m.baked), ...m.changes(saved, m.baked)]);
  },
  BlobError: (r, a, _, isError) =>
    agree('BlobError', isError || a.most >= r.scope.saveChanges(r.scope.nav).length, true),
  late: (_, __, ___, [late, nav]) => agree('path on a late machine', late, nav),
};

/** Whether a field leads from a cell along its path, by legal steps to a goal. */
function checkWay(m: Model, { goals, options = {}, terms }: Any, field: Any, at: Cell, far: number): void {
  const [next, path, d] = [field.next(...at), field.findPath(...at), field.directionAt(...at)];
  if (!path && !field.done) return;
  agree('cost of a path of a field', path?.cost, path && costOf(m, path, terms));
  const end = path.cells.slice(-2);
  const starts = pairsOf(goals).map((goal, k) => (same(goal, end) ? (options.costs?.[k] ?? 0) : Infinity));
  agree('path of a field', Math.abs(path.cost + Math.min(...starts) - far) < 1e-3, true);
  agree('next of a field', Array.from(next ?? []), Array.from(path.cells.slice(2, 4)));
  const step = [0, -1, 1, -1, 1, 0, 1, 1, 0, 1, -1, 1, -1, 0, -1, -1].slice(2 * d, 2 * d + 2);
  if (d >= 0 && !m.isHex) agree('direction of a field', step, [next[0] - at[0], next[1] - at[1]]);
}

/** All that a field says. */
const checkField: Check = (r, { i }) => {
  const [held, field] = [r.held.fields[i], r.scope.fields[i]];
  if (!held || !field) return;
  const m = r.models[held.of];
  const { options: { maxCost = Infinity, from, costs: starts = [] } = {} as Args, flee } = held;
  const exact = starts.map((cost: number) => cost * STEP);
  const within = (all: number[], most = Infinity) => all.map((cost) => (cost <= most * STEP + 1 ? cost : Infinity));
  let costs = within(m.costsTo(pairsOf(held.goals), held.terms, exact), maxCost);
  if (flee) {
    // Cells beyond the reach of the danger are safe.
    const reached = [...costs.keys()].filter((cell) => costs[cell] < Infinity);
    const ways = m.ways(held.terms);
    const safe = reached.flatMap((cell) => (maxCost < Infinity ? ways[cell].map(({ to }) => to) : []));
    const ends = [...reached, ...safe];
    const away = ends.map((cell) => -Math.min(costs[cell], maxCost * STEP) * (flee.factor ?? 1.2));
    const starts = away.map((cost) => cost - Math.min(...away));
    const led = within(m.costsTo(ends.map(m.at), held.terms, starts), flee.maxCost);
    costs = led.map((cost, cell) => (costs[cell] < Infinity ? cost : Infinity));
  }
  for (const [cell, at] of m.cells.entries()) {
    const cost = costs[cell] / STEP;
    const far = field.distanceAt(...at);
    const isSame = far === cost || Math.abs(far - cost) < 1e-3;
    const isKnown = (field.done && (!from || same(from, at))) || cost < field.settled - 1e-3;
    if (!isSame && isKnown) agree('distance of a field', far, cost);
    if (isKnown && far === Infinity) agree('next of a cell without a way', field.next(...at), null);
    if (isSame && far < Infinity && !flee) checkWay(m, held, field, at, far);
  }
};
const newField: Check = (r, a, m, result) => {
  const { diagonal } = a.options ?? {};
  r.held.fields[a.i] = { of: 'nav', ...a, terms: diagonal && { diagonal } };
  // Its danger may be another field now.
  if (r.held.fields[1 - a.i]?.flee) r.held.fields[1 - a.i] = undefined;
  checkField(r, a, m, result);
};

/** Keeps a path with the terms on which `affects` compares its cost. */
const keep =
  (i: number): Check =>
  (r, { options: { diagonal, slow } = {} as Args }, _, found) => {
    r.held.kept[i] = found && { ...found, terms: termsOf(r, { options: { diagonal, slow } }) };
  };
const GAMES: Record<string, Check> = {
  ...{ flowField: newField, cartField: newField, field: checkField },
  ...{ foundPath: keep(0), reachPath: keep(1), fieldPath: keep(2), slowPath: keep(3) },
  fleeField(r, a, m, isMade) {
    const danger = r.held.fields[1 - a.i];
    if (!isMade) return;
    const isKnown = danger && !danger.flee && !danger.options?.from;
    r.held.fields[a.i] = isKnown ? { ...danger, flee: a.options ?? {} } : undefined;
    checkField(r, a, m, isMade);
  },
  findWalk(r, a, m) {
    const walk = r.scope.walks[a.i];
    agree('walk', !!walk, m.cost(a.from, a.to, termsOf(r, a)) < Infinity);
    r.held.walks[a.i] = walk && { ...a, at: a.from, left: walk.cost * STEP, version: r.scope.nav.version };
  },
  walk(r, a, m, found) {
    const held = r.held.walks[a.i];
    for (const cell of held && found ? found[0] : []) {
      const { at, to, version, options } = held;
      const terms = termsOf(r, { options });
      if (!cell && !same(at, to)) agree('end of a walk', [found[1], m.cost(at, to, terms)], [true, Infinity]);
      if (!cell) return;
      const ways = m.isOpen(at) ? m.waysFrom(at, terms).filter((way) => way.to === m.index(cell)) : [];
      const cost = same(cell, at) ? 0 : Math.min(...ways.map((way) => way.cost));
      Object.assign(held, { at: cell, left: held.left - cost });
      agree('step of a walk', m.isOpen(at) && cost < Infinity, true);
      agree('cost of a walk', held.left > -1 || version !== r.scope.nav.version, true);
    }
  },
  affects(r, _, m, all) {
    for (const [i, isAffected] of all.entries()) {
      const path = r.held.kept[i];
      const isOther = path && !(Math.abs((costOf(m, path, path.terms) ?? Infinity) - path.cost) < 1e-4);
      if (path) agree(`affects of path ${i}`, isAffected, isOther);
    }
  },
  move: (r, { unit, at: [x, y], side = 1 }) => void r.blocked.set(unit, [x, y, side]),
  remove: (r, a) => r.blocked.delete(a.unit),
};

const rebaked: Check = (r, a) => {
  r.models[a.last ?? 'nav'].bake();
  if (a.changes) r.models.nav.edit([a.changes].flat());
  Object.assign(r.held, newlyHeld());
  r.blocked.clear();
};
const OTHERS: Record<string, Check> = {
  ...{ rebake: rebaked, rebakeCart: rebaked, bakeAndEdit: rebaked },
  navPool: (r, a) => void Object.assign(r.held, { pool: a.of }),
  findPaths(r, { from, to }, _, found) {
    const { pool, [pool]: nav = r.scope[pool] } = r.held;
    if (!found) return;
    checkPath(r, pool, found[0], from, to);
    checkPath(r, pool, found[1][0], to, from);
    if (found[0]) agree('version of a path of a pool', found[0].version, nav.version);
  },
  shut(r, { k }) {
    const one = r.scope.walkers[k];
    if (one) edited(r, [{ wall: r.scope.ahead(one), open: false }]);
  },
  ThreadError: () => true,
  loadWorld(r, { from, to }, m, [path, isThere, isOpen]) {
    checkPath(r, 'nav', path, from, to, undefined, false);
    agree('isReachable and isOpen of a world', [isThere, isOpen], [!!path, m.isOpen(from)]);
  },
};

export const HELD = { ...EDITS, ...GAMES, ...OTHERS };
