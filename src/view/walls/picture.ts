/** Pictures of maps: tiles or values in layers, with the images or colors that they are drawn with. */
import { MapError } from '../../core/errors.js';
import type { FormatOptions, MapFormat } from '../../maps/formats.js';
import { TILE_MASK } from '../../maps/tiled/data.js';
import type { Lattice } from './lattice.js';
import type { NamedSet } from './tile-names.js';

export interface TileSet extends NamedSet {
  columns: number;
  width: number;
  height: number;
  spacing: number;
  margin: number;
  /** Pixels that its tiles are moved. */
  offset: readonly [x: number, y: number];
  /** Its picture, or those of a collection by ID, as paths from the map's folder. */
  image?: string;
  images: ReadonlyMap<number, string>;
  /** The transparent color, `#rrggbb`. */
  clear?: string;
  /** Colors of its values, `#rrggbb`. */
  colors?: readonly (string | undefined)[];
}

export interface PictureLayer {
  name: string;
  isTiles: boolean;
  isVisible: boolean;
  /** Whether its numbers are values, which a reader turns into cells. */
  isValues?: true;
  opacity: number;
  tint?: string;
  /** Pixels that its pictures are moved. */
  dx: number;
  dy: number;
  /** Tiles or objects. */
  count: number;
  /** Numbers of tiles with their turns, row by row of the picture's cells; empty for objects. */
  numbers: Uint32Array;
  /** Pixels that single tiles are moved to the right and down, less than a cell, by their places in `numbers`. */
  moved?: ReadonlyMap<number, readonly [x: number, y: number]>;
}

export interface Picture {
  format: MapFormat;
  lattice: Lattice;
  layers: PictureLayer[];
  sets: TileSet[];
}

/** Formats that the assistant opens, and where their options stand. */
export const OPTIONS_OF = {
  tiled: 'tiled',
  ldtk: 'ldtk',
  png: 'png',
  csv: 'csv',
  rows: 'csv',
  rpgmaker: 'rpgmaker',
} as Partial<Record<MapFormat, keyof FormatOptions>>;

/** Cells of all layers together: 256 MB. */
export const MOST_CELLS = 2 ** 26;

/** @throws {MapError} */
export function checkCells(width: number, height: number, layers: number, file: string): void {
  if (!(width * height * Math.max(1, layers) <= MOST_CELLS))
    throw new MapError(`${file}: ${width} x ${height} cells in ${layers} layers are too many to show`);
}

export const layerOf = (name: string, numbers: Uint32Array, more: Partial<PictureLayer> = {}): PictureLayer => ({
  ...{ name, numbers, isTiles: true, isVisible: true, opacity: 1, dx: 0, dy: 0, count: 0, ...more },
});

/** A set of values, which have colors and no images. */
export const valuesOf = (
  name: string,
  first: number,
  values: readonly string[],
  side: number,
  colors: TileSet['colors'] = [],
): TileSet => ({
  ...{ name, first, values, colors, columns: 1, width: side, height: side, spacing: 0, margin: 0 },
  ...{ offset: [0, 0], images: new Map() },
});

/** Pictures that a map names. */
export const imagesOf = ({ sets }: Picture): string[] => [
  ...new Set(sets.flatMap(({ image, images }) => [...(image ? [image] : []), ...images.values()])),
];

/** How often the map has each tile, in the order of the tilesets. */
export function usedTiles({ layers }: Picture): Map<number, number> {
  const used = new Map<number, number>();
  // Most numbers are small, and a map of a million cells has no time for entries.
  const counts = new Uint32Array(1 << 16);
  for (const { numbers } of layers)
    for (const number of numbers) {
      const tile = number & TILE_MASK;
      if (number > 0 && tile < counts.length) counts[tile]++;
      else if (number > 0) used.set(tile, (used.get(tile) ?? 0) + 1);
    }
  for (const [tile, count] of counts.entries()) if (count > 0) used.set(tile, count);
  return new Map([...used].sort(([a], [b]) => a - b));
}
