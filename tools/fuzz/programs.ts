/** Random programs: a map, how it is loaded, and operations, each a line of JavaScript that is drawn from a template. */
import { random } from '../../test/grids.js';
import { type Any, type Cell, type MapSpec, Model } from './model.js';
import { BAKES, GROUPS, LOADS, MAP, type Row } from './rows.js';

export type Args = Record<string, Any>;
/** How a map is made: lines that make what all machines load, and what each of them makes. */
export interface Setup {
  map: MapSpec;
  /** A map of other units that follows the first. */
  cart: MapSpec | undefined;
  /** Names of that map, and of one that follows it. */
  followers: string[];
  shared: string[];
  each: string[];
  machines: number;
  /** Highest cost of cells, also after edits. */
  most: number;
  isJps: boolean;
}
export interface Operation {
  row: Row;
  a: Args;
  /** On the second machine only. */
  isExtra?: boolean;
}
export type Program = { setup: Setup; operations: Operation[] };

/** Draws a program, and what its operations get. */
class Draw {
  /** A number from 0 to below 1. */
  readonly next: () => number;
  /** The drawn part of the setup, and facts of its map. */
  readonly setup = { shared: [], each: [] } as unknown as Setup;
  map: Any;
  /** Cells that are drawn often. */
  hot: Cell[] = [];
  /** Probability that an edit opens: faults of edits need maps that stay open. */
  readonly opens: number;

  constructor(seed: number) {
    this.next = random(seed);
    this.opens = this.pick([0.3, 0.5, 0.75, 0.75]);
  }
  below = (n: number): number => Math.floor(this.next() * n);
  chance = (p: number): boolean => this.next() < p;
  pick = <T>(list: readonly T[]): T => list[this.below(list.length)];
  some = <T>(most: number, draw: () => T): T[] => Array.from({ length: 1 + this.below(most) }, draw);
  cell = (): Cell => {
    const isHot = this.hot.length > 0 && this.chance(0.3);
    return isHot ? this.pick(this.hot) : [this.below(this.map.width), this.below(this.map.height)];
  };
  wall = (): [number, number, string] => {
    const isEast = this.chance(0.5);
    const [x, y] = [this.below(this.map.width - Number(isEast)), this.below(this.map.height - Number(!isEast))];
    return [x, y, isEast ? 'east' : 'south'];
  };
}

/** Facts of a map: its options, its kind, and whether rows with a flag fit. */
function factsOf({ map: { rows, options }, cart, most, machines, isJps }: Setup): Any {
  const { size, diagonals, costs, walls, wallCosts, links = [], wrap } = options;
  const isHex = diagonals.startsWith('hex');
  const isDirected = costs === 'entered' && !isHex && diagonals !== 'never';
  const isWeighted = !!wallCosts || rows.flat().some((cost) => cost > 1);
  const isJoined = (wrap?.includes('x') && rows[0].length > 1) || (wrap?.includes('y') && rows.length > 1);
  const names: string[] = [...links.map(({ name }: Any) => name), ...(isJoined ? ['wrap'] : [])];
  const hpa = !isDirected && !isHex && !walls;
  const flags = {
    ...{ doors: !!options.doors, walls: !!walls, links: names.length > 0, prices: most > 1, cart: !!cart, hpa },
    ...{ undirected: !isDirected, unweighted: !isWeighted, single: machines === 1 && !cart && !size },
    bare: Object.keys(options).every((key) => /diagonals|size|costs/.test(key)),
    bake: !isJps && (!size || most === 1),
    world: hpa && !/size|links|wrap|wallCosts|costs|always/.test(JSON.stringify(options)),
  };
  return { ...options, width: rows[0].length, height: rows.length, isHex, isWeighted, names, flags };
}
/** Rows that fit, as often as their weight. */
const fits = ({ flags }: Row, d: Draw) => flags.every((flag) => d.map.flags[flag] ?? true);
const weighted = (rows: readonly Row[], d: Draw) =>
  rows.flatMap((row) => (fits(row, d) ? Array<Row>(row.weight).fill(row) : []));

/** A value as JavaScript. `{ $: text }` is that text. */
export function js(value: Any): string {
  if (Array.isArray(value)) return `[${value.map(js).join(', ')}]`;
  if (typeof value !== 'object' || value === null)
    return typeof value === 'string' ? JSON.stringify(value) : `${value}`;
  if ('$' in value) return value.$;
  const parts = Object.entries(value).filter(([, one]) => one !== undefined);
  return `{ ${parts.map(([key, one]) => `${key}: ${js(one)}`).join(', ')} }`;
}

