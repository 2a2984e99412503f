/** Checks of the results of queries, by the names of rows. */
import { type Any, area, type Cell, type Model, pairsOf, STEP, same, type Terms, type Way } from './model.js';
import { type Args, js, type Setup } from './programs.js';

/** A wrong result. */
export class Wrong extends Error {}
/** @throws {Wrong} unless what was found is as expected */
export function agree(what: string, found: Any, expected: Any): void {
  if (!fits(found, expected)) throw new Wrong(`${what} is ${js(found)}, expected ${js(expected)}`);
}
/** Numbers are nearly as expected. Costs of engines that are not optimal may be higher than `least`. */
function fits(found: Any, expected: Any): boolean {
  if (Array.isArray(expected))
    return found?.length === expected.length && expected.every((one, i) => fits(found[i], one));
  const least = expected?.least ?? expected;
  const isLonger = least !== expected && found > least && found < Infinity;
  return found === least || isLonger || (typeof found === 'number' && Math.abs(found - least) < 1e-5);
}
/** A program under way: models by the names of maps, what is checked on, and what the model knows of held objects. */
export interface Run {
  setup: Setup;
  models: Record<string, Model>;
  scope: Any;
  /** Units in the way: x, y, side. */
  blocked: Map<unknown, readonly [number, number, number]>;
  held: Any;
}
/** Checks a result, and does the same to the model. @returns what the result has to be, unless it has been compared */
export type Check = (r: Run, a: Args, m: Model, result: Any) => unknown;

const isNear = (r: Run, of: string, isDistance = false) =>
  /hpa|table/.test(r.scope[of].engine) || (isDistance && r.scope[of].engines.includes('table'));
export const blockedCells = (r: Run): Cell[] => [...r.blocked.values()].flatMap((square) => area(...square));
const unitsOf = (r: Run, list: Any = []): Cell[] => (list.isBlockers ? blockedCells(r) : pairsOf(list));

/** Terms of a query, from its arguments. @param free cells of units that do not count */
export function termsOf(r: Run, { of = 'nav', avoid, options = {} }: Args, ...free: Cell[]): Terms | undefined {
  const { links, slow, diagonal, costs, avoid: others = avoid } = options;
  if (!links && !others && !slow && !diagonal && !costs) return undefined;
  const own = free.flatMap(r.models[of].under);
  const isOther = (cell: Cell) => !own.some((one) => same(one, cell));
  return {
    ...{ costs, links: links?.names, taken: others && unitsOf(r, others).filter(isOther) },
    slow:
      slow && pairsOf(slow.filter((_: number, k: number) => k % 3 < 2)).map((cell, i) => [...cell, slow[3 * i + 2]]),
    diagonal: diagonal === 'alternate' ? 1 : diagonal,
  };
}

/** The cost of a path on the map as it is; undefined if a step is illegal. */
export function costOf(m: Model, { cells, links = [] }: Any, terms?: Terms): number | undefined {
  const list = pairsOf(cells);
  const costs = list.slice(1).map((to, i) => {
    const link = links.find(({ index }: Any) => index === i)?.link;
    const all = m.isOpen(list[i]) ? m.waysFrom(list[i], terms) : [];
    const ways = all.filter((way) => way.to === m.index(to) && way.link?.name === link?.name);
    const named = ways.find((way) => Math.abs((way.link?.cost ?? -1) - link?.cost) < 1e-4);
    return named?.cost ?? Math.min(...ways.map((way) => way.cost));
  });
  const cost = costs.reduce((sum, one) => sum + one, 0);
  return m.isOpen(list[0]) && cost < Infinity ? cost / STEP : undefined;
}

