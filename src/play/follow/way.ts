/** The way of a walker: the points that it goes to one after the other, and the links between them. */
import { regularScale } from '../../core/grid/hex-plane.js';
import { leastCost } from '../../core/grid/hexes.js';
import type { Link } from '../../core/grid/links.js';
import { isHex } from '../../core/grid/rules.js';
import { STRAIGHT } from '../../core/grid/step-costs.js';
import { type Path, PathBuffer } from '../../core/search/path.js';
import type { GridNav } from '../../runtime/nav.js';
import { cellAt, pointsOf } from '../../runtime/places.js';
import type { UnitBlockers, UnitMove } from '../avoid/blockers.js';
import { octileTo } from '../edit/boxes.js';
import type { PartSight, PulledPath } from '../pull/pull.js';
import { straightenInto } from '../straighten/straighten.js';
import { type Cell, isSame, type Shared } from './shared.js';

/** Cells that an edit may be away from a way and yet close it, for each of the unit's radius and one more. */
const BESIDE = 4;
/** Cells that are pulled together: few walkers keep their way to its end. */
const PULLED = 64;
/** Undefined if they are not all known. */
type Changes = readonly UnitMove[] | undefined;
const NOWHERE = new Float32Array(0);
const straight = /* @__PURE__ */ new PathBuffer();

export class Way {
  points: Float32Array = NOWHERE;
  index = 0;
  private links: NonNullable<PulledPath['links']> = [];
  /** The path, and index of the point from which on that is not pulled yet. */
  private path: Path | undefined;
  private end = Infinity;
  /** Cell at which the path begins, and its cost. */
  private from: Cell = [0, 0];
  private cost = 0;

  readonly scale: readonly [number, number];
  private readonly least: ReturnType<typeof leastCost>;

  /**
   * @param units that paths lead around
   * @param isPulled whether it is pulled straight, otherwise it leads from cell to cell
   */
  constructor(
    private readonly nav: GridNav,
    private readonly shared: Shared,
    private readonly radius: number,
    private readonly units: UnitBlockers | undefined,
    private readonly isPulled: boolean,
  ) {
    const map = { moveRule: nav.diagonals };
    this.scale = isHex(map) ? regularScale(map) : [1, 1];
    this.least = leastCost(map);
  }

  get isEmpty(): boolean {
    return this.points.length === 0;
  }

  /** The next point; undefined behind the last one. */
  get next(): readonly [x: number, y: number] | undefined {
    if (this.index >= this.end) this.pullOn();
    const { points, index } = this;
    return 2 * index < points.length ? [points[2 * index], points[2 * index + 1]] : undefined;
  }

  linkAt(index = this.index): Link | undefined {
    return this.links.find((one) => one.index === index)?.link;
  }

  clear(): void {
    this.points = NOWHERE;
    this.links = [];
    this.end = Infinity;
    this.index = 0;
  }

  /** Keeps the next point only. */
  cut(): void {
    this.points = this.points.slice(0, 2 * this.index + 2);
    this.end = Infinity;
    this.links = this.links.filter(({ index }) => index < this.index);
  }

  private get sight(): PartSight {
    return this.shared.sight(this.radius);
  }

  /** Whether it is clear from a point to one of its points. */
  isClear(x: number, y: number, index = this.index): boolean {
    return this.sight.sees(x, y, this.points[2 * index], this.points[2 * index + 1]);
  }

  /**
   * For a walker that was pushed out of sight of the next point: on to a later one that it sees. Without one it has no
   * way.
   */
  steer(x: number, y: number): void {
    const { points, links, index, isPulled } = this;
    const heading = isPulled && this.sight.steer({ points, links, length: 0 }, x, y, index);
    if (heading) this.index = heading.index;
    else this.clear();
  }

  /** For a walker that was pushed: on to the point behind the next one if it can go there straight. */
  skip(x: number, y: number): void {
    const { points, index, isPulled } = this;
    if (!isPulled || 2 * index + 2 >= points.length || this.linkAt()) return;
    const heading = this.sight.steerTo(points, x, y, index, index + 1);
    if (heading) this.index = heading.index;
  }

  /**
   * Takes a path, and finds the first point of it to go to.
   * @param from cell at which the path begins
   * @param at cell that the walker is in, or steps to
   * @returns cells that were pulled; undefined if the walker cannot follow the path from where it is
   */
  take(path: Path | PathBuffer, from: Cell, at: Cell, x: number, y: number, facing: number): number | undefined {
    const pulled = this.isPulled ? this.pull(path, isSame(at, from), x, y) : this.step(path, at, facing);
    if (pulled === undefined) return;
    this.from = from;
    this.cost = path.cost * STRAIGHT;
    return pulled;
  }