function change(d: Draw): Args {
  const { walls, names, width, height } = d.map;
  const open = d.chance(d.opens);
  const [x, y] = d.cell();
  const near = x + 1 < width && d.chance(0.5) ? [x, y, 'east'] : y + 1 < height ? [x, y, 'south'] : undefined;
  if (walls && d.chance(0.5)) return { wall: (d.chance(0.5) && near) || d.pick(walls), open };
  if (names.length > 0 && d.chance(0.25)) return { link: d.pick(names), open };
  const cost = d.setup.most > 1 && d.chance(0.35) ? GEN.cost(d, {}) : undefined;
  const side = { width: 1 + d.below(Math.min(4, width - x)), height: 1 + d.below(Math.min(3, height - y)) };
  return { x, y, ...(d.chance(0.2) && side), ...((!cost || d.chance(0.3)) && { open }), cost };
}
function linksOf(d: Draw, options: Any): Any {
  const { rows, options: first } = d.setup.map;
  const model = new Model({ ...first, ...options }, rows);
  const open = model.cells.filter(model.isOpen);
  const links = d.some(d.chance(0.2) ? 120 : 5, () => ({
    ...{ name: d.pick(['a', 'b', 'c', 'd']), from: d.pick(open), to: d.pick(open) },
    ...(d.chance(0.7) && { cost: d.pick([0.25, 1, 3.5, 20]) }),
    ...(d.chance(0.4) && { oneWay: true }),
  }));
  const made = open.length > 1 ? links.filter(({ from, to }) => `${from}` !== `${to}`) : [];
  return made.length > 0 ? made : undefined;
}
const cellsText = ({ rows }: MapSpec) => `${rows[0].length}, ${rows.length}, (x, y) => ${js(rows)}[y][x]`;

type Gen = (d: Draw, a: Args) => unknown;
const pairs = (most: number) => (d: Draw) => d.some(most, d.cell).flat();
const cell: Gen = (d) => d.cell();
const BLOCKERS = { $: 'blockers', isBlockers: true };
const units: Gen = (d) => (d.chance(0.3) ? BLOCKERS : pairs(4)(d));
const text = (code: string) => () => ({ $: code });
const upTo = (n: number) => (d: Draw) => d.below(n);
const coin: Gen = (d) => d.chance(0.5);
const point = (side: string) => (d: Draw) => d.below(d.map[side]) + d.pick([0.5, 0.5, 0.5, 0.3, 1]);
function oneOf(...list: unknown[]): Gen {
  return (d) => d.pick(list);
}

