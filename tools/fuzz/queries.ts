/** Checks of the results of queries, by the names of rows. */
import { type Any, type Cell, type Model, pairsOf, STEP, same, type Terms, type Way } from './model.js';
import type { Args, Setup } from './programs.js';

/** A wrong result. */
export class Wrong extends Error {}
export function want(isRight: unknown, ...told: unknown[]): asserts isRight {
  if (!isRight) throw new Wrong(told.map(String).join(' '));
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
/** Checks a result, and does the same to the model. */
export type Check = (r: Run, a: Args, m: Model, result: Any) => void;

const isNear = (r: Run, of: string, isDistance = false) =>
  /hpa|table/.test(r.scope[of].engine) || (isDistance && r.scope[of].engines.includes('table'));
const unitsOf = (r: Run, list: Any): Cell[] => (list.isBlockers ? blockedCells(r) : pairsOf(list));
export const blockedCells = ({ blocked }: Run): Cell[] =>
  [...blocked.values()].flatMap(([x, y, side]) =>
    pairsOf([x, y, x + 1, y, x, y + 1, x + 1, y + 1].slice(0, 2 * side * side)),
  );
const covers = (m: Model, cell: Cell, list: readonly Cell[]) =>
  m.under(...cell).some((on) => list.some((one) => same(on, one)));

/** Terms of a query, from its arguments. @param free cells of units that do not count */
export function termsOf(r: Run, { of = 'nav', avoid, options = {} }: Args, ...free: Cell[]): Terms | undefined {
  const { links, slow = [], diagonal, costs, avoid: others = avoid } = options;
  if (!links && !others && slow.length === 0 && !diagonal && !costs) return undefined;
  const m = r.models[of];
  const own = free.flatMap((cell) => m.under(...cell));
  const taken = others && unitsOf(r, others).filter((cell) => !own.some((one) => same(one, cell)));
  const isIn = (i: number, k: number) => k % 3 === 2 && covers(m, m.at(i), [slow.slice(k - 2, k)]);
  return {
    ...(links && { links: (name) => links.names.includes(name) }),
    ...(taken && { taken: (x, y) => taken.some((cell: Cell) => same(cell, [x, y])) }),
    ...(slow.length > 0 && { slow: (i) => Math.max(0, ...slow.filter((_: number, k: number) => isIn(i, k))) }),
    ...{ costs, diagonal: diagonal === 'alternate' ? 1 : diagonal },
  };
}

/** The cost of a path on the map as it is; undefined if a step is illegal. */
export function costOf(m: Model, { cells, links = [] }: Any, terms?: Terms): number | undefined {
  const list = pairsOf(cells);
  let cost = 0;
  for (const [i, to] of list.entries()) {
    if (!m.isOpen(...to)) return undefined;
    if (i === 0) continue;
    const link = links.find(({ index }: Any) => index === i - 1)?.link;
    const all = m.waysFrom(m.index(...list[i - 1]), terms);
    const ways = all.filter((way) => same(m.at(way.to), to) && way.link?.name === link?.name);
    if (ways.length === 0) return undefined;
    const named = ways.find((way) => Math.abs((way.link?.cost ?? -1) - link?.cost) < 1e-4);
    cost += named?.cost ?? Math.min(...ways.map((way) => way.cost));
  }
  return cost;
}

/** Whether waypoints are the ends, the turns and the ends of links of a path. */
function checkTurns({ cells, waypoints, links = [] }: Any): void {
  const [list, turns] = [pairsOf(cells), pairsOf(waypoints).map(String)];
  const isLink = (i: number) => links.some(({ index }: Any) => index === i || index === i - 1);
  const isTurn = (i: number) =>
    !list[i - 1] || !list[i + 1] || [0, 1].some((k) => list[i][k] - list[i - 1][k] !== list[i + 1][k] - list[i][k]);
  const lost = list.filter((cell, i) => (isLink(i) || isTurn(i)) && !turns.includes(`${cell}`));
  want(lost.length === 0, 'waypoints', turns.join(' '), 'without', lost.join(' '));
  for (const { index, turn } of links) want(turns[turn] === `${list[index]}`, 'a link at another turn', turn);
}

/** A path from cell to cell: legal, of the cost that it says, the cheapest, with all turns. */
export function checkPath(r: Run, of: string, path: Any, from: Cell, to: Cell, terms?: Terms, exact?: boolean): void {
  const m = r.models[of];
  const best = m.cost(from, to, terms);
  const text = `path from ${from} to ${to}`;
  want(path || best === Infinity, `no ${text}; one costs`, best / STEP);
  if (!path) return;
  const cells = pairsOf(path.cells);
  want(same(cells[0], from) && same(cells[cells.length - 1], to), text, 'has other ends', path.cells);
  const cost = costOf(m, path, terms);
  want(cost !== undefined, text, 'has an illegal step', path.cells);
  want(Math.abs(path.cost * STEP - cost) < 0.5, text, 'says it costs', path.cost, 'and costs', cost / STEP);
  const isLonger = !(exact ?? !isNear(r, of)) && cost > best;
  want(cost === best || isLonger, text, 'costs', path.cost, 'the cheapest', best / STEP);
  if (!m.isHex) checkTurns(path);
}
const pathIs: Check = (r, a, _, path) => checkPath(r, a.of ?? 'nav', path, a.from, a.to, termsOf(r, a, a.from, a.to));

const checkCost: Check = (r, a, m, cost) => {
  const best = m.cost(a.from, a.to, termsOf(r, a)) / STEP;
  const isLonger = isNear(r, a.of, true) && cost >= best && cost < Infinity === best < Infinity;
  const isRight = cost === best || Math.abs(cost - best) < 1e-6 || isLonger;
  want(isRight, 'distance from', a.from, 'to', a.to, 'is', cost, 'expected', best);
};

/** Cheapest costs of cells within reach; of `alternate` diagonals the lower one of an even and an odd number of them. */
const checkReach: Check = (r, { from, steps, options = {} }, m, list) => {
  const { reached } = r.scope;
  const terms = termsOf(r, { options }) ?? {};
  const stops = options.stop ? pairsOf(options.stop) : [];
  const crossed = options.pass ? unitsOf(r, options.pass) : [];
  const start = m.index(...(from as Cell));
  const isShut = ({ to }: Way) => to !== start && covers(m, m.at(to), stops) && covers(m, m.at(to), crossed);
  let ways = m.ways(terms).map((all) => all.filter((way) => !isShut(way)));
  const n = ways.length;
  const turned = (all: Way[], odd: number) =>
    all.map(({ to, cost, isDiagonal }) => {
      const more = Math.round((terms.slow?.(to) ?? 0) * STEP);
      return { to: to + (isDiagonal ? n - odd : odd), cost: isDiagonal && odd ? 2 * cost - more : cost };
    });
  if (options.diagonal === 'alternate') ways = [0, n].flatMap((odd) => ways.map((all) => turned(all, odd)));
  const ends = new Set([...ways.keys()].filter((i) => covers(m, m.at(i % n), stops)));
  const costs = m.flood(ways, [[start, 0]], ends);
  const costAt = (i: number) => {
    const cost = Math.min(costs[i], costs[i + n] ?? Infinity) / STEP;
    return cost <= steps + 1e-9 ? cost : Infinity;
  };
  const canStop = (i: number) => costAt(i) < Infinity && (i === start || !covers(m, m.at(i), crossed));
  const expected = m.cells().flatMap((cell, i) => (canStop(i) ? [`${cell}`] : []));
  const found = pairsOf(list).map(String);
  want(`${found.sort()}` === `${expected.sort()}`, 'reach has', found.join(' '), 'expected', expected.join(' '));
  for (const [i, cell] of m.cells().entries()) {
    const cost = reached.costAt(...cell);
    const isRight = cost === costAt(i) || Math.abs(cost - costAt(i)) < 1e-6;
    want(isRight, 'reach of', cell, 'costs', cost, 'expected', costAt(i));
    want(reached.has(...cell) === canStop(i), 'reach has', cell, !canStop(i));
    const path = i % 5 === 0 && reached.pathTo(...cell);
    if (i % 5 === 0) want(!path === !canStop(i), 'reach has a path to', cell, !!path);
    const walked = path && costOf(m, path, terms);
    if (path) want(walked !== undefined && path.cost === cost, 'path of a reach to', cell, path.cells, 'costs', walked);
    if (path && n === ways.length) want(Math.abs(walked - cost * STEP) < 0.5, 'path of a reach costs', walked);
  }
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
  const best = Math.min(...m.costsFrom(from).filter((cost, i) => cost < Infinity && targetOf(m.at(i)) >= 0));
  const cost = path?.cost ?? Infinity;
  const isBest = cost === best / STEP || Math.abs(cost * STEP - best) < 0.5;
  want(isBest, 'path in range costs', cost, 'expected', best / STEP);
  if (!path) return;
  const [end] = pairsOf(path.cells.slice(-2));
  want(path.target === targetOf(end), 'target is', path.target, 'in range is', targetOf(end));
  checkPath(r, of, path, from, end, undefined, true);
};

const checkNearest: Check = (_, a, m, cell) => {
  const to: Cell = a.to ?? pairsOf(a.outside.$.split(',').map(Number))[0];
  const costs = a.from && m.costsFrom(a.from);
  const expected = m.nearest(to, (i) => (costs ? costs[i] < Infinity : m.isOpen(...m.at(i))));
  const isAsNear = m.isHex && cell && expected && Math.abs(m.apart(cell, to) - m.apart(expected, to)) < 1e-6;
  want(isAsNear || `${cell}` === `${expected}`, 'nearest to', to, 'is', cell, 'expected', expected);
};

const checkNear: Check = (r, { of, from, many, k = 0 }, m, list) => {
  const costs = pairsOf(many).map((goal) => m.cost(from, goal));
  const reached = costs.filter((cost) => cost < Infinity).sort((a, b) => a - b);
  const best = reached.slice(0, k + 1).map((cost) => cost / STEP);
  const found = list.map((i: number) => costs[i] / STEP);
  const isRight = isNear(r, of, true)
    ? found.length === best.length && !found.includes(Infinity)
    : `${found}` === `${best}`;
  want(isRight, 'findNearest gives', list, 'at', found, 'expected', best);
};

export const QUERIES: Record<string, Check> = {
  ...{ findPath: pathIs, findPathInto: pathIs, PathBuffer: pathIs, findPathAround: pathIs, aroundInto: pathIs },
  ...{ findDistance: checkCost, findNearest: checkNear, nearestOne: checkNear, findPathTo: checkTarget },
  ...{ reach: checkReach, nearestOpen: checkNearest, nearestFrom: checkNearest, nearest: checkNearest },
  isReachable(r, a, m, isThere) {
    want(isThere === m.cost(a.from, a.to, termsOf(r, a)) < Infinity, 'isReachable is', isThere);
  },
  straighten(r, a, _, paths) {
    checkPath(r, a.of, paths?.[1], a.from, a.to);
    if (paths) want(paths[1].waypoints.length <= paths[0].waypoints.length, 'a straightened path has more turns');
  },
  allPaths(r, { of, from }, m, costs) {
    const isRight = (best: number, i: number) => {
      const far = costs[i] * STEP - best;
      return costs[i] === best || Math.abs(far) < 0.5 || (isNear(r, of) && far > 0 && far < Infinity);
    };
    want(m.costsFrom(from).every(isRight), 'paths from', from, 'cost', costs);
  },
  findDistances(r, { of, starts, many }, m, costs) {
    const pairs = pairsOf(starts).flatMap((from) => pairsOf(many).map((to) => ({ of, from, to })));
    for (const [i, pair] of pairs.entries()) checkCost(r, pair, m, costs[i]);
  },
  findPathWithin(r, { of, from, to, options }, m, { path, status, expanded }) {
    if (status !== 'limit') checkPath(r, of, path, from, to);
    if (status !== 'limit') return;
    want(m.cost(from, to) < Infinity && expanded >= options.expanded, 'limit after', expanded, 'nodes');
    if (!path) return;
    const [end] = pairsOf(path.cells.slice(-2));
    checkPath(r, of, path, from, end);
    want(options.partial && m.distance(end, to) < m.distance(from, to), 'a partial path ends at', end);
  },
  neighborsOf(_, { of, at }, m, list) {
    const ways = m.isOpen(...(at as Cell)) ? m.waysFrom(m.index(...(at as Cell))) : [];
    const steps = ways.flatMap(({ to, link }) => (!link || link.name === 'wrap' ? [`${m.at(to)}`] : []));
    const [found, expected] = [pairsOf(list).map(String), steps].map((all) => [...new Set(all)].sort().join(' '));
    want(found === expected, 'neighbors of', at, 'on', of, 'are', found, 'expected', expected);
  },
  canClose(r, { avoid, many, goals }, m, can) {
    const shut = unitsOf(r, avoid);
    const isShut = (cell: Cell) => covers(m, cell, shut);
    const costsTo = (all: readonly Cell[], terms?: Terms) =>
      m.costsTo(
        all.map((cell): Cell => [m.index(...cell), 0]),
        terms,
      );
    const taken = (x: number, y: number) => shut.some((cell) => same(cell, [x, y]));
    const left = pairsOf(goals).filter((cell) => !isShut(cell));
    const [before, after] = [costsTo(pairsOf(goals)), costsTo(left, { taken })].map((all) =>
      all.map((far) => far < Infinity),
    );
    const isLost = (i: number) => before[i] && !after[i];
    const isCut = (cell: Cell) => m.isOpen(...cell) && (isShut(cell) || isLost(m.index(...cell)));
    const cut = pairsOf(many).filter(isCut);
    want(can === (cut.length === 0), 'canClose is', can, 'cut off are', cut.join(' '));
  },
  clearanceAt(_, { at: [x, y] }, m, side) {
    const isWalled = (u: number, v: number) =>
      (u > x && m.isWalled(u, v, 'west')) || (v > y && m.isWalled(u, v, 'north'));
    const isFree = (n: number, i: number) => [x + (i % n), y + Math.floor(i / n)] as const;
    const isSquare = (n: number) =>
      Array.from({ length: n * n }, (_, i) => isFree(n, i)).every((cell) => m.isOpen(...cell) && !isWalled(...cell));
    let n = 0;
    while (isSquare(n + 1) && n < (m.isHex ? 1 : 99)) n++;
    want(side === (n && n + m.size - 1), 'clearance is', side, 'expected', n && n + m.size - 1);
  },
  sightOf(r, a, m, [isClear, path, pulled, heading]) {
    checkPath(r, a.of, path, a.from, a.to);
    const [x0, y0, x1, y1] = a.points;
    for (let t = 0; isClear && !m.isHex && m.size === 1 && t <= 1; t += 1 / 64) {
      const cell: Cell = [Math.floor(x0 + t * (x1 - x0)), Math.floor(y0 + t * (y1 - y0))];
      want(m.isOpen(...cell), 'sight through the closed cell', cell);
    }
    if (!path) return;
    const ends = [a.from, a.to].flatMap((cell) => r.scope.centerOf(r.scope[a.of], ...cell));
    const told = [...pulled.points.slice(0, 2), ...pulled.points.slice(-2)];
    want(told.every((v, i) => Math.abs(v - ends[i]) < 1e-3) && heading, 'pulled path has other ends', told);
  },
  middles(_, { at }, __, [cell, xy]) {
    want(same(cell, at) && same([xy.x, xy.y], at), 'the place of', at, 'is', cell, xy.x, xy.y);
  },
  floorAt(_, { at }, m, found) {
    want(found?.[0].name === floorOf(m, at), 'floor of', at, 'is', found?.[0].name);
    if (found) want(same(found[1], at), 'cellOfFloor gives', found[1]);
  },
  readMeta({ setup }, _, m, meta) {
    const names = (all: Any[] = []) => all.map(({ name }) => name).join();
    const { doors, markers, floors } = setup.map.options;
    const told = [meta.width, meta.height, meta.diagonals, ...[meta.doors, meta.markers, meta.floors].map(names)];
    want(`${told}` === `${[m.width, m.height, m.rule, names(doors), names(markers), names(floors)]}`, 'meta is', told);
  },
  pixels(_, { at }, m, [cell, corners, line, x]) {
    const isRight =
      same(cell, at) && corners.length === (m.isHex ? 6 : 4) && line.length === 1 && Math.abs(x - 12) < 1e-6;
    want(isRight, 'pixels of', at, 'give', cell, corners.length, line.length, x);
  },
};
