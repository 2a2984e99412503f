/**
 * A* cell by cell (Hart, Nilsson & Raphael 1968), octile heuristic: the baseline our engines are measured
 * against, honestly made: typed arrays, stamps instead of clearing, an indexed binary heap with
 * decrease-key, ties to the larger g.
 */
import { boxAt, type GoalBounds } from '../bounds/query.js';
import { DIAGONAL, octile, STRAIGHT } from '../grid/costs.js';
import { directionSteps, LEGAL, windowAt } from '../grid/directions.js';
import type { Grid } from '../grid/grid.js';
import { holds, packPoint } from '../grid/rectangle.js';
import type { PathBuffer } from './path.js';

const CLOSED = -1;

export class AStar {
  expanded = 0;
  generated = 0;
  private readonly legal: Uint8Array;
  private readonly steps: Int32Array;
  private readonly g: Float64Array;
  private readonly parent: Int32Array;
  private readonly stamps: Uint32Array;
  /** Key of each place in the heap: f, less a fraction that grows with g, so that one comparison breaks ties to the larger g. */
  private readonly keys: Float64Array;
  /** Place in the heap, or CLOSED. */
  private readonly place: Int32Array;
  private readonly heap: Int32Array;
  private readonly corners = new Int32Array(2);
  private size = 0;
  private stamp = 0;

  /** @param bounds goal bounds of this grid: moves that no optimal path to the goal starts with are left out */
  constructor(
    private readonly grid: Grid,
    private readonly bounds?: GoalBounds,
  ) {
    const cells = grid.open.length;
    this.steps = directionSteps(grid.stride);
    this.legal = new Uint8Array(cells);
    const runs = grid.runs();
    for (let r = 0; r < runs.length; r += 2) {
      for (let c = runs[r]; c < runs[r + 1]; c++) this.legal[c] = LEGAL[windowAt(grid.open, c, grid.stride)];
    }
    this.g = new Float64Array(cells);
    this.parent = new Int32Array(cells);
    this.stamps = new Uint32Array(cells);
    this.place = new Int32Array(cells);
    // Decrease-key: a cell is in the heap at most once.
    this.heap = new Int32Array(cells);
    this.keys = new Float64Array(cells);
  }

  /** Writes an optimal path into `path`. @returns false when there is none */
  search(x0: number, y0: number, goalX: number, goalY: number, path: PathBuffer): boolean {
    const { grid, g, steps, legal, place, stamps, bounds, corners } = this;
    if (!grid.isOpen(x0, y0) || !grid.isOpen(goalX, goalY)) return false;
    const { stride } = grid;
    const start = grid.cell(x0, y0);
    const goal = grid.cell(goalX, goalY);
    const point = packPoint(goalX, goalY);
    this.stamp++;
    this.size = 0;
    this.expanded = 0;
    this.generated = 0;
    const { costs } = grid;
    // The doubled scale where cells have costs.
    const scale = costs ? 2 : 1;
    this.reach(start, 0, start, scale * octile(goalX - x0, goalY - y0));
    while (this.size > 0) {
      const cell = this.pop();
      if (cell === goal) {
        this.trace(start, goal, path);
        return true;
      }
      this.expanded++;
      const x = (cell % stride) - 1;
      const y = Math.floor(cell / stride) - 1;
      for (let mask = legal[cell]; mask !== 0; mask &= mask - 1) {
        const d = 31 - Math.clz32(mask & -mask);
        if (bounds) {
          boxAt(bounds, cell, d, corners);
          if (!holds(corners[0], corners[1], point)) continue;
        }
        const next = cell + steps[d];
        const ng = g[cell] + (d & 1 ? DIAGONAL : STRAIGHT) * (costs ? costs[cell] + costs[next] : 1);
        if (stamps[next] === this.stamp && (place[next] === CLOSED || g[next] <= ng)) continue;
        const nx = x + (d > 0 && d < 4 ? 1 : d > 4 ? -1 : 0);
        const ny = y + (d === 7 || d < 2 ? -1 : d > 2 && d < 6 ? 1 : 0);
        this.reach(next, ng, cell, ng + scale * octile(goalX - nx, goalY - ny));
      }
    }
    return false;
  }

  private reach(cell: number, g: number, parent: number, f: number): void {
    if (this.stamps[cell] !== this.stamp) {
      this.stamps[cell] = this.stamp;
      this.place[cell] = this.size++;
      this.generated++;
    }
    this.g[cell] = g;
    this.parent[cell] = parent;
    this.siftUp(cell, f - g / 2 ** 33, this.place[cell]);
  }

  private siftUp(cell: number, key: number, i: number): void {
    const { heap, keys, place } = this;
    while (i > 0) {
      const up = (i - 1) >> 1;
      if (keys[up] <= key) break;
      heap[i] = heap[up];
      keys[i] = keys[up];
      place[heap[i]] = i;
      i = up;
    }
    heap[i] = cell;
    keys[i] = key;
    place[cell] = i;
  }

  private pop(): number {
    const { heap, keys, place } = this;
    const top = heap[0];
    const size = --this.size;
    const cell = heap[size];
    const key = keys[size];
    let i = 0;
    for (let child = 1; child < size; child = 2 * i + 1) {
      if (child + 1 < size && keys[child + 1] < keys[child]) child++;
      if (keys[child] >= key) break;
      heap[i] = heap[child];
      keys[i] = keys[child];
      place[heap[i]] = i;
      i = child;
    }
    heap[i] = cell;
    keys[i] = key;
    place[cell] = i;
    place[top] = CLOSED;
    return top;
  }

  private trace(start: number, goal: number, path: PathBuffer): void {
    const { parent, grid } = this;
    const points: number[] = [];
    const add = (cell: number) => points.push((cell % grid.stride) - 1 + ((Math.floor(cell / grid.stride) - 1) << 16));
    for (let cell = goal; cell !== start; cell = parent[cell]) add(cell);
    add(start);
    path.write(Int32Array.from(points), points.length, this.g[goal] / (this.grid.costs ? 2 * STRAIGHT : STRAIGHT));
  }
}
