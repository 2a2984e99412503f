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
const square = (x: number, y: number, side: number): Cell[] =>
  Array.from({ length: side * side }, (_, i) => [x + (i % side), y + Math.floor(i / side)]);

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
  private graph: Way[][] | undefined;
  private readonly known = new Map<number, number[]>();
  /** Steps over the seams of a map that wraps: those that were legal at first. */
  private readonly seams: { to: number; length: number }[][];

  /** @param ground the same map for units of one cell, where it is known */
  constructor(
    readonly options: Any,
    rows: number[][],
    ground?: Model,
  ) {
    [this.width, this.height, this.size] = [rows[0].length, rows.length, options.size ?? 1];
    this.rule = options.diagonals ?? 'no-corners';
    this.isHex = this.rule.startsWith('hex');
    const cells = rows.flat();
    const walls = new Set<string>(options.walls?.flatMap((wall: Any) => this.wallOf(wall) ?? []));
    this.now = { open: cells.map((c) => c > 0), cost: cells.map((c) => c || 1), walls, shut: new Set() };
    if (this.size > 1 && !ground) {
      const costs = this.cells().map((cell) => (this.isOpen(...cell) ? this.costAt(...cell) : 1));
      if (cells.some((cost) => cost > 1)) [this.fixed, this.now.cost] = [costs, costs.map(() => 1)];
      this.now.open = this.stood();
    }
    this.baked = copyOf(this.now);
    this.seams = this.cells().map(this.seamsOf);
  }

  private seamsOf = ([x, y]: Cell): { to: number; length: number }[] => {
    const { wrap = '', walls = [] } = this.options;
    if (wrap === '') return [];
    const over = (at: number, side: number, axis: string) => (wrap.includes(axis) ? (at + side) % side : at);
    const on = (u: number, v: number): Cell => [over(u, this.width, 'x'), over(v, this.height, 'y')];
    // Walls also on the seam, by the cell to the west or north of them.
    const key = ([u, v, side]: [number, number, string]) =>
      `${on(side === 'west' ? u - 1 : u, side === 'north' ? v - 1 : v)},${side === 'east' || side === 'west'}`;
    const all = new Set<string>(walls.map(key));
    const isWall = (at: string) => {
      const [u, v, isEast] = at.split(',');
      return all.has(`${on(Number(u), Number(v))},${isEast}`);
    };
    return pairsOf(this.rule === 'never' ? SQUARE.slice(0, 8) : SQUARE).flatMap(([dx, dy]) => {
      const to = on(x + dx, y + dy);
      const isOver = !same(to, [x + dx, y + dy]) && this.isOn(...to) && !same(to, [x, y]);
      const isDiagonal = dx !== 0 && dy !== 0;
      const open = [on(x + dx, y), on(x, y + dy)].filter((cell) => this.isOpen(...cell)).length;
      if (!isOver || (isDiagonal && open < LEAST_BESIDE[this.rule]) || !this.isClear(x, y, dx, dy, isWall)) return [];
      return [{ to: this.index(...to), length: isDiagonal ? ROOT : 1 }];
    });
  };

  /** Cells of the ground on which a unit stands: of larger units, the others count as blocked. */
  private stood(): boolean[] {
    const stood = new Set(this.cells().flatMap((at) => (this.isOpen(...at) ? this.under(...at).map(String) : [])));
    return this.cells().map((cell) => stood.has(`${cell}`));
  }

  at = (i: number): Cell => [i % this.width, Math.floor(i / this.width)];
  index = (x: number, y: number): number => y * this.width + x;
  cells = (): Cell[] => this.now.open.map((_, i) => this.at(i));
  isOn = (x: number, y: number): boolean => x >= 0 && y >= 0 && x < this.width && y < this.height;
  /** Single cells under a unit. */
  under = (x: number, y: number): Cell[] => square(x, y, this.size);
  isOpen = (x: number, y: number): boolean =>
    this.under(x, y).every(([u, v]) => this.isOn(u, v) && this.now.open[this.index(u, v)]);

  costAt = (x: number, y: number): number => {
    if (!this.isOpen(x, y)) return Infinity;
    const cost = (u: number, v: number) => this.now.cost[this.index(u, v)] + this.wallCost(u, v);
    return this.fixed ? this.fixed[this.index(x, y)] : Math.max(...this.under(x, y).map((cell) => cost(...cell)));
  };

  private wallCost(x: number, y: number): number {
    const isShut = ([u, v]: Cell) => !this.isOn(u, v) || !this.now.open[this.index(u, v)];
    const near = (_: number, r: number) => square(x - r - 1, y - r - 1, 2 * r + 3).some(isShut);
    return this.options.wallCosts?.find(near) ?? 0;
  }

  /** The cell to the west or north of a wall, and its side; undefined along the edge of the map. */
  wallOf([x, y, side]: readonly [number, number, string]): string | undefined {
    const [u, v] = [side === 'west' ? x - 1 : x, side === 'north' ? y - 1 : y];
    const isEast = side === 'east' || side === 'west';
    return this.isOn(u, v) && this.isOn(u + Number(isEast), v + Number(!isEast)) ? `${u},${v},${isEast}` : undefined;
  }
  isWalled = (...wall: [number, number, string]): boolean => this.now.walls.has(this.wallOf(wall) ?? '');

  /** Whether no wall is in the way of a step, over the corner of a diagonal. */
  private isClear(
    x: number,
    y: number,
    dx: number,
    dy: number,
    isWall = (key: string) => this.now.walls.has(key),
  ): boolean {
    const has = (u: number, v: number, isEast: boolean) => isWall(`${u},${v},${isEast}`);
    const [left, top] = [Math.min(x, x + dx), Math.min(y, y + dy)];
    const rows = dx === 0 ? [] : [y, y + dy];
    const columns = dy === 0 ? [] : [x, x + dx];
    return !rows.some((row) => has(left, row, true)) && !columns.some((column) => has(column, top, false));
  }

  /** Axial coordinates of a hexagon, or with `back` its column and row again; of squares as they are. */
  private axial(x: number, y: number, back = 1): Cell {
    const odd = this.rule.includes('odd') ? -1 : 1;
    if (/^hex-.*-r$/.test(this.rule)) return [x - (back * (y + odd * (y & 1))) / 2, y];
    return /^hex-.*-q$/.test(this.rule) ? [x, y - (back * (x + odd * (x & 1))) / 2] : [x, y];
  }

  /** Steps and links from an open cell. */
  waysFrom(i: number, terms: Terms = {}): Way[] {
    const [x, y] = this.at(i);
    const { costs, links = [] } = this.options;
    const { taken } = terms;
    const isFree = (u: number, v: number) =>
      this.isOpen(u, v) && !(taken && this.under(u, v).some((on) => taken(...on)));
    const here = this.costAt(x, y);
    const price = (length: number, to: Cell, by: string) =>
      Math.round((length * STEP * ((by === 'entered' ? this.costAt(...to) : here) + this.costAt(...to))) / 2);
    const ways: Way[] = [];
    const moves = this.isHex ? AXIAL : this.rule === 'never' ? SQUARE.slice(0, 8) : SQUARE;
    for (const [dx, dy] of pairsOf(moves)) {
      const [q, s] = this.axial(x, y);
      const [u, v] = this.axial(q + dx, s + dy, -1);
      const isDiagonal = !this.isHex && dx !== 0 && dy !== 0;
      if (!isFree(u, v) || !(this.isHex || this.isClear(x, y, dx, dy))) continue;
      if (isDiagonal && Number(isFree(u, y)) + Number(isFree(x, v)) < LEAST_BESIDE[this.rule]) continue;
      const cost = price(isDiagonal ? (terms.diagonal ?? ROOT) : 1, [u, v], terms.costs ?? costs);
      ways.push({ to: this.index(u, v), cost, isDiagonal });
    }
    for (const { to, length } of this.seams[i])
      if (isFree(...this.at(to)))
        ways.push({ to, cost: 2 * Math.round(price(length, this.at(to), costs) / 2), link: { name: 'wrap' } });
    for (const link of links)
      for (const [from, to] of [
        [link.from, link.to],
        [link.to, link.from],
      ].slice(0, link.oneWay ? 1 : 2)) {
        if (this.index(...(from as Cell)) !== i || !isFree(...(to as Cell))) continue;
        const cost = link.cost ?? Math.max(1, this.distance(from, to));
        ways.push({ to: this.index(...(to as Cell)), cost: 2 * Math.round((cost * STEP) / 2), link });
      }
    const isAllowed = ({ name }: Any) => !this.now.shut.has(name) && (terms.links?.(name) ?? true);
    const allowed = ways.filter(({ link }) => !link || isAllowed(link));
    for (const way of terms.slow ? allowed : []) way.cost += Math.round((terms.slow?.(way.to) ?? 0) * STEP);
    return allowed;
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
    if (terms) return this.cells().map((cell, i) => (this.isOpen(...cell) ? this.waysFrom(i, terms) : []));
    this.graph ??= this.ways({});
    return this.graph;
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
  costsFrom([x, y]: Cell, terms?: Terms): number[] {
    const cell = this.index(x, y);
    const costs = (!terms && this.known.get(cell)) || this.flood(this.ways(terms), [[cell, 0]]);
    if (!terms) this.known.set(cell, costs);
    return costs;
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
        for (const [i, [u, v]] of this.cells().entries()) {
          if (u < x || v < y || u >= x + width || v >= y + height) continue;
          this.now.open[i] = open ?? this.now.open[i];
          this.now.cost[i] = cost ?? this.now.cost[i];
        }
    }
    this.graph = undefined;
    this.known.clear();
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
      ...this.cells().flatMap(([x, y], i) => {
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