  private pull(path: Path | PathBuffer, isAtStart: boolean, x: number, y: number): number | undefined {
    const part = this.sight.pullPart(path, PULLED);
    const heading = this.sight.steer(part, x, y);
    // Within its own cell it can always go to the middle, which the path begins with.
    if (!heading && !isAtStart) return;
    this.points = part.points;
    this.links = part.links ?? [];
    this.end = part.end;
    this.path = path instanceof PathBuffer && part.end < Infinity ? path.toPath() : (path as Path);
    this.index = heading?.index ?? 0;
    return Math.min(PULLED, path.cells.length >> 1);
  }

  /** Pulls the next cells of the path, from the point on that the walker goes to. */
  private pullOn(): void {
    const { index, points } = this;
    const { cells } = this.path as Path;
    const [x, y] = cellAt(this.nav, points[2 * index], points[2 * index + 1]);
    const from = cells.findIndex((_, i) => i % 2 === 0 && cells[i] === x && cells[i + 1] === y) >> 1;
    const part = this.sight.pullPart(this.path as Path, PULLED, from);
    this.points = Float32Array.of(...points.subarray(0, 2 * index), ...part.points);
    const links = part.links?.map((one) => ({ ...one, index: one.index + index })) ?? [];
    this.links = [...this.links.filter((one) => one.index < index), ...links];
    this.end = index + part.end;
  }

  /** From middle to middle, with the fewest turns; around units as the path leads. */
  private step(path: Path | PathBuffer, at: Cell, facing: number): number | undefined {
    straightenInto(this.nav, path, straight, facing);
    const count = straight.cellCount;
    const { cells } = this.units && !this.units.isFree(straight) ? path : straight;
    let index = 0;
    while (index < count && (cells[2 * index] !== at[0] || cells[2 * index + 1] !== at[1])) index++;
    if (index === count) return;
    this.points = pointsOf(this.nav, cells.slice(0, 2 * count));
    this.links = path.links ?? [];
    this.index = index;
    return 0;
  }

  far(x0: number, y0: number, x1: number, y1: number): number {
    const [dx, dy] = [(x1 - x0) * this.scale[0], (y1 - y0) * this.scale[1]];
    return Math.sqrt(dx * dx + dy * dy);
  }

  /** Whether changes close it (`closed`), or may have opened a better way. */
  effect(changes: Changes, at: Cell, goal: Cell, x: number, y: number): 'closed' | boolean {
    if (this.isEmpty) return false;
    const edits = this.near(changes, at, goal, x, y);
    if (edits?.length === 0) return false;
    let [fromX, fromY] = [x, y];
    for (let i = this.index; 2 * i < this.points.length; i++) {
      const taken = i > this.index && this.linkAt(i - 1);
      if (!(taken ? this.isOpen(taken) : this.isClear(fromX, fromY, i))) return 'closed';
      [fromX, fromY] = this.points.subarray(2 * i);
    }
    return !edits?.every(({ opens }) => !opens);
  }

  /** The changes over which a path may be shorter than the rest of this one, or which may close that. */
  near(changes: Changes, at: Cell, goal: Cell, fromX: number, fromY: number): Changes {
    const { points, index, nav, least } = this;
    // Links can lead anywhere.
    if (nav.linked || !changes) return changes;
    // A path over a change is no shorter than the least distances to it and on. The rest of its path leads over
    // the next point; a push may have taken the walker anywhere in sight of that.
    const [x, y] = cellAt(nav, points[2 * index], points[2 * index + 1]);
    const rest = this.cost - least(x - this.from[0], y - this.from[1]);
    // Hexagons on a straight line are at most 2 / sqrt(3) times its length.
    const far = this.far(fromX, fromY, points[2 * index], points[2 * index + 1]);
    const ahead = Math.max(least(x - at[0], y - at[1]), 1.16 * STRAIGHT * far);
    const left = ahead + rest + BESIDE * STRAIGHT * (1 + this.radius);
    return changes.filter(({ boxes }) =>
      boxes.some((box) => octileTo(box, ...at, least) + octileTo(box, ...goal, least) < left),
    );
  }

  private isOpen({ name, from, to }: Link): boolean {
    return !this.nav.linked?.search.closed.has(name) && this.shared.isFree(...from) && this.shared.isFree(...to);
  }
}
