/** A map in plain TypeScript: what is open, what a step costs, what is cheapest. It shares no code with the product. */

// biome-ignore lint/suspicious/noExplicitAny: arguments, options and results of all operations
export type Any = any;
export type Cell = readonly [x: number, y: number];
/** What `createGrid` gets: rows of costs, 0 where a cell is blocked, and its options. */
export type MapSpec = { rows: number[][]; options: Any };
/** A step or a link from a cell. */
export type Way = { to: number; cost: number; link?: Any; isDiagonal?: boolean };
/** Differences of one query from the map: links, single cells that are taken, extra steps to enter a cell. */
export interface Terms {
  links?: (name: string) => boolean;
  taken?: (x: number, y: number) => boolean;
  slow?: (cell: number) => number;
  diagonal?: number;
  costs?: string;
}
/** State that edits change: cells and costs of the ground, walls between cells, closed links. */
export type State = { open: boolean[]; cost: number[]; walls: Set<string>; shut: Set<string> };

/** Costs are whole numbers: a step between cells of cost 1 is this, a diagonal one 19601 / 13860 as long. */
export const STEP = 27720;
const ROOT = 19601 / 13860;
const AXIAL = [1, 0, -1, 0, 0, 1, 0, -1, 1, -1, -1, 1];
const SQUARE = [0, -1, 1, 0, 0, 1, -1, 0, 1, -1, 1, 1, -1, 1, -1, -1];
const LEAST_BESIDE: Record<string, number> = { always: 0, 'one-corner': 1, 'no-corners': 2 };
const copyOf = ({ open, cost, walls, shut }: State): State => ({
  ...{ open: [...open], cost: [...cost], walls: new Set(walls), shut: new Set(shut) },
});
export const same = (a: ArrayLike<number>, b: ArrayLike<number>): boolean => a[0] === b[0] && a[1] === b[1];
/** Pairs of a flat list. */
export const pairsOf = (list: ArrayLike<number>): Cell[] =>
  Array.from({ length: list.length / 2 }, (_, i) => [list[2 * i], list[2 * i + 1]]);
const area = (x: number, y: number, width: number, height = width): Cell[] =>
  Array.from({ length: width * height }, (_, i) => [x + (i % width), y + Math.floor(i / width)]);
/** A step on a map without obstacles: the cells next to both ends of a diagonal one, and walls that would block it. */
type Step = { to: number; length: number; beside: readonly number[]; walls: readonly string[] };

export class Model {
  readonly width: number;
  readonly height: number;
  readonly size: number;
  readonly rule: string;
  readonly isHex: boolean;
  now: State;
  baked: State;
  /** Costs of placements of larger units whose single cells the product does not know: no edit changes them. */
  private fixed: number[] | undefined;
  /** Caches until the next edit: costs of cells, ways, and costs of paths by the cell where they begin. */
  private known: { prices?: number[]; ways?: Way[][]; paths: number[][] } = { paths: [] };
  private readonly all: Cell[];
  private readonly steps: Step[][];
  /** Steps over the seams of a map that wraps: those that were legal at first. */
  private readonly seams: Step[][];

  /** @param ground the same map for units of one cell, where it is known */
  constructor(
    readonly options: Any,
    rows: number[][],
    ground?: Model,
  ) {
    [this.width, this.height, this.size] = [rows[0].length, rows.length, options.size ?? 1];
    this.rule = options.diagonals ?? 'no-corners';
    this.isHex = this.rule.startsWith('hex');
    this.all = area(0, 0, this.width, this.height);
    const cells = rows.flat();
    const walls = new Set<string>(options.walls?.flatMap((wall: Any) => this.wallOf(wall) ?? []));
    this.now = { open: cells.map((c) => c > 0), cost: cells.map((c) => c || 1), walls, shut: new Set() };
    if (this.size > 1 && !ground) {
      const costs = this.all.map((cell) => (this.isOpen(...cell) ? this.costAt(...cell) : 1));
      if (cells.some((cost) => cost > 1)) [this.fixed, this.now.cost] = [costs, costs.map(() => 1)];
      this.now.open = this.stood();
      this.known = { paths: [] };
    }
    this.baked = copyOf(this.now);
    this.steps = this.all.map((cell) => this.stepsFrom(cell, (u, v) => [u, v]));
    const { wrap = '', walls: list = [] } = options;
    const over = (at: number, side: number, axis: string) => (wrap.includes(axis) ? (at + side) % side : at);
    const on = (u: number, v: number): Cell => [over(u, this.width, 'x'), over(v, this.height, 'y')];
    // Walls also on the seam, by the cell to the west or north of them.
    const sides = list.map(([u, v, side]: [number, number, string]) => {
      const at = on(side === 'west' ? u - 1 : u, side === 'north' ? v - 1 : v);
      return `${at},${side === 'east' || side === 'west'}`;
    });
    this.seams = this.all.map((cell) => (wrap ? this.stepsFrom(cell, on, new Set(sides)) : []));
  }

