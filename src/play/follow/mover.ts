/**
 * How a walker is made, and moves along its way: points, links, steps from cell to cell. `follow.ts` decides about the
 * rest.
 */
import { assertNumber } from '../../core/errors.js';
import { DX, DY } from '../../core/grid/directions.js';
import { isHex, isStraight, leastBeside } from '../../core/grid/rules.js';
import { freeOfWalls } from '../../core/grid/walls.js';
import { refuseUnknown } from '../../core/unknown-names.js';
import { type GridNav, inside, type Nav } from '../../runtime/nav.js';
import { cellAt, centerOf } from '../../runtime/places.js';
import type { UnitBlockers } from '../avoid/blockers.js';
import type { LimitedQueue } from '../queue/requests.js';
import { type Cell, isSame, type Shared, sharedOf } from './shared.js';
import type { FollowOptions, WalkerLink, WalkerStatus } from './walker.js';
import { Way } from './way.js';

/** Cells within which a point is reached: doubles are rounded. */
const REACHED = 1e-6;

/** Slope between straight and diagonal. */
const OCTANT = 0.41421356;

/** Radius of a point: coordinates of lines of sight are rounded to 1/1024. */
const LEAST = 1 / 512;

/** Options of `follow` with their defaults. @throws {TypeError | RangeError} as `follow` */
export function checkOptions(map: Nav, options?: FollowOptions) {
  const nav = inside(map);
  refuseUnknown(options, 'size', 'radius', 'speed', 'queue', 'blockers', 'x', 'y', 'pull', 'facing', 'onCell');
  const [middleX, middleY] = centerOf(nav, 0, 0);
  const { size, speed = 4, queue, blockers, x = middleX, y = middleY, onCell, facing = 4 } = options ?? {};
  const rule = { moveRule: nav.diagonals };
  const { radius = isHex(rule) ? 0.25 : 0.4 * nav.size, pull = !isStraight(rule) } = options ?? {};
  const units = blockers as UnitBlockers | undefined;
  for (const [name, value] of Object.entries({ speed, x, y, facing })) assertNumber(value, name);
  if (queue !== undefined && !queue?.request)
    throw new TypeError(`queue is ${String(queue)}, expected what pathQueue gives`);
  if (units !== undefined && !units?.findPathInto)
    throw new TypeError(`blockers is ${String(blockers)}, expected what blockersOf gives`);
  if (typeof pull !== 'boolean') throw new TypeError(`pull is ${String(pull)}, expected true or false`);
  if (onCell !== undefined && (typeof onCell !== 'function' || pull))
    throw new TypeError(
      pull
        ? 'onCell is for walkers that go from cell to cell; add pull: false'
        : `onCell is ${onCell}, expected a function`,
    );
  if (units && units.nav !== nav) throw new RangeError('blockers of another map');
  if (size !== undefined && size !== nav.size)
    throw new RangeError(`size is ${size}, the map is for ${nav.size}: load another agent`);
  if (!(speed > 0)) throw new RangeError(`speed is ${speed}, not above 0`);
  if (!(Number.isInteger(facing) && facing >= 0 && facing < 8))
    throw new RangeError(`facing is ${facing}, allowed are 0, north, to 7, clockwise`);
  if (!nav.grid.contains(...cellAt(nav, x, y)))
    throw new RangeError(`point ${x}, ${y} is not on the map of ${nav.width} x ${nav.height} cells`);
  const checked = { nav, x, y, speed, units, onCell, facing, queue: queue as LimitedQueue | undefined };
  return { ...checked, radius: radius === 0 ? LEAST : radius, isPulled: pull };
}

export abstract class Mover {
  x: number;
  y: number;
  dx = 0;
  dy = 0;
  status: WalkerStatus = 'idle';
  speed: number;
  link: WalkerLink | null = null;
  readonly radius: number;
  readonly nav: GridNav;
  readonly shared: Shared;
  readonly way: Way;
  /** Where its last update left it. */
  protected lastX = Number.NaN;
  protected lastY = 0;
  /** Cell in which the step that is under way began, without pulling. */
  protected left: Cell | null = null;
  protected rest: Cell = [0, 0];
  #entered: Cell;
  #ahead: readonly [dx: number, dy: number];
  readonly #isPulled: boolean;
  readonly #onCell: ((x: number, y: number) => void) | undefined;

