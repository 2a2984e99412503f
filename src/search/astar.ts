/**
 * A* cell by cell (Hart, Nilsson & Raphael 1968), octile heuristic: the baseline our engines are measured
 * against, honestly made: typed arrays, stamps instead of clearing, an indexed binary heap with
 * decrease-key, ties to the larger g.
 */
import { DIAGONAL, octile, STRAIGHT } from '../grid/costs.js';
import { directionSteps, LEGAL, windowAt } from '../grid/directions.js';
import type { Grid } from '../grid/grid.js';
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
  private size = 0;
  private stamp = 0;

  constructor(private readonly grid: Grid) {
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
    const { grid, g, steps, legal, place, stamps } = this;
    if (!grid.isOpen(x0, y0) || !grid.isOpen(goalX, goalY)) return false;
    const { stride } = grid;
    const start = grid.cell(x0, y0);
    const goal = grid.cell(goalX, goalY);
    this.stamp++;
    this.size = 0;
    this.expanded = 0;
    this.generated = 0;
    this.reach(start, 0, start, octile(goalX - x0, goalY - y0));
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
        const next = cell + steps[d];
        const ng = g[cell] + (d & 1 ? DIAGONAL : STRAIGHT);
        if (stamps[next] === this.stamp && (place[next] === CLOSED || g[next] <= ng)) continue;
        const nx = x + (d > 0 && d < 4 ? 1 : d > 4 ? -1 : 0);
        const ny = y + (d === 7 || d < 2 ? -1 : d > 2 && d < 6 ? 1 : 0);
        this.reach(next, ng, cell, ng + octile(goalX - nx, goalY - ny));
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
    const trail: number[] = [];
    for (let cell = goal; cell !== start; cell = parent[cell]) trail.push(cell);
    const x = (cell: number) => (cell % grid.stride) - 1;
    const y = (cell: number) => Math.floor(cell / grid.stride) - 1;
    path.start(x(start), y(start), trail.length + 1, trail.length + 2);
    for (let i = trail.length - 1; i >= 0; i--) path.lineTo(x(trail[i]), y(trail[i]));
    path.finish(this.g[goal] / STRAIGHT);
  }
}
