/** Options of Tiled maps. */
import type { Meaning } from '../plane.js';

/** Which layers, objects and properties of a Tiled map say what is open. */
export interface TiledOptions {
  /** Names or classes of the tile layers that are read, hidden ones too; all visible ones where none is named. */
  layers: readonly string[];
  /** Names or classes of the object layers that are read, hidden ones too; all visible ones where none is named. */
  objectLayers: readonly string[];
  /** Names or classes of layers whose every tile blocks its cell, hidden ones too. */
  blockedLayers: readonly string[];
  /** Tiles that block their cells, by the number in layers or by that in a tileset: 7, '10-15', 'terrain:3'. */
  blockedTiles: readonly (number | string)[];
  /** The only tiles that do not block their cells, as `blockedTiles`. */
  openTiles: readonly (number | string)[];
  /** Boolean property of a tile, its layer or its tileset: true blocks the cell. Empty for `solid` and its kin. */
  solidProperty: string;
  /** Number property of a tile, its layer, its tileset or an object: the cell's cost, 1 to 255. */
  costProperty: string;
  /** Meaning of tiles by tileset, where neither tile nor layer decides. */
  tilesets: Readonly<Record<string, Meaning>>;
  /** Shapes of Tiled's collision editor that make walls: undefined for any, where nothing else is marked; with `sides`
   * thin bars along a side of the tile are walls between cells. */
  shapes?: 'any' | 'sides' | 'half' | 'off';
  /** Cells without a tile in any layer that is read; undefined where the map decides. */
  empty?: 'blocked' | 'open';
}

/** Whether options say what walls are: then nothing else does, but class `blocked` and property `solid`. */
export function decides({ blockedLayers, blockedTiles, openTiles, solidProperty }: TiledOptions): boolean {
  return solidProperty !== '' || [blockedLayers, blockedTiles, openTiles].some(({ length }) => length > 0);
}