/** Whether waypoints are the ends, the turns and the ends of links of a path. */
function checkTurns(m: Model, { cells, waypoints, links = [] }: Any): void {
  const [list, turns] = [pairsOf(cells), pairsOf(waypoints).map(String)];
  const line = list.map((cell) => m.axial(cell));
  const isLink = (i: number) => links.some(({ index }: Any) => index === i || index === i - 1);
  const isTurn = (i: number) =>
    !line[i - 1] || !line[i + 1] || [0, 1].some((k) => line[i][k] - line[i - 1][k] !== line[i + 1][k] - line[i][k]);
  agree('waypoints', turns, list.filter((_, i) => isLink(i) || isTurn(i)).map(String));
  for (const { index, turn } of links) agree('waypoint of a link', turns[turn], `${list[index]}`);
}

/** A path from cell to cell: legal, of the cost that it says, the cheapest, with all turns. */
export function checkPath(r: Run, of: string, path: Any, from: Cell, to: Cell, terms?: Terms, isExact?: boolean): void {
  const m = r.models[of];
  const best = m.cost(from, to, terms) / STEP;
  if (!path) agree('cost without a path', Infinity, best);
  if (!path) return;
  agree('ends of a path', [...path.cells.slice(0, 2), ...path.cells.slice(-2)], [...from, ...to]);
  agree('cost of a path', path.cost, costOf(m, path, terms));
  agree('cost of the best path', path.cost, (isExact ?? !isNear(r, of)) ? best : { least: best });
  checkTurns(m, path);
}
const pathIs: Check = (r, a, _, path) => checkPath(r, a.of ?? 'nav', path, a.from, a.to, termsOf(r, a, a.from, a.to));

const costIs: Check = (r, a, m) => {
  const best = m.cost(a.from, a.to, termsOf(r, a)) / STEP;
  return isNear(r, a.of, true) ? { least: best } : best;
};

/** Cheapest costs of cells within reach; of `alternate` diagonals the lower one of an even and an odd number of them. */
const checkReach: Check = (r, { from, steps, options = {} }, m, list) => {
  const { reached } = r.scope;
  const terms = termsOf(r, { options });
  const [stops, crossed] = [options.stop, options.pass].map((units) => {
    const all = unitsOf(r, units);
    return new Set(m.cells.flatMap((cell, i) => (m.covers(cell, all) ? [i] : [])));
  });
  const start = m.index(from);
  const isShut = ({ to }: Way) => to !== start && stops.has(to) && crossed.has(to);
  let ways = m.ways(terms).map((all) => all.filter((way) => !isShut(way)));
  const n = ways.length;
  const isAlternate = options.diagonal === 'alternate';
  const turned = ({ to, cost, extra = 0, isDiagonal }: Way, odd: number): Way =>
    isDiagonal ? { to: to + n - odd, cost: odd ? 2 * cost - extra : cost } : { to: to + odd, cost };
  if (isAlternate) ways = [0, n].flatMap((odd) => ways.map((all) => all.map((way) => turned(way, odd))));
  const costs = m.flood(ways, [[start, 0]], new Set([...stops].flatMap((i) => [i, i + n])));
  const expected: Cell[] = [];
  for (const [i, cell] of m.cells.entries()) {
    const best = Math.min(costs[i], costs[i + n] ?? Infinity) / STEP;
    const cost = best <= steps + 1e-9 ? best : Infinity;
    const canStop = cost < Infinity && (i === start || !crossed.has(i));
    if (canStop) expected.push(cell);
    agree('cost and membership in a reach', [reached.costAt(...cell), reached.has(...cell)], [cost, canStop]);
    if (i % 5 > 0) continue;
    const path = reached.pathTo(...cell);
    agree('path in a reach', path?.cost, canStop ? reached.costAt(...cell) : undefined);
    const walked = path && costOf(m, path, terms);
    if (path) agree('cost of a path in a reach', isAlternate && walked !== undefined ? cost : walked, cost);
  }
  agree('reach', pairsOf(list).map(m.index).sort(), expected.map(m.index).sort());
};

