/** Random programs: a map, how it is loaded, and operations, each a line of JavaScript that is drawn from a template. */
import { random } from '../../test/grids.js';
import { type Any, type Cell, type MapSpec, Model } from './model.js';
import type { Row } from './rows.js';

export type Args = Record<string, Any>;
/** How a map is made: lines that make what all machines load, and what each of them makes. */
export interface Setup {
  map: MapSpec;
  /** A map of other units that follows the first. */
  cart: MapSpec | undefined;
  shared: string[];
  each: string[];
  machines: number;
  /** Highest cost that edits may set. */
  most: number;
  isJps: boolean;
}
export interface Operation {
  row: string;
  a: Args;
  /** On the second machine only. */
  isExtra?: boolean;
}
export type Program = { setup: Setup; operations: Operation[] };

class Dice {
  /** A number from 0 to below 1. */
  readonly next: () => number;
  constructor(seed: number) {
    this.next = random(seed);
  }
  below = (n: number): number => Math.floor(this.next() * n);
  chance = (p: number): boolean => this.next() < p;
  pick = <T>(list: readonly T[]): T => list[this.below(list.length)];
  some = <T>(most: number, draw: () => T): T[] => Array.from({ length: 1 + this.below(most) }, draw);
}

/** A value as JavaScript. `{ $: text }` is that text. */
export function js(value: Any): string {
  if (Array.isArray(value)) return `[${value.map(js).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return value === undefined ? 'undefined' : JSON.stringify(value);
  if ('$' in value) return value.$;
  const parts = Object.entries(value).filter(([, one]) => one !== undefined);
  return `{ ${parts.map(([key, one]) => `${key}: ${js(one)}`).join(', ')} }`;
}

/** Draws what operations on a map get. */
export class Draw extends Dice {
  private readonly hot: Cell[] = [];
  /** Probability that an edit opens: faults of edits need maps that stay open. */
  readonly opens: number;

  constructor(
    seed: number,
    readonly setup: Setup,
  ) {
    super(seed);
    this.hot = Array.from({ length: 5 }, this.cell);
    this.opens = this.pick([0.3, 0.5, 0.75, 0.75]);
  }

  get map(): Any {
    const { rows, options } = this.setup.map;
    const names: string[] = [...(options.links ?? []).map(({ name }: Any) => name), ...(options.wrap ? ['wrap'] : [])];
    const isHex = options.diagonals.startsWith('hex');
    return { width: rows[0].length, height: rows.length, isHex, ...options, names: [...new Set(names)] };
  }
  /** A cell, often one of a few. */
  cell = (): Cell => {
    if (this.hot.length > 0 && this.chance(0.3)) return this.pick(this.hot);
    return [this.below(this.map.width), this.below(this.map.height)];
  };
}

const pairs = (most: number) => (d: Draw) => d.some(most, d.cell).flat();
const cell = (d: Draw) => d.cell();
const units = (d: Draw) => (d.chance(0.3) ? { $: 'blockers', isBlockers: true } : pairs(4)(d));
const text = (code: string) => () => ({ $: code });
const upTo = (n: number) => (d: Draw) => d.below(n);
const oneOf =
  (...list: unknown[]) =>
  (d: Draw) =>
    d.pick(list);
const coin = (d: Draw) => d.chance(0.5);
const opens = (d: Draw) => d.chance(d.opens);

function change(d: Draw): Args {
  const { walls, names, width, height } = d.map;
  const open = opens(d);
  const [x, y] = d.cell();
  const near = x + 1 < width && d.chance(0.5) ? [x, y, 'east'] : y + 1 < height ? [x, y, 'south'] : undefined;
  if (walls && d.chance(0.5)) return { wall: (d.chance(0.5) && near) || d.pick(walls), open };
  if (names.length > 0 && d.chance(0.25)) return { link: d.pick(names), open };
  const cost = d.setup.most > 1 && d.chance(0.35) ? GEN.cost(d, {}) : undefined;
  const side = { width: 1 + d.below(Math.min(4, width - x)), height: 1 + d.below(Math.min(3, height - y)) };
  const isOpened = (!cost || d.chance(0.3)) && { open };
  return { x, y, ...(d.chance(0.2) && side), ...isOpened, ...(cost !== undefined && { cost }) };
}

/** Values of placeholders by name; of options by the key, or by the name after `=`. */
const GEN: Record<string, (d: Draw, a: Args) => unknown> = {
  ...{
    from: cell,
    to: cell,
    at: cell,
    cell,
    goals: pairs(3),
    starts: pairs(4),
    stop: pairs(3),
    avoid: units,
    pass: units,
  },
  k: oneOf(0, 0, 0, 1, 2),
  ...{ i: upTo(2), unit: upTo(5), id: upTo(1e6), most: upTo(25), facing: upTo(8), priority: upTo(3) },
  ...{ open: opens, partial: coin, pull: coin, ms: text('1e9'), reached: text('reached'), none: text('undefined') },
  ...{ size: (d) => d.map.size ?? 1, steps: (d) => d.below(24) / 2, within: (d) => d.below(9) / 2, work: upTo(200) },
  ...{ expanded: (d) => 1 + d.below(25), maxCost: (d) => 1 + d.below(12), entries: (d) => 1 + d.below(5) },
  ...{ sliced: () => true, maxBytes: () => 400, big: () => 1e6, threads: () => 1, origin: () => [3, 2] },
  ...{ factor: oneOf(1.1, 2, 4), radius: oneOf(0, 0.2, 0.25), cellSize: oneOf(8, [6, 9]), speed: oneOf(1, 3, 8) },
  ...{ costs: oneOf('average', 'entered'), by: oneOf('cells', 'nodes'), formation: oneOf('block', 'line') },
  ...{ pause: oneOf(0, 16, 40), side: oneOf(undefined, 1, 2), queue: text('queue'), blockers: text('blockers') },
  ...{ onCell: text('() => {}'), onProgress: text('() => {}'), signal: text('new AbortController().signal') },
  ...{ worker: text('poolWorker'), baker: text('bakeWorker'), load: text('load'), loadTile: text('loadTile') },
  of: (d) => (d.setup.cart && d.chance(0.3) ? 'cart' : 'nav'),
  many: (d) => pairs(d.pick([4, 80]))(d),
  points: (d) => [...Array(4).keys()].map((i) => d.next() * (i % 2 ? d.map.height : d.map.width)),
  outside: (d) => ({ $: `${d.below(3 * d.map.width) - d.map.width}, ${d.below(3 * d.map.height) - d.map.height}` }),
  px: (d) => d.below(d.map.width) + d.pick([0.5, 0.5, 0.5, 0.3, 1]),
  py: (d) => d.below(d.map.height) + d.pick([0.5, 0.5, 0.5, 0.3, 1]),
  floor: (d, a) => (a.of === 'cart' ? undefined : d.map.floors?.[0].name),
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
  cost: (d) => d.pick([1, 1, 2, 3, 9, d.setup.most]),
  door: (d) => d.pick(d.map.doors as Any[]).name,
  link: (d) => d.pick(d.map.names),
  limit: (d) => ({ work: d.pick([1, 20, 60, 150, 5000]) }),
  budget: (d) => (d.chance(0.9) ? { work: d.pick([1, 40, 300, 5000]) } : { ms: 5 }),
  part: (d) => (d.next() - 0.5).toFixed(2),
  group: (d) => d.some(3, () => d.below(6)),
  artifacts: (d) => (d.chance(0.5) && canHpa(d.setup.map) ? { jps: {}, hpa: { cluster: 2 + d.below(5) } } : ['jps']),
};

/** Arguments of a template: `$name`, and `?{key key=name +key}` for some of these options, those with `+` always. */
export function drawArgs(d: Draw, template: string): Args {
  const a: Args = {};
  for (const [, keys, name] of template.matchAll(/\?\{([^}]*)\}|\$(\w+)/g)) {
    if (name) a[name] ??= GEN[name.replace(/\d$/, '')](d, a);
    else
      for (const part of keys.split(' ')) {
        const [key, by = key] = part.replace('+', '').split('=');
        const value = part.startsWith('+') || d.chance(0.3) ? GEN[by](d, a) : undefined;
        if (value !== undefined) a.options = { ...a.options, [key]: value };
      }
  }
  return a;
}

/** The line of an operation. */
export function codeOf(template: string, a: Args): string {
  return template.replace(/(, |\.{3})?(?:(\?)\{[^}]*\}|\$(\w+))/g, (_, comma = '', options, name) => {
    const value = options ? a.options : a[name];
    if (value === undefined) return comma === '...' ? '...{}' : '';
    const isCell = /^(from|to|at)\d?$/.test(name);
    return comma + (isCell ? value.join(', ') : /^(of|part|group)\d?$/.test(name) ? String(value) : js(value));
  });
}

const RULES = 'no-corners no-corners no-corners no-corners never never one-corner always'.split(' ');
const HEXES = ['hex', 'hex-odd-r', 'hex-even-r', 'hex-odd-q', 'hex-even-q'];

/**
 * What found most faults: plain maps with many edits; walkers past walls that close; budgets of work on machines with
 * other queries. Mostly anything.
 */
type Theme = 'edits' | 'gates' | 'work' | undefined;

/** A map of any kind, mostly a small one. */
function drawMap({ next, below, chance, pick }: Dice, theme: Theme): MapSpec {
  const cell = (): [number, number] => [below(width), below(height)];
  const side = pick([5, 7, 7, 9, 12]);
  const isSmall = theme !== undefined;
  const [width, height] = isSmall ? [4 + below(6), 4 + below(6)] : [1 + below(side), 2 + below(side)];
  const diagonals = isSmall || chance(0.8) ? pick(RULES) : pick(HEXES);
  const density = (isSmall ? 0.2 : 0.45) * next();
  const isHex = diagonals.startsWith('hex');
  const isWalled = width > 1 && /^n/.test(diagonals) && (theme === 'gates' || chance(0.3));
  const isLarge = !isHex && !isWalled && chance(0.15);
  const most = chance(0.6) || (isWalled && diagonals !== 'never') ? 1 : pick([2, 3, 9, isWalled ? 128 : 250]);
  // Walls from side to side with one gap: edits of one room leave others as they are.
  const lines = Array.from({ length: Math.max(0, below(6) - 2) }, () => [below(2), below(width), below(height)]);
  const isLine = (x: number, y: number) =>
    lines.some(([isRow, u, v]) => (isRow ? y === v && x !== u : x === u && y !== v));
  const rows = Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (_, x) => (next() < density || isLine(x, y) ? 0 : 1 + below(most))),
  );
  if (theme === 'edits')
    return { rows: rows.map((row) => row.map((cost) => Number(cost > 0))), options: { diagonals } };
  const wall = () =>
    chance(0.5) ? [below(width - 1), below(height), 'east'] : [below(width), below(height - 1), 'south'];
  const options: Args = { diagonals };
  if (isLarge) options.size = 2;
  if (chance(0.2)) options.costs = 'entered';
  if (chance(0.08) && !isHex && !isLarge && !isWalled && most < 250) options.wallCosts = pick([[3], [4, 2]]);
  if (isWalled) options.walls = Array.from({ length: 1 + below(width * height) }, wall);
  const gate = { name: 'gate', cells: [...cell(), ...cell()], ...(isWalled && { walls: [wall()] }) };
  if (chance(0.3)) options.doors = [gate, { name: 'hatch', cells: cell() }];
  if (chance(0.1)) options.markers = [{ name: 'start', cells: cell() }];
  const hall = { name: 'hall', x: 0, y: 3, width, height: height - 3 };
  if (chance(0.1) && height > 3) options.floors = [{ name: 'cellar', x: 0, y: 0, width, height: 2 }, hall];
  if (chance(0.1)) options.cellSize = [8, 12];
  if (chance(0.2) && !isHex && !isLarge && width > 2 && height > 2) options.wrap = pick(['x', 'y', 'xy']);
  const model = new Model(options, rows);
  const open = model.cells().filter((at) => model.isOpen(...at));
  const link = (_: unknown, i: number) => {
    const ends = { name: pick(['a', 'b', `l${i}`]), from: pick(open), to: pick(open) };
    return { ...ends, ...(chance(0.7) && { cost: pick([0.25, 1, 3.5, 20]) }), ...(chance(0.4) && { oneWay: true }) };
  };
  const links = Array.from({ length: open.length > 1 && chance(0.4) ? 1 + below(5) : 0 }, link);
  options.links = links.filter(({ from, to }) => `${from}` !== `${to}`);
  if (options.links.length === 0) delete options.links;
  return { rows, options };
}

const isWeighted = ({ rows, options }: MapSpec) => !!options.wallCosts || rows.flat().some((cost) => cost > 1);
const isHexMap = ({ options }: MapSpec) => options.diagonals.startsWith('hex');
const isDirected = (map: MapSpec) => map.options.costs && !isHexMap(map) && map.options.diagonals !== 'never';
const canHpa = (map: MapSpec) => !isDirected(map) && !isHexMap(map) && !map.options.walls;
/** Whether rows with a flag fit a map. */
const FITS: Record<string, (setup: Setup) => boolean> = {
  doors: ({ map }) => !!map.options.doors,
  walls: ({ map }) => !!map.options.walls,
  links: ({ map }) => !!(map.options.links || map.options.wrap),
  costs: ({ most }) => most > 1,
  cart: ({ cart }) => !!cart,
  single: ({ machines, cart, map }) => machines === 1 && !cart && !map.options.size,
  bake: ({ isJps, map, most }) => !isJps && (!map.options.size || most === 1),
  world: ({ map }) => canHpa(map) && !/size|links|wrap|wallCosts|costs|always/.test(JSON.stringify(map.options)),
};
const cellsText = ({ rows }: MapSpec) => `${rows[0].length}, ${rows.length}, (x, y) => ${js(rows)}[y][x]`;
const gridText = (map: MapSpec) => `createGrid(${cellsText(map)}, ${js(map.options)})`;

/** Bakes that fit a map, with random options. */
function bakesOf(map: MapSpec, { below, chance, pick }: Dice): string[] {
  const raw = { threads: 1, codec: chance(0.1) ? 'zstd' : 'none', ...(chance(0.2) && { layout: 'mapped' }) };
  const bake = (name: string, more: Args = {}) => `await bake${name}(grid, ${js({ ...raw, ...more })})`;
  const landmarks = isWeighted(map) && chance(0.5) ? { landmarks: pick([0, 2, 16]), storeLandmarks: chance(0.5) } : {};
  const made = [bake('Jps', landmarks)];
  if (!isDirected(map) && chance(0.4)) made.push(bake('Ch'));
  const boxes = { boxes: pick(['jump-points', 'cells']), exact: chance(0.7) };
  if (!isWeighted(map) && chance(0.4)) made.push(bake('Bounds', boxes));
  const levels = { cluster: 2 + below(7), levels: pick([1, 1, 2, 3]), storePaths: chance(0.7) };
  if (canHpa(map) && chance(0.5)) made.push(bake('Hpa', levels));
  if (/Hpa/.test(made.at(-1) as string) && chance(0.4)) made.push(`await bakeTable(${made.at(-1)}, { threads: 1 })`);
  return made;
}

/** A map, how it is loaded, and a second one that follows it. */
function drawSetup(dice: Dice, theme: Theme): Setup {
  const { next, chance, pick } = dice;
  const map = drawMap(dice, theme);
  const { size, diagonals, costs, walls, wallCosts, doors } = map.options;
  const isNarrow = Math.min(map.rows.length, map.rows[0].length) < 2;
  const canFollow = !isHexMap(map) && !size && !walls && !wallCosts && chance(0.25);
  const other = {
    diagonals: chance(0.6) ? diagonals : pick(['never', 'always']),
    size: isNarrow || chance(0.2) ? 1 : 2,
  };
  const cart = canFollow ? { rows: map.rows, options: other } : undefined;
  const [shared, bakes, grid] = [[`grid = ${gridText(map)}`], bakesOf(map, dice), cart && gridText(cart)];
  const baked = `await bakeJps(${grid}, { threads: 1 })`;
  const rare = ['maxCells: 1e4', 'maxNodes: 5000', 'refine: false', 'shared: true', 'decompress: undefined'];
  // Other machines search in JavaScript.
  const options = `wasm: isFirst${chance(0.15) ? `, ${pick(rare)}` : ''}`;
  let [made, cartNav] = ['', `load(${baked})`];
  if (chance(0.35)) {
    const isBare = Object.keys(map.options).every((key) => /diagonals|size|costs/.test(key));
    const more = `${chance(0.1) ? 'budget: { ms: 5 }, ' : ''}parts: isFirst ? all : plain`;
    const bare = isBare && chance(0.4) ? `${cellsText(map)}, { ...${js({ diagonals, size, costs })}` : 'grid, {';
    [made, cartNav] = [`loadGrid(${bare}, ${more} })`.replace('{, ', '{ '), `loadGrid(${grid})`];
  } else if (cart && chance(0.5)) {
    shared.push(`man = packBlobs([${bakes}])`, `cart = ${baked}`);
    shared.push("blobs = [packAgents([{ name: 'man', bytes: man }, { name: 'cart', bytes: cart }])]");
    [made, cartNav] = [`load(blobs, { agent: 'man', ${options} })`, "load(blobs, { agent: 'cart' })"];
  } else {
    const isMapped = chance(0.3) && !/mapped|zstd/.test(bakes.join());
    const others = isMapped ? bakes.map((bake) => bake.replaceAll('"none"', '"none", layout: "mapped"')) : [];
    shared.push(`blobs = [${bakes}]`, `others = ${isMapped ? `[${others}]` : 'blobs'}`);
    const url = "'data:;base64,' + Buffer.from(packBlobs(blobs)).toString('base64')";
    const more = pick(['onProgress: () => {}', 'signal: new AbortController().signal', 'agent: undefined']);
    const at = next().toFixed(2);
    const engine = `, engine: pick(load(blobs).engines, ${at}), fingerprint: load(blobs).fingerprint`;
    const loads = `load(isFirst ? blobs : others, { ${options}${chance(0.6) ? engine : ''} })`;
    made = chance(0.1) ? `loadUrl(load, ${url}, { ${more} })` : loads;
  }
  const each = [`fresh = () => ${made}`];
  const isJps = !isWeighted(map) && !walls && !cart && !/Hpa/.test(shared.join()) && chance(0.08);
  each.push(`nav = editable${isJps ? 'Jps' : ''}(await fresh()${doors && chance(0.3) ? `, ${js({ doors })}` : ''})`);
  if (cart) each.push(`cart = editable(${cartNav}, { follows: nav })`);
  each.push('blockers = blockersOf(nav)');
  const isFixed = isJps || (size && (isWeighted(map) || chance(0.4))) || (walls && diagonals !== 'never');
  const most = isFixed ? 1 : walls ? 128 : 255 - Math.max(0, ...(wallCosts ?? []));
  const machines = theme === 'work' ? 3 : theme ? 1 : pick([1, 3]);
  return { map, cart, shared, each, machines, most, isJps };
}

/** The program of a seed. @param groups rows of queries, edits, and others that begin with the row that makes their object */
export function drawProgram(seed: number, [queries, edits, ...others]: Row[][]): Program {
  const dice = new Dice(seed);
  const kind = dice.next();
  const theme = kind < 0.15 ? 'edits' : kind < 0.25 ? 'gates' : kind < 0.4 ? 'work' : undefined;
  const setup = drawSetup(dice, theme);
  const d = new Draw(dice.below(2 ** 31), setup);
  const draw = (list: readonly Row[]): Operation => {
    const { name, template, flags } = d.pick(list);
    const times = Number(flags.find((flag) => /^x\d/.test(flag))?.slice(1));
    return { row: name, a: { ...drawArgs(d, template), ...(times > 0 && { times: d.below(times) }) } };
  };
  const fits = ({ flags }: Row) => flags.every((flag) => FITS[flag]?.(setup) ?? true);
  const weighted = (rows: Row[]) => rows.flatMap((row) => (fits(row) ? Array<Row>(row.weight).fill(row) : []));
  const named = (name: string) => others.filter((rows) => rows.some((row) => row.name === name));
  const themed = { gates: named('shut'), work: named(d.pick(['trafficOf', 'pathQueue'])), edits: [] };
  const chosen = theme ? themed[theme] : d.chance(0.4) ? [] : d.some(2, () => d.pick(others));
  if (theme === 'edits') {
    const list = [queries, edits].map((rows) => rows.filter(({ name }) => /^(findPath|allPaths|setOpen)$/.test(name)));
    return { setup, operations: Array.from({ length: 500 }, () => draw(d.pick(list))) };
  }
  const [asked, ...more] = [queries, edits, ...chosen].map(weighted);
  const lists = theme === 'work' ? [...more, ...more.slice(1)] : [asked, ...more];
  const operations = Array.from({ length: 10 + d.below(chosen.length > 0 && !theme ? 60 : 110) }, () => {
    const isExtra = setup.machines > 1 && d.chance(theme ? 0.6 : 0.3);
    return [...(isExtra ? [{ ...draw(asked), isExtra }] : []), draw(d.pick(lists))];
  });
  const sweep = Array.from({ length: 25 }, () => draw([queries[0]]));
  return { setup, operations: [...chosen.map(([row]) => draw([row])), ...operations.flat(), ...sweep] };
}
