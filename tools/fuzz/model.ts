/** A map in plain TypeScript: what is open, what a step costs, what is cheapest. It shares no code with the product. */

// biome-ignore lint/suspicious/noExplicitAny: arguments, options and results of all operations
export type Any = any;
export type Cell = readonly [x: number, y: number];
/** What `createGrid` gets: rows of costs, 0 where a cell is blocked, and its options. */
export type MapSpec = { rows: number[][]; options: Any };
/** A step or a link to a cell, and the part of its cost that is extra for one query. */
export type Way = { to: number; cost: number; extra?: number; link?: Any; isDiagonal?: boolean };
/** Differences of one query from the map: links by name, cells that are taken, extra steps to enter cells. */
export type Terms = { links?: string[]; taken?: Cell[]; slow?: Any[]; diagonal?: number; costs?: string };
/** All that edits change, by slots: cells, borders to their east, borders to their south, names of links. */
export type State = readonly { open: boolean; cost: number }[];
/** A way without obstacles: the cells next to both ends of a diagonal step, and slots of borders that it crosses. */
type Step = { to: number; length: number; beside: number[]; borders: number[]; link?: Any; cost?: number };

/** Costs are whole numbers: a step between cells of cost 1 is this, a diagonal one 19601 / 13860 as long. */
export const STEP = 27720;
const ROOT = 19601 / 13860;
const AXIAL = [1, 0, -1, 0, 0, 1, 0, -1, 1, -1, -1, 1];
const SQUARE = [0, -1, 1, 0, 0, 1, -1, 0, 1, -1, 1, 1, -1, 1, -1, -1];
const LEAST_BESIDE: Record<string, number> = { always: 0, 'one-corner': 1, 'no-corners': 2 };
export const same = (a: ArrayLike<number>, b: ArrayLike<number>): boolean => a[0] === b[0] && a[1] === b[1];
/** Pairs of a flat list. */
export const pairsOf = (list: ArrayLike<number>): Cell[] =>
  Array.from({ length: list.length / 2 }, (_, i) => [list[2 * i], list[2 * i + 1]]);
export const area = (x: number, y: number, width: number, height = width): Cell[] =>
  Array.from({ length: width * height }, (_, i) => [x + (i % width), y + Math.floor(i / width)]);

export class Model {
  readonly width: number;
  readonly height: number;
  readonly size: number;
  readonly rule: string;
  readonly isHex: boolean;
  readonly cells: readonly Cell[];
  now: State;
  baked: State;
  /** Costs of placements of larger units whose single cells the product does not know: no edit changes them. */
  private fixed: number[] | undefined;
  /** Caches until the next edit: costs of cells, ways, and costs of paths by the cell where they begin. */
  private known: { prices?: number[]; ways?: Way[][]; paths: number[][] } = { paths: [] };
  private readonly names: string[];
  private readonly steps: Step[][];

  /** @param ground the same map for units of one cell, where it is known */
  constructor(
    readonly options: Any,
    rows: number[][],
    ground?: Model,
  ) {
    const { size = 1, diagonals = 'no-corners', links = [], walls = [] } = options;
    [this.width, this.height, this.size, this.rule] = [rows[0].length, rows.length, size, diagonals];
    this.isHex = diagonals.startsWith('hex');
    this.cells = area(0, 0, this.width, this.height);
    this.names = [...new Set<string>([...links.map(({ name }: Any) => name), 'wrap'])];
    const more = Array.from({ length: 2 * this.cells.length + this.names.length }, () => ({ open: true, cost: 1 }));
    this.now = this.baked = [...rows.flat().map((cost) => ({ open: cost > 0, cost: cost || 1 })), ...more];
    this.edit(walls.map((wall: Any) => ({ wall, open: false })));
    if (size > 1 && !ground && rows.flat().some((cost) => cost > 1)) {
      this.fixed = this.prices().map((cost) => (cost < Infinity ? cost : 1));
      this.now = this.now.map(({ open }) => ({ open, cost: 1 }));
    }
    if (!ground) this.bake();
    this.set(ground ? this.now : this.baked);
    this.steps = this.cells.map((cell) => this.stepsFrom(cell));
    for (const link of links) {
      const { from, to, oneWay, cost = Math.max(1, this.distance(from, to)) } = link;
      const step = { length: 0, beside: [], borders: [], link, cost };
      this.steps[this.index(from)].push({ ...step, to: this.index(to) });
      if (!oneWay) this.steps[this.index(to)].push({ ...step, to: this.index(from) });
    }
  }