  /** Steps on the map, or with walls only those over its seams. @param on the cell of a place beyond a seam */
  private stepsFrom([x, y]: Cell, on: (u: number, v: number) => Cell, walls?: Set<string>): Step[] {
    const moves = this.isHex ? AXIAL : this.rule === 'never' ? SQUARE.slice(0, 8) : SQUARE;
    const [q, s] = this.axial(x, y);
    return pairsOf(moves).flatMap(([dx, dy]) => {
      const [u, v] = this.axial(q + dx, s + dy, -1);
      const to = on(u, v);
      if (!this.isOn(...to) || same(to, [x, y]) || (walls && same(to, [u, v]))) return [];
      const isDiagonal = !this.isHex && dx !== 0 && dy !== 0;
      const [rows, columns] = [dx === 0 ? [] : [y, v], dy === 0 ? [] : [x, u]];
      const step = {
        to: this.index(...to),
        length: isDiagonal ? ROOT : 1,
        beside: isDiagonal ? [on(u, y), on(x, v)].map((cell) => (this.isOn(...cell) ? this.index(...cell) : -1)) : [],
        walls: [
          ...rows.map((row) => `${on(Math.min(x, u), row)},true`),
          ...columns.map((column) => `${on(column, Math.min(y, v))},false`),
        ],
      };
      const isFree = (cell: number) => this.prices()[cell] < Infinity;
      return walls && !this.isClear(step, isFree, walls) ? [] : [step];
    });
  }

  /** Whether no wall and no blocked corner is in the way of a step. */
  private isClear({ beside, walls }: Step, isFree: (cell: number) => boolean, all = this.now.walls): boolean {
    const isCut = beside.length > 0 && beside.filter(isFree).length < LEAST_BESIDE[this.rule];
    return !isCut && (all.size === 0 || !walls.some((wall) => all.has(wall)));
  }

  /** Cells of the ground on which a unit stands: of larger units, the others count as blocked. */
  private stood(): boolean[] {
    const stood = new Set(this.all.flatMap((at) => (this.isOpen(...at) ? this.under(...at).map(String) : [])));
    return this.all.map((cell) => stood.has(`${cell}`));
  }

  at = (i: number): Cell => [i % this.width, Math.floor(i / this.width)];
  index = (x: number, y: number): number => y * this.width + x;
  cells = (): readonly Cell[] => this.all;
  isOn = (x: number, y: number): boolean => x >= 0 && y >= 0 && x < this.width && y < this.height;
  /** Single cells under a unit. */
  under = (x: number, y: number): Cell[] => area(x, y, this.size);
  isOpen = (x: number, y: number): boolean => this.costAt(x, y) < Infinity;
  costAt = (x: number, y: number): number => (this.isOn(x, y) ? this.prices()[this.index(x, y)] : Infinity);

  private prices(): number[] {
    this.known.prices ??= this.all.map((cell, i) => {
      const under = this.size > 1 ? this.under(...cell) : [cell];
      if (under.some((at) => !this.isOn(...at) || !this.now.open[this.index(...at)])) return Infinity;
      const cost = (at: Cell) => this.now.cost[this.index(...at)] + this.wallCost(...at);
      return this.fixed ? this.fixed[i] : Math.max(...under.map(cost));
    });
    return this.known.prices;
  }

  private wallCost(x: number, y: number): number {
    const isShut = ([u, v]: Cell) => !this.isOn(u, v) || !this.now.open[this.index(u, v)];
    const near = (_: number, r: number) => area(x - r - 1, y - r - 1, 2 * r + 3).some(isShut);
    return this.options.wallCosts?.find(near) ?? 0;
  }

