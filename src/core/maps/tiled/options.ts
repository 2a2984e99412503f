/** Options of Tiled maps. */
import type { Meaning } from '../plane.js';

/** Which layers, objects and properties of a Tiled map say what is open. */
export interface TiledOptions {
  /** Names or classes of the tile layers that are read, hidden ones too; all visible ones where none is named. */
  layers: readonly string[];
  /** Names or classes of the object layers that are read, hidden ones too; all visible ones where none is named. */
  objectLayers: readonly string[];
  /** Names or classes of layers whose every tile blocks its cell. */
  blockedLayers: readonly string[];
  /** Boolean property of a tile, its layer or its tileset: true blocks the cell. */
  solidProperty: string;
  /** Number property of a tile, its layer, its tileset or an object: the cell's cost, 1 to 255. */
  costProperty: string;
  /** Meaning of tiles by tileset, where neither tile nor layer decides. */
  tilesets: Readonly<Record<string, Meaning>>;
  /** Cells without a tile in any layer that is read. */
  empty: 'blocked' | 'open';
}