  /** Steps on the map, and over its seams those that are legal at first. */
  private stepsFrom([x, y]: Cell): Step[] {
    const moves = this.isHex ? AXIAL : this.rule === 'never' ? SQUARE.slice(0, 8) : SQUARE;
    const [q, s] = this.axial([x, y]);
    return pairsOf(moves).flatMap(([dx, dy]) => {
      const [u, v] = this.axial([q + dx, s + dy], -1);
      const to = this.over(u, v);
      const isOnItself = (u !== x && to[0] === x) || (v !== y && to[1] === y);
      if (!this.isOn(to) || isOnItself) return [];
      const isDiagonal = !this.isHex && dx !== 0 && dy !== 0;
      const step: Step = {
        to: this.index(to),
        length: isDiagonal ? ROOT : 1,
        beside: isDiagonal ? [this.index(this.over(u, y)), this.index(this.over(x, v))] : [],
        borders: [
          ...[y, v].flatMap((row) => (dx === 0 ? [] : this.borderOf([Math.min(x, u), row, 'east']))),
          ...[x, u].flatMap((column) => (dy === 0 ? [] : this.borderOf([column, Math.min(y, v), 'south']))),
        ],
      };
      if (same(to, [u, v])) return [step];
      return this.isClear(step, (cell) => this.prices()[cell] < Infinity) ? [{ ...step, link: { name: 'wrap' } }] : [];
    });
  }

  /** Whether no wall and no blocked corner is in the way of a step. */
  private isClear({ beside, borders }: Step, isFree: (cell: number) => boolean): boolean {
    const isCut = beside.length > 0 && beside.filter(isFree).length < LEAST_BESIDE[this.rule];
    return !isCut && borders.every((slot) => this.now[slot].open);
  }

  at = (i: number): Cell => this.cells[i];
  index = ([x, y]: Cell): number => y * this.width + x;
  isOn = ([x, y]: Cell): boolean => x >= 0 && y >= 0 && x < this.width && y < this.height;
  isOpen = (at: Cell): boolean => this.costAt(at) < Infinity;
  costAt = (at: Cell): number => (this.isOn(at) ? this.prices()[this.index(at)] : Infinity);
  /** Whether a single cell is open. */
  isGround = (at: Cell): boolean => this.isOn(at) && this.now[this.index(at)].open;
  isWalled = (wall: readonly [number, number, string]): boolean =>
    this.borderOf(wall).some((slot) => !this.now[slot].open);
  /** Single cells under a unit, and whether it stands on one of some. */
  under = ([x, y]: Cell): Cell[] => area(x, y, this.size);
  covers = (at: Cell, list: readonly Cell[]): boolean => this.under(at).some((on) => list.some((one) => same(on, one)));
  /** The cell of a place, also beyond a seam. */
  private over(x: number, y: number): Cell {
    const { wrap = '' } = this.options;
    const on = (at: number, side: number, axis: string) => (wrap.includes(axis) ? (at + side) % side : at);
    return [on(x, this.width, 'x'), on(y, this.height, 'y')];
  }

  private prices(): number[] {
    this.known.prices ??= this.cells.map((cell, i) => {
      const under = this.under(cell);
      if (!under.every(this.isGround)) return Infinity;
      return this.fixed?.[i] ?? Math.max(...under.map((at) => this.now[this.index(at)].cost + this.wallCost(at)));
    });
    return this.known.prices;
  }

