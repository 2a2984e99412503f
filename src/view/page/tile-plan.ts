/** Which tiles of a map are visible, and in which order they are made. */
import { TILE_SIDE } from '../desk/tile-pixels.js';

/** A tile: a pixel of it is a square of 2 ** level cells. */
export interface TileKey {
  level: number;
  tx: number;
  ty: number;
}

export const MOST_LEVEL = 7;

export function keyText({ level, tx, ty }: TileKey): string {
  return `${level}/${tx}/${ty}`;
}

/** The level whose pixels are at least as fine as the screen's. @param scale pixels of a cell */
export function levelFor(scale: number): number {
  return Math.min(MOST_LEVEL, Math.max(0, Math.floor(Math.log2(1 / scale) + 0.01)));
}

/** Tiles of an area of cells, those nearest to its middle first. */
export function tilesOf(area: { x0: number; y0: number; x1: number; y1: number }, level: number): TileKey[] {
  const span = TILE_SIDE << level;
  const tiles: TileKey[] = [];
  for (let ty = Math.floor(area.y0 / span); ty * span < area.y1; ty++)
    for (let tx = Math.floor(area.x0 / span); tx * span < area.x1; tx++) tiles.push({ level, tx, ty });
  const [x, y] = [(area.x0 + area.x1) / 2 / span - 0.5, (area.y0 + area.y1) / 2 / span - 0.5];
  const away = ({ tx, ty }: TileKey) => (tx - x) ** 2 + (ty - y) ** 2;
  return tiles.sort((a, b) => away(a) - away(b));
}

/** The part of a coarser tile that replaces a missing one. */
export function standIn(
  { level, tx, ty }: TileKey,
  has: (key: string) => boolean,
): { key: string; x: number; y: number; side: number } | undefined {
  for (let up = 1; level + up <= MOST_LEVEL; up++) {
    const key = keyText({ level: level + up, tx: tx >> up, ty: ty >> up });
    if (!has(key)) continue;
    const side = TILE_SIDE >> up;
    return { key, side, x: (tx & ((1 << up) - 1)) * side, y: (ty & ((1 << up) - 1)) * side };
  }
  return undefined;
}

/** Tiles that hold some cells, of every level. @param points x | y << 16 of each */
export function tilesWith(points: Iterable<number>): Set<string> {
  const keys = new Set<string>();
  for (const point of points) {
    const [x, y] = [point & 0xffff, point >>> 16];
    for (let level = 0; level <= MOST_LEVEL; level++)
      keys.add(keyText({ level, tx: x >> (8 + level), ty: y >> (8 + level) }));
  }
  return keys;
}