  /** The cell to the west or north of a wall, and its side; undefined along the edge of the map. */
  wallOf([x, y, side]: readonly [number, number, string]): string | undefined {
    const [u, v] = [side === 'west' ? x - 1 : x, side === 'north' ? y - 1 : y];
    const isEast = side === 'east' || side === 'west';
    return this.isOn(u, v) && this.isOn(u + Number(isEast), v + Number(!isEast)) ? `${u},${v},${isEast}` : undefined;
  }
  isWalled = (...wall: [number, number, string]): boolean => this.now.walls.has(this.wallOf(wall) ?? '');

  /** Axial coordinates of a hexagon, or with `back` its column and row again; of squares as they are. */
  private axial(x: number, y: number, back = 1): Cell {
    const odd = this.rule.includes('odd') ? -1 : 1;
    if (/^hex-.*-r$/.test(this.rule)) return [x - (back * (y + odd * (y & 1))) / 2, y];
    return /^hex-.*-q$/.test(this.rule) ? [x, y - (back * (x + odd * (x & 1))) / 2] : [x, y];
  }

  /** Steps and links from an open cell. */
  waysFrom(i: number, terms?: Terms): Way[] {
    if (!terms) return this.ways()[i];
    const { costs, links = [] } = this.options;
    const { taken, slow } = terms;
    const prices = this.prices();
    const isFree = (to: number) =>
      prices[to] < Infinity && !(taken && this.under(...this.at(to)).some((on) => taken(...on)));
    const price = (length: number, to: number, by: string) =>
      Math.round((length * STEP * (prices[by === 'entered' ? to : i] + prices[to])) / 2);
    const ways: Way[] = [];
    for (const step of this.steps[i]) {
      const [{ to, length }, isDiagonal] = [step, step.beside.length > 0];
      if (!isFree(to) || !this.isClear(step, isFree)) continue;
      const cost = price(isDiagonal ? (terms.diagonal ?? length) : length, to, terms.costs ?? costs);
      ways.push({ to, cost, isDiagonal });
    }
    const isAllowed = (name: string) => !this.now.shut.has(name) && (terms.links?.(name) ?? true);
    for (const { to, length } of this.seams[i])
      if (isFree(to) && isAllowed('wrap'))
        ways.push({ to, cost: 2 * Math.round(price(length, to, costs) / 2), link: { name: 'wrap' } });
    for (const link of links)
      for (const [from, end] of [
        [link.from, link.to],
        [link.to, link.from],
      ].slice(0, link.oneWay ? 1 : 2)) {
        const to = this.index(...(end as Cell));
        if (this.index(...(from as Cell)) !== i || !isFree(to) || !isAllowed(link.name)) continue;
        const cost = link.cost ?? Math.max(1, this.distance(from, end));
        ways.push({ to, cost: 2 * Math.round((cost * STEP) / 2), link });
      }
    for (const way of slow ? ways : []) way.cost += Math.round((slow?.(way.to) ?? 0) * STEP);
    return ways;
  }

