/** Tiles in memory: loaded when they are needed, each once however many ask for it, forgotten by least recent use. */
import type { Blob, BlobBytes, Decompress } from '../core/blob/read.js';
import { tileError } from '../core/errors.js';
import type { WindowBox } from '../engines/hpa/window-search.js';
import { tilesOf, type WorldLayout } from './layout.js';
import { openTile, tileName, type WorldIndex } from './section.js';
import type { Tile } from './tile.js';

/** Returns the bytes of a tile's file. @param x,y column and row of tiles @param name of the file in its folder */
export type LoadTile = (x: number, y: number, name: string) => BlobBytes | Promise<BlobBytes>;

export class Tiles<Tile extends { bytes: number }> {
  private readonly there = new Map<number, Tile>();
  private readonly coming = new Map<number, Promise<Tile>>();
  bytes = 0;

  /**
   * @param most bytes that tiles may take; the last one used stays in any case
   * @param open makes a tile of its blob, whose grid and bytes are checked
   */
  constructor(
    private readonly index: WorldIndex,
    private readonly load: LoadTile,
    private readonly decompress: Decompress,
    private readonly most: number,
    private readonly open: (blob: Blob, layout: WorldLayout, x: number, y: number) => Tile,
  ) {}

  get count(): number {
    return this.there.size;
  }

  /** @returns undefined if no cell is open @throws {TileError} if loading fails; the next call tries again */
  async get(x: number, y: number): Promise<Tile | undefined> {
    if (!this.index.has(x, y)) return undefined;
    const key = y * this.index.layout.columns + x;
    const known = this.there.get(key);
    if (known) {
      this.there.delete(key);
      this.there.set(key, known);
      return known;
    }
    let coming = this.coming.get(key);
    if (!coming) {
      coming = this.fetch(x, y, key).finally(() => this.coming.delete(key));
      this.coming.set(key, coming);
    }
    return coming;
  }

  private async fetch(x: number, y: number, key: number): Promise<Tile> {
    const { layout, checks } = this.index;
    let tile: Tile;
    try {
      const bytes = await this.load(x, y, tileName(x, y));
      tile = this.open(openTile(bytes, this.decompress, layout, x, y, checks[key]), layout, x, y);
    } catch (error) {
      throw tileError(x, y, error);
    }
    this.there.set(key, tile);
    this.bytes += tile.bytes;
    for (const [other, { bytes }] of this.there) {
      if (this.bytes <= this.most || other === key) break;
      this.there.delete(other);
      this.bytes -= bytes;
    }
    return tile;
  }
}

/** Loads the tiles that a box lies in. @param known some that may have been forgotten, to take as they are */
export async function allIn(
  tiles: Tiles<Tile>,
  layout: WorldLayout,
  box: WindowBox,
  known: Tile[] = [],
): Promise<Tile[]> {
  const coming = tilesOf(layout, box).map(
    ([x, y]) => known.find((tile) => tile.x === x && tile.y === y) ?? tiles.get(x, y),
  );
  return (await Promise.all(coming)).filter((tile) => tile !== undefined);
}
