/**
 * The legal steps of a map as lines of bits: rows, columns and both kinds of diagonals.
 *
 * A run of steps is a word or two of its line. The bit of a step against a line's direction is that of the step back:
 * every move rule allows both or neither.
 */
import { DX, DY } from '../../core/grid/directions.js';
import { sharesOf } from '../../core/grid/entered.js';
import type { Grid } from '../../core/grid/grid.js';
import { besideOf, isHex } from '../../core/grid/rules.js';
import { DIAGONAL, STRAIGHT } from '../../core/grid/step-costs.js';
import { freeOfWalls } from '../../core/grid/walls.js';
import { type GridNav, hexesOf } from '../../runtime/nav.js';

const searched = (nav: GridNav): Grid => hexesOf(nav)?.axialOf(nav.grid as Grid) ?? (nav.grid as Grid);

/** Directions that lines are stored in. */
const FORWARD = [1, 2, 3, 4];

export class StepLines {
  /** As it is searched: of hexagons in axial coordinates. */
  grid: Grid;
  private version: number;
  /** 1 where a step from a cell is illegal. */
  private readonly bits: Int32Array;
  /** By direction: the bit of a cell is base + x * across + y * down. */
  private readonly base = new Int32Array(8);
  private readonly across = new Int32Array(8);
  private readonly down = new Int32Array(8);

  constructor(private readonly nav: GridNav) {
    this.grid = searched(nav);
    this.version = nav.version;
    const { width, height } = this.grid;
    const pitch = (Math.max(width, height) + 31) & ~31;
    const lines = [
      [1, 1 + pitch, pitch, 1], // x + y
      [2, 1, pitch, 1 + width + height], // y
      [3, 1 + pitch, -pitch, 1 + width + 3 * height], // x - y
      [4, pitch, 1, 1 + 2 * width + 3 * height], // x
    ];
    for (const [d, across, down, first] of lines)
      for (const at of [d, (d + 4) & 7]) {
        this.across[at] = across;
        this.down[at] = down;
        this.base[at] = first * pitch;
      }
    this.bits = new Int32Array(((3 * (width + height) + 2) * pitch) >> 5).fill(-1);
    this.read(0, 0, width - 1, height - 1);
  }

  refresh(): void {
    const { nav } = this;
    if (this.version === nav.version) return;
    this.grid = searched(nav);
    // Boxes are of the map, not of an axial grid.
    const boxes = this.grid === nav.grid ? nav.since?.(this.version) : undefined;
    this.version = nav.version;
    const { width, height } = this.grid;
    for (const [x0, y0, x1, y1] of boxes ?? [[0, 0, width, height]])
      this.read(Math.max(0, x0 - 1), Math.max(0, y0 - 1), Math.min(width - 1, x1 + 1), Math.min(height - 1, y1 + 1));
  }

  /** Reads the steps out of the cells of a box. */
  private read(x0: number, y0: number, x1: number, y1: number): void {
    const { bits, base, across, down, grid } = this;
    const { open, stride } = grid;
    const beside = besideOf(grid);
    for (let y = y0; y <= y1; y++)
      for (let x = x0; x <= x1; x++) {
        const c = grid.cell(x, y);
        const free = freeOfWalls(grid, c);
        for (const d of FORWARD) {
          let isLegal = open[c] > 0 && open[c + DX[d] + DY[d] * stride] > 0;
          if (d & 1) isLegal &&= isHex(grid) ? d === 1 : open[c + DX[d]] + open[c + DY[d] * stride] >= beside;
          isLegal &&= (free >> d) % 2 > 0;
          const bit = base[d] + x * across[d] + y * down[d];
          if (isLegal) bits[bit >> 5] &= ~(1 << bit);
          else bits[bit >> 5] |= 1 << bit;
        }
      }
  }

  /** How many steps of a direction are legal from a cell on. */
  runOf(x: number, y: number, d: number): number {
    const { bits } = this;
    const at = this.base[d] + x * this.across[d] + y * this.down[d];
    // Lines end with illegal steps, so that there is always one.
    if (d > 0 && d < 5) {
      let word = at >> 5;
      let hits = bits[word] & (-1 << at);
      while (hits === 0) hits = bits[++word];
      return (word << 5) + 31 - Math.clz32(hits & -hits) - at;
    }
    let word = (at - 1) >> 5;
    let hits = bits[word] & (-1 >>> (-at & 31));
    while (hits === 0) hits = bits[--word];
    return at - (word << 5) - 32 + Math.clz32(hits);
  }

  /** Cost of a run of steps on weighted terrain. */
  price(x: number, y: number, d: number, steps: number): number {
    const { costs, stride, moveRule } = this.grid;
    if (!costs) return 0;
    const length = d & 1 && !isHex({ moveRule }) ? DIAGONAL : STRAIGHT;
    const step = DX[d] + DY[d] * stride;
    const { left, entered } = sharesOf(this.grid);
    let cost = 0;
    for (let k = 0, c = this.grid.cell(x, y); k < steps; k++, c += step)
      cost += length * (left * costs[c] + entered * costs[c + step]);
    return cost;
  }
}