const METRICS: Any = { chebyshev: Math.max, manhattan: (dx: number, dy: number) => dx + dy, euclidean: Math.hypot };
const floorOf = ({ options }: Model, [x, y]: Cell): string | undefined => {
  const isOn = (one: Any) => x >= one.x && y >= one.y && x < one.x + one.width && y < one.y + one.height;
  return options.floors?.find(isOn)?.name;
};

const checkTarget: Check = (r, { of, from, goals, options = {} }, m, path) => {
  const { [of]: nav, centerOf, sightOf } = r.scope;
  const sight = options.sight && sightOf(nav);
  const gap = (u: number, a: number) => Math.max(a - u - m.size + 1, u - a, 0);
  const metric = METRICS[options.metric] ?? ((dx: number, dy: number) => m.distance([0, 0], [dx, dy]));
  const far = (a: Cell, b: Cell) => (m.isHex ? m.distance(a, b) : metric(gap(a[0], b[0]), gap(a[1], b[1])));
  const middle = ([x, y]: Cell) => (m.size > 1 ? [x + 0.5, y + 0.5] : centerOf(nav, x, y));
  const sees = (at: Cell, to: Cell) => !sight || sight.isClear(...centerOf(nav, ...at), ...middle(to));
  const isIn = (at: Cell, to: Cell) => floorOf(m, at) === floorOf(m, to) && far(at, to) <= (options.within ?? 1) + 1e-6;
  const targetOf = (at: Cell) => pairsOf(goals).findIndex((to) => isIn(at, to) && sees(at, to));
  const costs = m.costsFrom(from).filter((cost, i) => cost < Infinity && targetOf(m.at(i)) >= 0);
  agree('cost of a path in range', path?.cost ?? Infinity, Math.min(...costs) / STEP);
  if (!path) return;
  const [end] = pairsOf(path.cells.slice(-2));
  agree('target', path.target, targetOf(end));
  checkPath(r, of, path, from, end, undefined, true);
};

const checkNearest: Check = (_, a, m, cell) => {
  const to: Cell = a.to ?? pairsOf(a.outside.$.split(',').map(Number))[0];
  const expected = m.nearest(to, a.from && m.costsFrom(a.from));
  // On hexagons, several may be as near.
  const isAsNear = m.isHex && cell && expected && Math.abs(m.apart(cell, to) - m.apart(expected, to)) < 1e-6;
  return isAsNear ? cell : expected;
};

const checkNear: Check = (r, { of, from, many, k = 0 }, m, list) => {
  const costs = pairsOf(many).map((goal) => m.cost(from, goal) / STEP);
  const best = costs.filter((cost) => cost < Infinity).sort((a, b) => a - b);
  const found = list.map((i: number) => costs[i]);
  // Engines that are not optimal may give other goals.
  const least = isNear(r, of, true) ? best.slice(0, k + 1).map(() => ({ least: 0 })) : best.slice(0, k + 1);
  agree('costs of the nearest', found, least);
};

