/** Cells of a world around paths, for checks. */
import { decompressor } from '../core/blob/decompress.js';
import { gridOf } from '../core/blob/grid.js';
import { Grid } from '../core/grid/grid.js';
import { boxOf, grown, overlap } from './box.js';
import { tileBox } from './layout.js';
import type { WorldIndex } from './section.js';
import { copyPart } from './source.js';
import { type LoadTile, Tiles, tilesOf } from './tiles.js';

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
    const box = grown(layout, boxOf(path), margin);
    const { left, top } = box;
    const [width, height] = [box.right - left + 1, box.bottom - top + 1];
    if (width * height > MOST_CELLS) return [undefined, left, top];
    const grid = new Grid(width, height, '', this.index.moveRule);
    for (const [x, y] of tilesOf(layout, box)) {
      const tile = await this.tile(x, y);
      if (!tile) continue;
      const place = tileBox(layout, x, y);
      const part = overlap(box, place);
      copyPart(tile, grid, {
        ...{ left: part.left - place.left, top: part.top - place.top },
        ...{ width: part.right - part.left + 1, height: part.bottom - part.top + 1 },
        ...{ atX: part.left - left + 1, atY: part.top - top + 1 },
      });
    }
    return [grid, left, top];
  }
}
