/** Cells of a world around paths, for checks. */
import { decompressor } from '../core/blob/decompress.js';
import { gridOf } from '../core/blob/grid.js';
import { Grid } from '../core/grid/grid.js';
import { tileBox } from './layout.js';
import { tileAt, type WorldIndex } from './section.js';
import { copyPart } from './source.js';
import { type LoadTile, Tiles } from './tiles.js';

const MOST_CELLS = 1 << 27;
/** Bytes of tiles in memory. */
const MOST_BYTES = 64e6;

export class Cells {
  private readonly tiles: Tiles<{ grid: Grid; bytes: number }>;

  constructor(
    private readonly index: WorldIndex,
    load: LoadTile,
  ) {
    this.tiles = new Tiles(index, load, decompressor, MOST_BYTES, (blob) => {
      const grid = gridOf(blob);
      return { grid, bytes: grid.open.length + (grid.costs?.length ?? 0) };
    });
  }

  /** The cells of a tile; undefined where it is all blocked. */
  async tile(x: number, y: number): Promise<Grid | undefined> {
    return (await this.tiles.get(x, y))?.grid;
  }

  /**
   * A grid of the smallest rectangle around a path, and where it lies; none if too large.
   * @param margin cells around it
   */
  async around(path: number[], margin: number): Promise<[grid: Grid | undefined, left: number, top: number]> {
    const { layout } = this.index;
    let [left, top, right, bottom] = [path[0], path[1], path[0], path[1]];
    for (let i = 0; i < path.length; i += 2) {
      left = Math.min(left, path[i]);
      right = Math.max(right, path[i]);
      top = Math.min(top, path[i + 1]);
      bottom = Math.max(bottom, path[i + 1]);
    }
    [left, top] = [Math.max(0, left - margin), Math.max(0, top - margin)];
    [right, bottom] = [Math.min(layout.width - 1, right + margin), Math.min(layout.height - 1, bottom + margin)];
    const [width, height] = [right - left + 1, bottom - top + 1];
    if (width * height > MOST_CELLS) return [undefined, left, top];
    const grid = new Grid(width, height, '', this.index.moveRule);
    const [[firstX, firstY], [lastX, lastY]] = [tileAt(layout, left, top), tileAt(layout, right, bottom)];
    for (let y = firstY; y <= lastY; y++) {
      for (let x = firstX; x <= lastX; x++) {
        const tile = await this.tile(x, y);
        if (!tile) continue;
        const box = tileBox(layout, x, y);
        const [x0, x1] = [Math.max(left, box.left), Math.min(right + 1, box.left + box.width)];
        const [y0, y1] = [Math.max(top, box.top), Math.min(bottom + 1, box.top + box.height)];
        copyPart(tile, grid, x0 - box.left, y0 - box.top, x1 - x0, y1 - y0, x0 - left + 1, y0 - top + 1);
      }
    }
    return [grid, left, top];
  }
}