/** Values of placeholders by name; of options by the key, or by the name after `=`. Other names stand for themselves. */
const GEN: Record<string, Gen> = {
  ...{ from: cell, to: cell, at: cell, cell, avoid: units, pass: units },
  ...{ goals: pairs(3), starts: pairs(4), stop: pairs(3), many: (d) => pairs(d.pick([4, 80]))(d) },
  standing: (d, a) => (d.chance(0.5) ? BLOCKERS : GEN.many(d, a)),
  ...{ i: upTo(2), unit: upTo(5), id: upTo(1e6), most: upTo(25), facing: upTo(8), priority: upTo(3), work: upTo(200) },
  ...{ size: (d) => d.map.size ?? 1, steps: (d) => d.below(24) / 2, within: (d) => d.below(9) / 2 },
  ...{ expanded: (d) => 1 + d.below(25), maxCost: (d) => 1 + d.below(d.pick([4, 12])), entries: (d) => 1 + d.below(5) },
  ...{ factor: oneOf(1.1, 2, 4), radius: oneOf(0, 0.2, 0.25), cellSize: oneOf(8, [6, 9]), speed: oneOf(1, 3, 8) },
  ...{ costs: oneOf('average', 'entered'), by: oneOf('cells', 'nodes'), formation: oneOf('block', 'line') },
  ...{ k: oneOf(0, 0, 0, 1, 2), pause: oneOf(0, 16, 40), side: oneOf(undefined, 1, 2, 3) },
  ...{ partial: coin, pull: coin, coin },
  ...{ open: (d) => d.chance(d.opens), cost: (d) => d.pick([1, 1, 2, 3, 9, d.setup.most]), origin: () => [3, 2] },
  ...{ onCell: text('() => {}'), onProgress: text('() => {}'), signal: text('new AbortController().signal') },
  ...{ door: (d) => d.pick(d.map.doors as Any[]).name, link: (d) => d.pick(d.map.names) },
  ...{ part: (d) => (d.next() - 0.5).toFixed(2), group: (d) => d.some(3, () => d.below(6)) },
  ...{ px: point('width'), py: point('height') },
  of: (d) => (d.setup.cart && d.chance(0.3) ? d.pick(d.setup.followers) : 'nav'),
  last: (d) => d.setup.followers.at(-1),
  points: (d) => [...Array(4).keys()].map((i) => d.next() * (i % 2 ? d.map.height : d.map.width)),
  outside: (d) => ({ $: `${d.below(3 * d.map.width) - d.map.width}, ${d.below(3 * d.map.height) - d.map.height}` }),
  floor: (d, a) => (a.of === 'nav' ? d.map.floors?.[0].name : undefined),
  links(d) {
    const names = d.map.names.filter(() => d.chance(0.6));
    const $ = d.chance(0.5) ? `new Set(${js(names)})` : `(link) => ${js(names)}.includes(link.name)`;
    return d.map.names.length > 0 ? { names, $ } : undefined;
  },
  slow: (d) => d.some(4, () => [...d.cell(), d.pick([0.5, 1, 3, 10])]).flat(),
  diagonal: (d) => (d.map.isHex ? undefined : d.pick([1, 1.5, 2, 'alternate'])),
  flat: (d) => (d.map.isHex || d.map.walls ? undefined : d.pick([1, 1.5, 2])),
  starting: (d, a) => Array.from({ length: a.goals.length / 2 }, () => d.below(6) / 2),
  field: (_, a) => ({ $: `fields[${a.i}]` }),
  metric: (d) => (d.map.isHex ? 'steps' : d.pick(['steps', 'chebyshev', 'manhattan', 'euclidean'])),
  sight: (_, a) => ({ $: `sightOf(${a.of})` }),
  axes: (d) => (d.map.isHex ? undefined : [32, 16, -32, 16]),
  changes: (d) => (d.chance(0.7) ? change(d) : d.some(4, () => change(d))),
  limit: (d) => ({ work: d.pick([1, 20, 60, 150, 5000]) }),
  budget: (d) => (d.chance(0.9) ? { work: d.pick([1, 40, 300, 5000]) } : { ms: 5 }),
  soon: () => ({ ms: 5 }),
  artifacts: (d) => (d.chance(0.5) && d.map.flags.hpa ? { jps: {}, hpa: { cluster: 2 + d.below(5) } } : ['jps']),
  // Of maps.
  ...{ two: ({ map }) => (map.isHex || map.walls ? undefined : 2), entered: () => 'entered', drawn: () => [8, 12] },
  wallCosts: ({ map, setup, pick }, { options }) =>
    map.isHex || options?.size || map.walls || setup.most > 249 ? undefined : pick([[3], [4, 2]]),
  doors: (d) => [
    { name: 'gate', cells: [...d.cell(), ...d.cell()], walls: d.map.walls && [d.wall()] },
    { name: 'hatch', cells: d.cell() },
  ],
  markers: (d) => [{ name: 'start', cells: d.cell() }],
  floors({ map: { width, height } }) {
    const hall = { name: 'hall', x: 0, y: 3, width, height: height - 3 };
    return height > 3 ? [{ name: 'cellar', x: 0, y: 0, width, height: 2 }, hall] : undefined;
  },
  wrap: ({ map, pick }, { options }) => (map.isHex || options?.size ? undefined : pick(['x', 'y', 'xy'])),
  linked: (d, { options }) => linksOf(d, options),
  // Of bakes and loads.
  ...{ landmarks: oneOf(0, 2, 16), storeLandmarks: coin, boxes: oneOf('jump-points', 'cells'), exact: coin },
  ...{ cluster: (d) => 2 + d.below(7), levels: oneOf(1, 1, 2, 3), table: oneOf('', ', await bakeTable(hpa, raw)') },
  ...{ parts: text('isFirst ? all : plain'), fingerprint: text('load(blobs).fingerprint'), agent: () => 'man' },
  cells: (d) => cellsText(d.setup.map),
  engine: (d) => ({ $: `pick(load(blobs).engines, ${d.next().toFixed(2)})` }),
  base: ({ map: { diagonals, size, costs } }) => js({ diagonals, size, costs }),
};