  /** Steps between cells on an empty map. */
  distance(from: Cell, to: Cell): number {
    const [a, b] = [this.axial(...from), this.axial(...to)];
    const [dx, dy] = [Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1])];
    if (this.isHex) return Math.max(dx, dy, Math.abs(a[0] + a[1] - b[0] - b[1]));
    return this.rule === 'never' ? dx + dy : Math.max(dx, dy) + (ROOT - 1) * Math.min(dx, dy);
  }

  /** Square of the distance of two middles in a straight line; neighbors are 1 apart. */
  apart(from: Cell, to: Cell): number {
    const [a, b] = [this.axial(...from), this.axial(...to)];
    const [dx, dy] = [a[0] - b[0], a[1] - b[1]];
    return dx * dx + dy * dy + (this.isHex ? dx * dy : 0);
  }

  /** The wanted cell that is nearest to one in a straight line. */
  nearest(to: Cell, isWanted: (i: number) => boolean): Cell | null {
    const cells = this.cells().filter((_, i) => isWanted(i));
    const least = Math.min(...cells.map((cell) => this.apart(to, cell)));
    return cells.find((cell) => this.apart(to, cell) < least + 1e-9) ?? null;
  }

  /** The ways of all open cells. */
  ways(terms?: Terms): Way[][] {
    if (!terms && this.known.ways) return this.known.ways;
    const ways = this.prices().map((price, i) => (price < Infinity ? this.waysFrom(i, terms ?? {}) : []));
    if (!terms) this.known.ways = ways;
    return ways;
  }

  /** Cheapest costs from seeds: a queue of cells whose cost fell. @param ends cells that nothing leads on from */
  flood(ways: readonly Way[][], seeds: readonly Cell[], ends?: Set<number>): number[] {
    const costs = ways.map(() => Infinity);
    const queue: number[] = [];
    const reach = (cell: number, cost: number) => {
      if (cost < costs[cell]) queue.push(cell);
      costs[cell] = Math.min(cost, costs[cell]);
    };
    for (const [cell, cost] of seeds) if (this.isOpen(...this.at(cell))) reach(cell, cost);
    for (const cell of queue)
      if (!ends?.has(cell) || cell === seeds[0][0])
        for (const { to, cost } of ways[cell]) reach(to, costs[cell] + cost);
    return costs;
  }

  /** Cheapest costs from a cell to all cells. */
  costsFrom(from: Cell, terms?: Terms): number[] {
    const cell = this.index(...from);
    if (terms) return this.flood(this.ways(terms), [[cell, 0]]);
    this.known.paths[cell] ??= this.flood(this.ways(), [[cell, 0]]);
    return this.known.paths[cell];
  }
  cost = (from: Cell, to: Cell, terms?: Terms): number => this.costsFrom(from, terms)[this.index(...to)];

  /** Cheapest costs from all cells to the nearest of some goals, with their start costs. */
  costsTo(goals: readonly Cell[], terms?: Terms): number[] {
    const turned: Way[][] = this.now.open.map(() => []);
    for (const [from, list] of this.ways(terms).entries())
      for (const { to, cost } of list) turned[to].push({ to: from, cost });
    return this.flood(turned, goals);
  }

  /** Does changes as `nav.edit` gets them, later ones over earlier ones. @returns whether anything is another now */
  edit(changes: readonly Any[]): boolean {
    const before = copyOf(this.now);
    for (const { x, y, width = 1, height = 1, open, cost, wall, link } of changes) {
      if (wall || link) this.now[wall ? 'walls' : 'shut'][open ? 'delete' : 'add'](link ?? this.wallOf(wall));
      else
        for (const i of area(x, y, width, height).map((cell) => this.index(...cell))) {
          this.now.open[i] = open ?? this.now.open[i];
          this.now.cost[i] = cost ?? this.now.cost[i];
        }
    }
    this.known = { paths: [] };
    return this.changes(before).length > 0;
  }

  /** The changes that make the map as it was in a state. */
  changes(to: State): Any[] {
    const { now } = this;
    const missing = (a: Set<string>, b: Set<string>, open: boolean) =>
      [...a].flatMap((name) => (b.has(name) ? [] : [{ name, open }]));
    const differing = (key: 'walls' | 'shut') => [
      ...missing(now[key], to[key], true),
      ...missing(to[key], now[key], false),
    ];
    return [
      ...differing('shut').map(({ name, open }) => ({ link: name, open })),
      ...differing('walls').map(({ name, open }) => {
        const [x, y, isEast] = name.split(',');
        return { wall: [Number(x), Number(y), isEast === 'true' ? 'east' : 'south'], open };
      }),
      ...this.all.flatMap(([x, y], i) => {
        const isSame = now.open[i] === to.open[i] && now.cost[i] === to.cost[i];
        return isSame ? [] : [{ x, y, open: to.open[i], cost: to.cost[i] }];
      }),
    ];
  }

  save = (): State => copyOf(this.now);

  /** Takes the map as it is for the baked one, in which blocked cells have no cost. */
  bake(): void {
    const cost = this.now.cost.map((one, i) => (this.now.open[i] ? one : 1));
    this.fixed = this.fixed?.map((one, i) => (this.isOpen(...this.at(i)) ? one : 1));
    this.baked = { ...this.save(), open: this.stood(), cost, shut: new Set() };
  }
}
