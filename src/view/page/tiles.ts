/**
 * The coloured cells of a map as tiles, each drawn once: 256 x 256 pixels, a pixel a cell, or where the map is seen from afar a square of 2, 4, 8
 * ... cells. Tiles that are missing are made in what time a frame has left.
 */
import type { Grid } from '../../grid/grid.js';
import type { Colour } from '../theme.js';

const SIDE = 256;
/** Tiles that are kept: 64 MB. */
const MOST = 256;
/** Cells of a pixel, in each direction, that are looked at. */
const SAMPLES = 4;

interface Tile {
  canvas: HTMLCanvasElement;
  version: number;
}

export class Tiles {
  private readonly tiles = new Map<string, Tile>();
  private version = 0;
  private colourOf: (cell: number) => Colour = () => 255;

  constructor(private readonly grid: Grid) {}

  /** Other colours: of all cells, or of these alone. */
  recolour(colourOf: (cell: number) => Colour, cells?: Iterable<number>): void {
    this.colourOf = colourOf;
    if (!cells) {
      this.version++;
      return;
    }
    const { stride } = this.grid;
    const touched = new Set<string>();
    for (const cell of cells) {
      const row = Math.floor(cell / stride);
      for (let level = 0; level < 6; level++) touched.add(keyOf(level, (cell - row * stride - 1) >> (8 + level), (row - 1) >> (8 + level)));
    }
    for (const key of touched) {
      const tile = this.tiles.get(key);
      if (tile) tile.version = -1;
    }
  }

  /** Bytes of the tiles that are kept. */
  get bytes(): number {
    return 4 * SIDE * SIDE * this.tiles.size;
  }

  /**
   * Draws what is seen.
   * @param left,top where cell 0, 0 lies, in pixels @param scale pixels of a cell @param deadline no tile is begun after it
   * @returns whether all is as it should be
   */
  draw(ctx: CanvasRenderingContext2D, left: number, top: number, scale: number, deadline: number): boolean {
    const level = Math.min(5, Math.max(0, Math.floor(Math.log2(1 / scale) + 0.01)));
    const span = SIDE << level;
    const { width, height } = this.grid;
    const { canvas } = ctx;
    let whole = true;
    ctx.imageSmoothingEnabled = scale * 2 ** level < 1;
    for (let ty = Math.max(0, Math.floor(-top / scale / span)); ty * span < Math.min(height, (canvas.height - top) / scale); ty++) {
      for (let tx = Math.max(0, Math.floor(-left / scale / span)); tx * span < Math.min(width, (canvas.width - left) / scale); tx++) {
        const key = keyOf(level, tx, ty);
        let tile = this.tiles.get(key);
        if (tile?.version !== this.version) {
          if (performance.now() < deadline) tile = this.make(key, level, tx, ty, tile);
          else whole = false;
        }
        if (!tile) continue;
        // The one that was used last is the last to go.
        this.tiles.delete(key);
        this.tiles.set(key, tile);
        // Edges on whole pixels, so that no line is seen between tiles.
        const [x0, y0] = [Math.round(left + tx * span * scale), Math.round(top + ty * span * scale)];
        const [x1, y1] = [Math.round(left + (tx + 1) * span * scale), Math.round(top + (ty + 1) * span * scale)];
        ctx.drawImage(tile.canvas, x0, y0, x1 - x0, y1 - y0);
      }
    }
    return whole;
  }

  private make(key: string, level: number, tx: number, ty: number, old: Tile | undefined): Tile {
    const canvas = old?.canvas ?? this.room();
    const ctx = canvas.getContext('2d') as CanvasRenderingContext2D;
    const image = ctx.createImageData(SIDE, SIDE);
    const pixels = new Uint32Array(image.data.buffer);
    const { width, height } = this.grid;
    const span = 1 << level;
    for (let py = 0; py < SIDE; py++) {
      const y = (ty * SIDE + py) << level;
      if (y >= height) break;
      for (let px = 0; px < SIDE; px++) {
        const x = (tx * SIDE + px) << level;
        if (x >= width) break;
        pixels[py * SIDE + px] = swapped(level === 0 ? this.colourOf(this.grid.cell(x, y)) : this.mean(x, y, span));
      }
    }
    ctx.putImageData(image, 0, 0);
    const tile = { canvas, version: this.version };
    this.tiles.set(key, tile);
    return tile;
  }

  /** The mean colour of a square of cells, or of some of them. */
  private mean(x: number, y: number, span: number): Colour {
    const step = Math.max(1, span / SAMPLES);
    const endX = Math.min(x + span, this.grid.width);
    const endY = Math.min(y + span, this.grid.height);
    let [r, g, b, n] = [0, 0, 0, 0];
    for (let cy = y; cy < endY; cy += step) {
      for (let cx = x; cx < endX; cx += step) {
        const found = this.colourOf(this.grid.cell(cx, cy));
        r += found >>> 24;
        g += (found >>> 16) & 255;
        b += (found >>> 8) & 255;
        n++;
      }
    }
    return ((((r / n) << 24) | ((g / n) << 16) | ((b / n) << 8) | 255) >>> 0) as Colour;
  }

  /** A canvas: that of the tile that was used longest ago, where there are enough. */
  private room(): HTMLCanvasElement {
    if (this.tiles.size >= MOST) {
      const [[key, { canvas }]] = this.tiles;
      this.tiles.delete(key);
      return canvas;
    }
    return Object.assign(document.createElement('canvas'), { width: SIDE, height: SIDE });
  }
}

function keyOf(level: number, tx: number, ty: number): string {
  return `${level}/${tx}/${ty}`;
}

/** As a canvas has it in memory: red in the lowest byte. */
function swapped(value: Colour): number {
  return ((value << 24) | ((value << 8) & 0xff0000) | ((value >>> 8) & 0xff00) | (value >>> 24)) >>> 0;
}
