/** Proof of a tile: read whole, baked again from its cells, and compared with the map if that is given. */

import { decompressor } from '../core/blob/decompress.js';
import { readBlobFile } from '../core/blob/file.js';
import { fingerprint } from '../core/blob/fingerprint.js';
import { apronOf, gridOf } from '../core/blob/grid.js';
import { unpackMetadata } from '../core/blob/meta.js';
import { readBlob, type SectionEntry } from '../core/blob/read.js';
import { WRITE_DEFAULTS, type WriteOptions } from '../core/blob/write.js';
import { BlobError } from '../core/errors.js';
import { Grid } from '../core/grid/grid.js';
import type { HpaBuildOptions } from '../engines/hpa/abstraction.js';
import { checkHpaOptions } from '../engines/hpa/build.js';
import type { Side } from './gates.js';
import { gridAgain, type TilePlace, tileBox } from './layout.js';
import { openTile } from './section.js';
import { readTile, type WorldSource } from './source.js';
import { tileOf } from './tile.js';
import { makeTile } from './tile-file.js';
import { type GateCosts, gateCosts } from './tile-search.js';

export interface CheckTask extends TilePlace {
  kind: 'check';
  /** Undefined for a tile without a file: all its cells must be blocked. */
  file: string | undefined;
  /** The header checksum by which the index recognizes it. */
  check: number;
  /** Map values, for a tile without a file. */
  empty: Pick<Grid, 'terrain' | 'moveRule' | 'size'>;
  /** The map, or the tile with its apron as the map has it. */
  source: WorldSource | Grid | undefined;
  gates: (GateCosts & { cells: Int32Array }) | undefined;
}

export interface TileChecked {
  faults: string[];
  fingerprint: Uint8Array;
  /** As of `TileMade`; none for a tile of walls. */
  sides: Side[];
  /** Weights of the cells at its north, east, south and west side, and of those beyond them. */
  rims: Uint8Array[];
  aprons: Uint8Array[];
}

export async function checkTile(task: CheckTask): Promise<TileChecked> {
  const { layout, x, y, file, empty, source } = task;
  const box = tileBox(layout, x, y);
  const walls = new Grid(box.width, box.height, empty.terrain, empty.moveRule, empty.size);
  const faults: string[] = [];
  let found: TileFound = { tile: walls, sides: [], print: fingerprint(walls) };
  if (file !== undefined) {
    try {
      found = await bakeAgain(file, task, faults);
    } catch (error) {
      if (error instanceof BlobError) faults.push(error.message);
      else if ((error as NodeJS.ErrnoException).code === 'ENOENT') faults.push(`${file} is missing`);
      else throw error;
    }
  }
  const { tile, sides, print } = found;
  const rims = edgesOf(tile, 1);
  const aprons = file === undefined ? [] : edgesOf(tile, 0);
  if (source && faults.length === 0) {
    const map = 'open' in source ? gridAgain(source) : await readTile(source, box);
    if (!sameCells(tile, map, file === undefined)) faults.push('its cells are not those of the map');
  }
  return { faults: faults.map((fault) => `tile ${x}, ${y}: ${fault}`), fingerprint: print, sides, rims, aprons };
}

interface TileFound {
  tile: Grid;
  sides: Side[];
  print: Uint8Array;
}

/** Bakes the cells of a tile's file, and adds to `faults` where the file differs from that. @throws {BlobError} */
async function bakeAgain(file: string, task: CheckTask, faults: string[]): Promise<TileFound> {
  const { layout, x, y, gates } = task;
  const blob = openTile(await readBlobFile(file), decompressor, layout, x, y, task.check);
  const tile = apronOf(blob, gridOf(blob));
  const { map, options } = unpackMetadata(blob) as {
    map: string;
    options: HpaBuildOptions & Pick<WriteOptions, 'codec' | 'zstdLevel'>;
  };
  const { codec, zstdLevel, ...hpa } = { ...WRITE_DEFAULTS, ...options };
  // Uncompressed: compression proves nothing.
  const plain = { hpa: checkHpaOptions(hpa), map, codec: 'none', zstdLevel } as const;
  const made = await makeTile({ tile, layout, x, y, options: plain });
  const expected = made.blob ? readBlob(made.blob, decompressor).entries : [];
  faults.push(...differences(blob.entries, expected));
  const print = Buffer.from(blob.fingerprint, 'hex');
  if (Buffer.compare(print, made.fingerprint) !== 0) faults.push('fingerprint is not that of its cells');
  if (gates && gates.cells.length > 1) {
    const costs = gateCosts(tileOf(blob, layout, x, y), layout.cluster, gates.cells);
    if (String(costs.low) !== String(gates.low) || String(costs.high) !== String(gates.high))
      faults.push('costs between its gates are not what its clusters give');
  }
  return { tile, sides: made.sides, print };
}

function differences(actual: SectionEntry[], expected: SectionEntry[]): string[] {
  const faults: string[] = [];
  for (const { kind, crc, rawLength } of expected) {
    if (kind === 2) continue;
    const same = actual.find((entry) => entry.kind === kind);
    if (same?.crc !== crc || same.rawLength !== rawLength) faults.push(`section ${kind} is not what its cells give`);
  }
  if (actual.length !== expected.length) faults.push(`${actual.length} sections, expected ${expected.length}`);
  return faults;
}

/** Weights along the sides of a grid. @param depth 0 for the frame, 1 for the outermost cells */
function edgesOf({ open, costs, stride, width, height }: Grid, depth: 0 | 1): Uint8Array[] {
  const weights = costs ?? open;
  const row = (y: number) => weights.slice(y * stride + 1, y * stride + 1 + width);
  const column = (x: number) => Uint8Array.from({ length: height }, (_, y) => weights[(y + 1) * stride + x]);
  return [row(depth), column(width + 1 - depth), row(height + 1 - depth), column(depth)];
}

/** @param inside whether the frames do not count */
function sameCells(a: Grid, b: Grid, inside: boolean): boolean {
  const [one, other] = [a.costs ?? a.open, b.costs ?? b.open];
  if (!inside) return Buffer.compare(one, other) === 0;
  for (let y = 0; y < a.height; y++)
    for (let x = 0; x < a.width; x++) if (one[a.cell(x, y)] !== other[b.cell(x, y)]) return false;
  return true;
}
