/** A tile with its apron as bytes: what a machine needs of a map to bake a tile of it. */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { Grid, type MoveRule } from '../core/grid/grid.js';

/** A grid's frame and cells, compressed, and what else a grid is. */
export interface PackedTile {
  width: number;
  height: number;
  terrain: string;
  moveRule: MoveRule;
  size: number;
  priced: boolean;
  bytes: Uint8Array;
}

/** Fast, and half as long again as the shortest: a window is read once. */
const LEVEL = 3;

export function packTile({ width, height, terrain, moveRule, size, open, costs }: Grid): PackedTile {
  let plain = costs;
  if (!plain) {
    plain = new Uint8Array((open.length + 7) >> 3);
    for (let c = 0; c < open.length; c++) plain[c >> 3] |= open[c] << (c & 7);
  }
  return {
    width,
    height,
    terrain,
    moveRule,
    size,
    priced: costs !== undefined,
    bytes: deflateRawSync(plain, { level: LEVEL }),
  };
}

/** @throws {RangeError} if the bytes are not those of such a tile; they take no more memory than that */
export function unpackTile({ width, height, terrain, moveRule, size, priced, bytes }: PackedTile): Grid {
  const tile = new Grid(width, height, terrain, moveRule, size);
  const { open } = tile;
  const length = priced ? open.length : (open.length + 7) >> 3;
  const plain = inflated(bytes, length);
  if (plain?.length !== length)
    throw new RangeError(`the cells of the tile are not ${width} x ${height} with an apron`);
  if (priced) tile.costs = plain;
  for (let c = 0; c < open.length; c++) open[c] = priced ? Math.min(1, plain[c]) : (plain[c >> 3] >> (c & 7)) & 1;
  return tile;
}

/** @returns undefined if it is longer, or cannot be read */
function inflated(bytes: Uint8Array, most: number): Uint8Array | undefined {
  try {
    const plain = inflateRawSync(bytes, { maxOutputLength: most });
    return new Uint8Array(plain.buffer, plain.byteOffset, plain.length);
  } catch {
    return undefined;
  }
}