/**
 * Arguments of a template: `$name`, and `?{key key=name +key key%20}` for some of these options, those with `+` always,
 * those with `%` as often as it says, the others in 30 of 100.
 */
function drawArgs(d: Draw, template: string): Args {
  const a: Args = {};
  for (const [, keys, name] of template.matchAll(/\?\{([^}]*)\}|\$(\w+)/g)) {
    if (name) a[name] ??= GEN[name](d, a);
    for (const [, always, key, by = key, percent] of keys?.matchAll(/(\+?)(\w+)(?:=(\w+))?(?:%(\d+))?/g) ?? []) {
      const value = always || d.chance(Number(percent ?? 30) / 100) ? (GEN[by] ?? text(by))(d, a) : undefined;
      if (value !== undefined) a.options = { ...a.options, [key]: value };
    }
  }
  return a;
}

/** Names whose values are code. */
const CODE = /^(of|last|part|group|table|cells|base)$/;
/** The line of an operation. */
export function codeOf({ template }: Row, a: Args): string {
  return template.replace(/(, |\.{3})?(?:(\?)\{[^}]*\}|\$(\w+))/g, (_, comma = '', options, name) => {
    const value = options ? a.options : a[name];
    if (value === undefined) return comma === '...' ? '...{}' : '';
    return comma + (/^(from|to|at)$/.test(name) ? value.join(', ') : CODE.test(name) ? String(value) : js(value));
  });
}

const RULES = 'no-corners no-corners no-corners no-corners never never one-corner always'.split(' ');
const HEXES = ['hex', 'hex-odd-r', 'hex-even-r', 'hex-odd-q', 'hex-even-q'];
/**
 * What found most faults: plain maps with many edits; walkers and fields past walls; budgets of work on machines with
 * other queries. Mostly anything.
 */
type Theme = 'edits' | 'gates' | 'work' | undefined;

/** A map of any kind, mostly a small one. */
function drawMap(d: Draw, theme: Theme): void {
  const { below, chance, pick, next, setup } = d;
  const side = pick([5, 7, 7, 9, 12]);
  const thin = chance(0.1) ? 1 : side;
  const [width, height] = theme ? [4 + below(6), 4 + below(6)] : [1 + below(thin), 1 + below(side)];
  const diagonals = theme || chance(0.8) ? pick(RULES) : pick(HEXES);
  const isWalled =
    theme !== 'edits' && Math.min(width, height) > 1 && /^n/.test(diagonals) && (theme === 'gates' || chance(0.3));
  const isPlain = theme === 'edits' || chance(0.6) || (isWalled && diagonals !== 'never');
  setup.most = isPlain ? 1 : pick([2, 3, 9, isWalled ? 128 : 250]);
  const density = (theme ? 0.2 : 0.45) * next();
  // Walls from side to side with one gap: edits of one room leave others as they are.
  const lines = Array.from({ length: Math.max(0, below(6) - 2) }, () => [below(2), below(width), below(height)]);
  const isLine = (x: number, y: number) =>
    lines.some(([isRow, u, v]) => (isRow ? y === v && x !== u : x === u && y !== v));
  const costAt = (x: number, y: number) => (next() < density || isLine(x, y) ? 0 : 1 + below(setup.most));
  const rows = Array.from({ length: height }, (_, y) => Array.from({ length: width }, (_, x) => costAt(x, y)));
  setup.map = { rows, options: { diagonals } };
  d.map = factsOf(setup);
  if (isWalled) d.map.walls = setup.map.options.walls = d.some(width * height, d.wall);
  if (theme !== 'edits') Object.assign(setup.map.options, drawArgs(d, MAP).options);
}

