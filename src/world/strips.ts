/** MovingAI maps of any size, read window by window: rows of equal length have computable places. */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { MapError } from '../core/errors.js';
import type { Grid } from '../core/grid/grid.js';
import { readMapHeader, TERRAIN_LETTERS, terrainCosts } from '../maps/movingai.js';
import { quote } from '../maps/text.js';
import type { TilePart } from './layout.js';

/** A MovingAI file of which windows are read; plain values, for threads. */
export interface Strips {
  file: string;
  width: number;
  height: number;
  /** Bytes before the first row, and from one row to the next. */
  offset: number;
  pitch: number;
  lines: number;
  terrain: string;
  costs: Readonly<Record<string, number>> | undefined;
}

/** More than a header of four lines can have. */
const HEAD = 1024;
const LF = 10;
const CR = 13;
/** In place of 0 or 1, for bytes that are no terrain. */
const UNKNOWN = -1;

/** Opens a MovingAI map by header and length. @param most longest side @throws {MapError} if either is wrong */
export function openStrips(
  file: string,
  most: number,
  terrain: string,
  costs?: Readonly<Record<string, number>>,
): Strips {
  const fd = openSync(file, 'r');
  try {
    const head = new Uint8Array(HEAD);
    const { width, height, offset, lines } = readMapHeader(
      head.subarray(0, readSync(fd, head, 0, HEAD, 0)),
      file,
      most,
    );
    const end = new Uint8Array(2);
    readSync(fd, end, 0, 2, offset + width);
    const ends = end[0] === CR && end[1] === LF ? 2 : 1;
    const pitch = width + ends;
    const { size } = fstatSync(fd);
    const expected = offset + height * pitch;
    if (size !== expected && size !== expected - ends) {
      throw new MapError(
        `${file}: the file has ${size} bytes, but ${height} rows of ${width} cells take ${expected}; all rows ` +
          'must be of that length, with the same line ends',
      );
    }
    return { file, width, height, offset, pitch, lines, terrain, costs };
  } finally {
    closeSync(fd);
  }
}

/**
 * Reads a part of the map into a grid.
 * @param grid its costs are made where letters have any
 * @throws {MapError} naming line and column of a letter that is not known, or a row that does not end where it has to
 */
export function readStrips(strips: Strips, grid: Grid, { left, top, width, height, atX, atY }: TilePart): void {
  const { file, offset, pitch, lines, terrain, costs } = strips;
  const prices = terrainCosts(costs ?? {}, terrain);
  const opens = new Int8Array(256).fill(UNKNOWN);
  for (const letter of TERRAIN_LETTERS) opens[letter.charCodeAt(0)] = Number(terrain.includes(letter));
  if (prices) grid.costs ??= new Uint8Array(grid.open.length);
  const isLast = left + width === strips.width;
  const row = new Uint8Array(width + 2);
  const fail = (x: number, y: number, message: string): never => {
    throw new MapError(`${file}:${lines + y + 1}:${x + 1}: ${message}`);
  };
  const rows = `all rows must have ${strips.width} cells, as the header says`;
  const fd = openSync(file, 'r');
  try {
    for (let y = 0; y < height; y++) {
      const bytes = readSync(fd, row, 0, width + (isLast ? 2 : 0), offset + (top + y) * pitch + left);
      const cell = (atY + y) * grid.stride + atX;
      for (let x = 0; x < width; x++) {
        const open = x < bytes ? opens[row[x]] : UNKNOWN;
        if (open === UNKNOWN) {
          if (row[x] === LF || row[x] === CR) fail(left + x, top + y, `found the end of a line; ${rows}`);
          const letter = quote(String.fromCharCode(row[x]));
          fail(left + x, top + y, `unknown terrain letter ${letter}; known are ${TERRAIN_LETTERS}`);
        }
        grid.open[cell + x] = open;
        if (prices && grid.costs) grid.costs[cell + x] = open * prices[row[x]];
      }
      const ended = !isLast || bytes === width || row[width + pitch - strips.width - 1] === LF;
      if (!ended) fail(strips.width, top + y, `the line does not end here; ${rows}`);
    }
  } finally {
    closeSync(fd);
  }
}