  private wallCost([x, y]: Cell): number {
    const near = (_: number, r: number) => !area(x - r - 1, y - r - 1, 2 * r + 3).every(this.isGround);
    return this.options.wallCosts?.find(near) ?? 0;
  }

  /** The slot of a border, by the cell to the west or north of it; none along the edge of the map. */
  private borderOf([x, y, side]: readonly [number, number, string]): number[] {
    const isEast = side === 'east' || side === 'west';
    const at = this.over(side === 'west' ? x - 1 : x, side === 'north' ? y - 1 : y);
    const next = this.over(at[0] + Number(isEast), at[1] + Number(!isEast));
    return this.isOn(at) && this.isOn(next) ? [(isEast ? 1 : 2) * this.cells.length + this.index(at)] : [];
  }
  /** The slot of links of a name; none on a map without them. */
  private linksOf = (name: string): number[] =>
    this.names.flatMap((one, i) => (one === name ? [3 * this.cells.length + i] : []));

  /** Axial coordinates of a hexagon, or with `back` its column and row again; of squares as they are. */
  axial([x, y]: Cell, back = 1): Cell {
    const odd = this.rule.includes('odd') ? -1 : 1;
    if (/^hex-.*-r$/.test(this.rule)) return [x - (back * (y + odd * (y & 1))) / 2, y];
    return /^hex-.*-q$/.test(this.rule) ? [x, y - (back * (x + odd * (x & 1))) / 2] : [x, y];
  }

  /** Steps and links from an open cell. */
  waysFrom(at: Cell, terms?: Terms): Way[] {
    const i = this.index(at);
    if (!terms) return this.ways()[i];
    const { taken, slow, links, diagonal, costs } = terms;
    const prices = this.prices();
    const isFree = (to: number) => prices[to] < Infinity && !(taken && this.covers(this.at(to), taken));
    const ways: Way[] = [];
    for (const step of this.steps[i]) {
      const { to, link, length } = step;
      const isShut = link && (links?.includes(link.name) === false || !this.now[this.linksOf(link.name)[0]].open);
      if (!isFree(to) || isShut || !(link || this.isClear(step, isFree))) continue;
      const isDiagonal = !link && step.beside.length > 0;
      const isEntered = ((!link && costs) || this.options.costs) === 'entered';
      const far = (isDiagonal && diagonal) || length;
      const cost = step.cost ?? (far * (prices[isEntered ? to : i] + prices[to])) / 2;
      const whole = link ? 2 * Math.round((cost * STEP) / 2) : Math.round(cost * STEP);
      const here = slow?.map(([x, y, more]) => (this.covers(this.at(to), [[x, y]]) ? more * STEP : 0));
      const extra = here ? Math.max(...here) : 0;
      ways.push({ to, cost: whole + extra, extra, link, isDiagonal });
    }
    return ways;
  }