/** A map, how it is loaded, and a second one that follows it. */
function drawSetup(d: Draw, theme: Theme): void {
  const { setup, chance, pick } = d;
  drawMap(d, theme);
  const { map, shared, each } = setup;
  const { size, diagonals, walls, wallCosts, doors, isHex, isWeighted, width, height } = factsOf(setup);
  const other = { diagonals: pick([diagonals, diagonals, 'never', 'always']), size: chance(0.2) ? 1 : 2 };
  const canFollow = !isHex && !size && !walls && !wallCosts && Math.min(width, height) > 1;
  if (canFollow && chance(0.25)) setup.cart = { rows: map.rows, options: other };
  d.map = factsOf(setup);

  const made = BAKES.filter((row) => fits(row, d) && chance(row.weight / 100));
  const bakes = made.map((row) => codeOf(row, drawArgs(d, row.template))).join(', ');
  const load = pick(weighted(LOADS, d));
  const isGrid = /Grid/.test(load.name);
  const raw = { threads: 1, codec: chance(0.1) ? 'zstd' : 'none', layout: chance(0.2) ? 'mapped' : undefined };
  shared.push(`grid = createGrid(${cellsText(map)}, ${js(map.options)})`, `raw = ${js(raw)}`);
  if (setup.cart) shared.push(`ground = createGrid(${cellsText(setup.cart)}, ${js(other)})`);
  const man = `{ name: 'man', bytes: packBlobs([${bakes}]) }`;
  const agents = `packAgents([${man}, { name: 'cart', bytes: await bakeJps(ground, raw) }])`;
  if (!isGrid) shared.push(`others = blobs = [${load.name === 'agents' ? agents : bakes}]`);
  if (load.name === 'load' && raw.codec === 'none' && chance(0.3))
    shared.push("raw.layout = 'mapped'", `others = [${bakes}]`);

  setup.isJps = !isWeighted && !walls && !setup.cart && (isGrid || !/Hpa/.test(bakes)) && chance(0.08);
  each.push(`fresh = () => ${codeOf(load, drawArgs(d, load.template))}`);
  const own = doors && chance(0.3) ? `, ${js({ doors })}` : '';
  each.push(`nav = editable${setup.isJps ? 'Jps' : ''}(await fresh()${own})`);
  const others = ['loadGrid(ground)', 'load(await bakeJps(ground, raw))'];
  const cart = load.name === 'agents' ? "load(blobs, { agent: 'cart' })" : pick(others);
  setup.followers = setup.cart ? ['cart', 'train'].slice(0, pick([1, 2])) : [];
  for (const [i, name] of setup.followers.entries())
    each.push(`${name} = editable(${i > 0 ? pick(others) : cart}, { follows: ${i > 0 ? 'cart' : 'nav'} })`);
  each.push('blockers = blockersOf(nav)');
  const isFixed = setup.isJps || (size && (isWeighted || chance(0.4))) || (walls && diagonals !== 'never');
  setup.most = isFixed ? 1 : walls ? 128 : 255 - Math.max(0, ...(wallCosts ?? []));
  setup.machines = theme === 'work' ? 3 : theme ? 1 : pick([1, 3]);
}

/** The program of a seed. */
export function programOf(seed: number): Program {
  const d = new Draw(seed);
  const kind = d.next();
  const theme = kind < 0.15 ? 'edits' : kind < 0.3 ? 'gates' : kind < 0.45 ? 'work' : undefined;
  drawSetup(d, theme);
  const { setup } = d;
  d.map = factsOf(setup);
  d.hot = Array.from({ length: 5 }, d.cell);
  const draw = (rows: readonly Row[], isExtra = false): Operation => {
    const row = d.pick(rows);
    return { row, isExtra, a: { ...drawArgs(d, row.template), ...(row.times > 0 && { times: d.below(row.times) }) } };
  };
  const [queries, edits, ...others] = GROUPS;
  if (theme === 'edits') {
    const list = [queries, edits].map((rows) => rows.filter(({ name }) => /^(findPath|allPaths|setOpen)$/.test(name)));
    return { setup, operations: Array.from({ length: 500 }, () => draw(d.pick(list))) };
  }
  const named = (name: string) => others.filter((rows) => rows.some((row) => row.name === name));
  const themed = { gates: named(d.pick(['shut', 'flowField'])), work: named(d.pick(['trafficOf', 'pathQueue'])) };
  const chosen = theme ? themed[theme] : d.chance(0.4) ? [] : d.some(2, () => d.pick(others));
  const [asked, ...more] = [queries, edits, ...chosen].map((rows) => weighted(rows, d));
  const lists = theme === 'work' ? [...more, ...more.slice(1)] : [asked, ...more];
  const operations = Array.from({ length: 10 + d.below(chosen.length > 0 && !theme ? 60 : 110) }, () => {
    const isExtra = setup.machines > 1 && d.chance(theme ? 0.6 : 0.3);
    return [...(isExtra ? [draw(asked, true)] : []), draw(d.pick(lists))];
  });
  const paths = Array.from({ length: 25 }, () => draw([queries[0]]));
  return { setup, operations: [...chosen.map(([row]) => draw([row])), ...operations.flat(), ...paths] };
}