  constructor({ nav, x, y, speed, radius, units, isPulled, onCell, facing }: ReturnType<typeof checkOptions>) {
    [this.x, this.y, this.speed, this.radius, this.nav] = [x, y, speed, radius, nav];
    [this.#isPulled, this.#onCell, this.#ahead] = [isPulled, onCell, [DX[facing], DY[facing]]];
    this.#entered = cellAt(nav, x, y);
    this.shared = sharedOf(nav, units);
    this.shared.sight(radius); // checks it
    this.way = new Way(nav, this.shared, radius, units, isPulled);
  }

  /** Takes notice of what has happened, if it may turn where it is. */
  protected abstract react(): void;
  protected abstract drop(): void;
  /** It has no way, and finds another one. */
  protected abstract wait(): void;

  get points(): Float32Array {
    return this.way.points;
  }

  get index(): number {
    return this.way.index;
  }

  get cell(): Cell {
    return this.left ?? cellAt(this.nav, this.x, this.y);
  }

  get facing(): number {
    const [dx, dy] = this.#ahead.map((at, i) => at * this.way.scale[i]);
    const sign = (along: number, across: number) =>
      Math.abs(along) > OCTANT * Math.abs(across) ? Math.sign(along) : 0;
    return DX.findIndex((x, d) => x === sign(dx, dy) && DY[d] === sign(dy, dx));
  }

  far(x: number, y: number): number {
    return this.way.far(this.x, this.y, x, y);
  }

  /** Ends its way where it stands, or with the step that is under way. */
  arrive(): void {
    if (this.left) {
      this.way.cut();
      return;
    }
    this.drop();
    this.status = 'arrived';
    this.rest = [this.x, this.y];
  }

  land(): void {
    if (!this.link) return;
    const { x, y } = this.link;
    if (!this.shared.isFree(...cellAt(this.nav, x, y))) {
      // Back at the first end, it finds another way.
      this.wait();
      return;
    }
    [this.x, this.y] = [x, y];
    [this.lastX, this.lastY] = [x, y];
    this.link = null;
    this.status = 'walking';
    // It is on the next point already, where another link may begin.
    this.way.index++;
    if (this.#enter() && !this.way.linkAt()) this.#pass();
  }

  /** Whether a step is under way that is still legal, to a cell that is free. */
  protected isStepping(): boolean {
    const { left, nav } = this;
    const next = left && this.way.next;
    if (!next || !nav.isOpen(...cellAt(nav, this.x, this.y))) return false;
    const to = cellAt(nav, ...next);
    return this.shared.isFree(...to) && isClearStep(nav, left, to);
  }

  /** @param steps that it may go, of cost 1 */
  protected walk(steps: number): void {
    const slowness = this.nav.costAt(...cellAt(this.nav, this.x, this.y));
    let left = steps;
    while (left > 0 && this.status === 'walking') {
      const [toX, toY] = this.way.next as Cell;
      const far = this.far(toX, toY);
      if (far > 0) this.#ahead = [this.dx, this.dy] = [(toX - this.x) / far, (toY - this.y) / far];
      const [span, cost] = this.#isPulled || !(far > 0) ? [far, slowness] : this.#half(toX, toY, far);
      if (span * cost > left + REACHED) {
        this.x += (this.dx * left) / cost;
        this.y += (this.dy * left) / cost;
        return;
      }
      left -= span * cost;
      if (span < far) {
        this.x += this.dx * span;
        this.y += this.dy * span;
        continue;
      }
      [this.x, this.y] = [toX, toY];
      this.left = null;
      if (!this.#enter()) continue;
      const link = this.way.linkAt();
      if (!link) {
        this.#pass();
        continue;
      }
      const [x, y] = this.points.subarray(2 * this.index + 2);
      // The rest of the steps is spent on the link.
      this.link = { link, x, y, ms: (1000 * (link.cost - left)) / this.speed };
      this.status = 'linking';
      if (!(this.link.ms > 0)) this.land();
      return;
    }
  }

  /**
   * The rest of the half of a step that it is in, and the cost of a cell there; of the whole step where only the
   * entered cell counts.
   */
  #half(toX: number, toY: number, far: number): [span: number, cost: number] {
    const { nav } = this;
    this.left ??= cellAt(nav, this.x, this.y);
    const half = this.way.far(...centerOf(nav, ...this.left), toX, toY) / 2;
    if (far > half + REACHED && !nav.grid.stepCosts) return [far - half, nav.costAt(...this.left)];
    return [far, nav.costAt(...cellAt(nav, toX, toY))];
  }

  #pass(): void {
    this.way.index++;
    if (!this.way.next) this.arrive();
  }

  /** At a point, where it reacts if it is not pulled. @returns whether its way leads farther */
  #enter(): boolean {
    if (this.#isPulled) return true;
    const { points, cell } = this;
    [this.lastX, this.lastY] = [this.x, this.y];
    const isOther = !isSame(this.#entered, cell);
    this.#entered = cell;
    if (isOther) this.#onCell?.(...cell);
    this.react();
    return points === this.points && this.status === 'walking';
  }
}

/** Whether no wall and no blocked corner is in the way of a step to a neighbor. */
function isClearStep(nav: GridNav, [x, y]: Cell, [toX, toY]: Cell): boolean {
  const { grid } = nav;
  if (isHex(grid)) return true;
  const d = DX.findIndex((dx, i) => dx === toX - x && DY[i] === toY - y);
  const beside = d & 1 ? Number(nav.isOpen(toX, y)) + Number(nav.isOpen(x, toY)) : 2;
  return d < 0 || (((freeOfWalls(grid, grid.cell(x, y)) >> d) & 1) > 0 && beside >= leastBeside(grid));
}