  /** Steps between cells on an empty map. */
  distance(from: Cell, to: Cell): number {
    const [a, b] = [this.axial(from), this.axial(to)];
    const [dx, dy] = [Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1])];
    if (this.isHex) return Math.max(dx, dy, Math.abs(a[0] + a[1] - b[0] - b[1]));
    return this.rule === 'never' ? dx + dy : Math.max(dx, dy) + (ROOT - 1) * Math.min(dx, dy);
  }

  /** Square of the distance of two middles in a straight line; neighbors are 1 apart. */
  apart(from: Cell, to: Cell): number {
    const [a, b] = [this.axial(from), this.axial(to)];
    const [dx, dy] = [a[0] - b[0], a[1] - b[1]];
    return dx * dx + dy * dy + (this.isHex ? dx * dy : 0);
  }

  /** The cell of some costs below Infinity that is nearest to a cell in a straight line; null without one. */
  nearest(to: Cell, costs: readonly number[] = this.prices()): Cell | null {
    const cells = this.cells.filter((_, i) => costs[i] < Infinity);
    const least = Math.min(...cells.map((cell) => this.apart(to, cell)));
    return cells.find((cell) => this.apart(to, cell) < least + 1e-9) ?? null;
  }

  /** The ways of all open cells. */
  ways(terms?: Terms): Way[][] {
    if (!terms && this.known.ways) return this.known.ways;
    const ways = this.cells.map((at) => (this.isOpen(at) ? this.waysFrom(at, terms ?? {}) : []));
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
    for (const [cell, cost] of seeds) if (this.isOpen(this.at(cell))) reach(cell, cost);
    for (const cell of queue)
      if (!ends?.has(cell) || cell === seeds[0][0])
        for (const { to, cost } of ways[cell]) reach(to, costs[cell] + cost);
    return costs;
  }

  /** Cheapest costs from a cell to all cells. */
  costsFrom(from: Cell, terms?: Terms): number[] {
    const cell = this.index(from);
    if (terms) return this.flood(this.ways(terms), [[cell, 0]]);
    this.known.paths[cell] ??= this.flood(this.ways(), [[cell, 0]]);
    return this.known.paths[cell];
  }
  cost = (from: Cell, to: Cell, terms?: Terms): number => this.costsFrom(from, terms)[this.index(to)];

  /** Cheapest costs from all cells to the nearest of some goals, with their start costs. */
  costsTo(goals: readonly Cell[], terms?: Terms, starts: readonly number[] = []): number[] {
    const turned: Way[][] = this.cells.map(() => []);
    for (const [from, list] of this.ways(terms).entries())
      for (const { to, cost } of list) turned[to].push({ to: from, cost });
    const seeds = goals.map((goal, i): Cell => [this.index(goal), starts[i] ?? 0]);
    return this.flood(turned, seeds);
  }

  /** Does changes as `nav.edit` gets them, later ones over earlier ones. @returns whether anything is another now */
  edit(changes: readonly Any[]): boolean {
    const [before, next] = [this.now, [...this.now]];
    for (const { x, y, width = 1, height = 1, wall, link, open, cost } of changes) {
      const cells = wall || link ? [] : area(x, y, width, height).map(this.index);
      for (const slot of wall ? this.borderOf(wall) : link ? this.linksOf(link) : cells)
        next[slot] = { open: open ?? next[slot].open, cost: cost ?? next[slot].cost };
    }
    this.set(next);
    return this.changes(before).length > 0;
  }

  /** The changes that make one state of another. */
  changes(to: State, from = this.now): Any[] {
    const n = this.cells.length;
    return to.flatMap(({ open, cost }, slot): Any[] => {
      const [x, y] = this.at(slot % n);
      if (open === from[slot].open && cost === from[slot].cost) return [];
      if (slot < n) return [{ x, y, open, cost }];
      return [
        slot < 3 * n
          ? { wall: [x, y, slot < 2 * n ? 'east' : 'south'], open }
          : { link: this.names[slot - 3 * n], open },
      ];
    });
  }

  private set(state: State): void {
    [this.now, this.known] = [state, { paths: [] }];
  }

  /**
   * Takes the map as it is for the baked one: links are open, blocked cells have no cost, and of larger units single
   * cells on which none stands are blocked.
   */
  bake(): void {
    const n = this.cells.length;
    const stood = this.cells.filter(this.isOpen).flatMap(this.under);
    this.fixed = this.fixed?.map((one, i) => (this.isOpen(this.at(i)) ? one : 1));
    this.baked = this.now.map(({ open, cost }, slot) => {
      if (slot < n) return { open: stood.some((at) => this.index(at) === slot), cost: open ? cost : 1 };
      return { open: open || slot >= 3 * n, cost };
    });
  }
}