export const QUERIES: Record<string, Check> = {
  ...{ findPath: pathIs, findPathInto: pathIs, PathBuffer: pathIs, findPathAround: pathIs, aroundInto: pathIs },
  ...{ cached: pathIs, findDistance: costIs, findNearest: checkNear, nearestOne: checkNear, findPathTo: checkTarget },
  ...{ reach: checkReach, nearestOpen: checkNearest, nearestFrom: checkNearest },
  middles: (_, { at }) => [...at, ...at],
  isReachable: (r, a, m) => m.cost(a.from, a.to, termsOf(r, a)) < Infinity,
  straighten(r, a, _, paths) {
    checkPath(r, a.of, paths?.[1], a.from, a.to);
    if (paths) agree('less turns', paths[1].waypoints.length <= paths[0].waypoints.length, true);
  },
  allPaths: (r, { of, from }, m) =>
    m.costsFrom(from).map((cost) => (isNear(r, of) ? { least: cost / STEP } : cost / STEP)),
  findDistances: (r, { of, starts, many }, m) =>
    pairsOf(starts).flatMap((from) => pairsOf(many).map((to) => costIs(r, { of, from, to }, m, undefined))),
  findPathWithin(r, { of, from, to, options }, m, { path, status, expanded }) {
    if (status !== 'limit') return checkPath(r, of, path, from, to);
    agree('limit on a way', m.cost(from, to) < Infinity && expanded >= options.expanded, true);
    if (!path) return;
    const [end] = pairsOf(path.cells.slice(-2));
    checkPath(r, of, path, from, end);
    agree('nearer end', options.partial && m.distance(end, to) < m.distance(from, to), true);
  },
  neighborsOf(_, { at }, m, list) {
    const ways = m.isOpen(at) ? m.waysFrom(at).filter(({ link }) => !link || link.name === 'wrap') : [];
    const [found, expected] = [pairsOf(list).map(m.index), ways.map(({ to }) => to)].map((all) => new Set(all));
    agree('neighbors', [...found].sort(), [...expected].sort());
  },
  canClose(r, { avoid, standing, goals }, m) {
    const taken = unitsOf(r, avoid);
    // Units stand where they fit on a larger blocker.
    const placed = ([x, y, side]: Any) => area(x, y, Math.max(1, side - m.size + 1));
    const all = standing.isBlockers ? [...r.blocked.values()].flatMap(placed) : pairsOf(standing);
    const left = pairsOf(goals).filter((cell) => !m.covers(cell, taken));
    const [before, after] = [m.costsTo(pairsOf(goals)), m.costsTo(left, { taken })];
    const isLost = (i: number) => before[i] < Infinity && after[i] === Infinity;
    return !all.some((cell) => m.isOpen(cell) && (m.covers(cell, taken) || isLost(m.index(cell))));
  },
  clearanceAt(_, { at: [x, y] }, m) {
    const isWalled = ([u, v]: Cell) => (u > x && m.isWalled([u, v, 'west'])) || (v > y && m.isWalled([u, v, 'north']));
    const isSquare = (n: number) => area(x, y, n).every((cell) => m.isOpen(cell) && !isWalled(cell));
    let n = 0;
    while (isSquare(n + 1) && n < (m.isHex ? 1 : 99)) n++;
    return n && n + m.size - 1;
  },
  sightOf(r, a, m, [isClear, path, pulled, heading]) {
    checkPath(r, a.of, path, a.from, a.to);
    const [x0, y0, x1, y1] = a.points;
    for (let t = 0; isClear && !m.isHex && m.size === 1 && t <= 1; t += 1 / 64)
      agree('sight', m.isOpen([Math.floor(x0 + t * (x1 - x0)), Math.floor(y0 + t * (y1 - y0))]), true);
    if (!path) return;
    const ends = [a.from, a.to].flatMap((cell) => r.scope.centerOf(r.scope[a.of], ...cell));
    const told = [...pulled.points.slice(0, 2), ...pulled.points.slice(-2)];
    agree(
      'ends of a pulled path',
      [...told.map((v, i) => Math.abs(v - ends[i]) < 1e-3), !!heading],
      Array(5).fill(true),
    );
  },
  floorAt: (_, { at }, m, found) =>
    agree('floor, and the cell back from it', found ? [found[0].name, ...found[1]] : [undefined, ...at], [
      floorOf(m, at),
      ...at,
    ]),
  readMeta({ setup }, _, m, meta) {
    const names = (all: Any[] = []) => all.map(({ name }) => name);
    const { doors, markers, floors } = setup.map.options;
    const told = [meta.width, meta.height, meta.diagonals, ...[meta.doors, meta.markers, meta.floors].map(names)];
    agree('meta', told, [m.width, m.height, m.rule, ...[doors, markers, floors].map(names)]);
  },
  pixels: (_, { at }, m, [cell, corners, line, x]) =>
    agree('pixels', [...cell, corners.length, line.length, x], [...at, m.isHex ? 6 : 4, 1, 12]),
};
