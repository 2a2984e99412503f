/** Small blobs that declare much: every count as high as its section allows, contents of one value, all checksums right. */

import { crc32 } from 'node:zlib';
import { Compressor } from '../src/core/blob/compress.js';
import { decompressor } from '../src/core/blob/decompress.js';
import * as KIND from '../src/core/blob/kinds.js';
import { ELEMENTS, type ElementType, FRAME_BYTES } from '../src/core/blob/layout.js';
import { readBlob, type SectionEntry } from '../src/core/blob/read.js';
import { assemble, rawEntry, writeBlob } from '../src/core/blob/write.js';
import { Grid } from '../src/core/grid/grid.js';
import type { Forgery } from './forge.js';
import { type Random, upTo } from './mutate.js';

/** Sections of a value each: compressed once for all cases. */
const frames = new Map<string, Uint8Array>();
const compressor = new Compressor(1);

/** A forged blob, how many cells its map has, and the blobs that it is loaded with. */
export interface Bomb extends Forgery {
  cells: number;
  partners?: Uint8Array[];
}

/** A section whose bytes are all the same. */
export async function constant(kind: number, type: ElementType, length: number, value = 0): Promise<SectionEntry> {
  // A directory holds less than 4 GiB of a section.
  const rawLength = type.BYTES_PER_ELEMENT * Math.min(length, Math.floor((2 ** 32 - 1) / type.BYTES_PER_ELEMENT));
  const parts: Uint8Array[] = [];
  const bytes = new Uint8Array(FRAME_BYTES).fill(value);
  let crc = 0;
  for (let at = 0; at < rawLength; at += FRAME_BYTES) {
    const size = Math.min(FRAME_BYTES, rawLength - at);
    crc = crc32(bytes.subarray(0, size), crc);
    const key = `${size} ${value}`;
    const known = frames.get(key) ?? (await compressor.frames(new Uint8Array(size).fill(value), 3))[0];
    frames.set(key, known);
    parts.push(known);
  }
  return { kind, type, codec: 1, rawLength, crc, parts };
}

/** A forged blob of the largest counts, and how many cells its map has. */
export async function bomb(random: Random): Promise<Bomb> {
  const side = [64, 256, 1024, 2048][upTo(random, 4)];
  const pattern = upTo(random, 3);
  const grid = new Grid(side, side, '.GS');
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++)
      grid.open[grid.cell(x, y)] =
        pattern === 0 ? 1 : pattern === 1 ? Number(y % 2 === 0 || x === 0) : Number((x & y & 1) === 0);
  }
  const cells = side * side;
  const empty = await writeBlob(grid, [], { artifact: 'bomb', map: '' }, { codec: 'zstd', zstdLevel: 3, threads: 1 });
  const [map, meta] = readBlob(empty, decompressor).entries;
  const value = upTo(random, 4);
  const most = (n: number) => (random() < 0.7 ? n : upTo(random, n));
  const [u8, , u16, , u32] = ELEMENTS;
  const made = async (what: string, sections: (SectionEntry | Promise<SectionEntry>)[]) => ({
    what: `declares much: ${what}`,
    bytes: assemble(empty.subarray(0, 80), [map, ...(await Promise.all(sections)), meta]),
    cells,
  });
  const raw = (kind: number, values: Uint32Array | Uint8Array | Uint16Array) => rawEntry(kind, values);
  const choice = upTo(random, 8);
  if (choice < 3) {
    const cluster = [2, 8, 16, 64][upTo(random, 4)];
    const clusters = Math.ceil(side / cluster) ** 2;
    const each = Math.min(4 * cluster, cluster * cluster);
    const nodes = most(Math.min(clusters * each, 2 * side + 8 * (side / cluster) * side));
    const full = Math.floor(nodes / each);
    const counts = new Uint16Array(clusters).fill(each, 0, full);
    const pairs = full * ((each * (each - 1)) / 2);
    const places = Uint16Array.from({ length: full * each }, (_, n) =>
      Math.floor(((n % each) * cluster * cluster) / each),
    );
    const levels = choice === 0 ? 1 : 1 + upTo(random, 8);
    const span = cluster * 2;
    const uppers = Array.from({ length: levels - 1 }, (_, l) => Math.ceil(side / (span * 2 ** l)) ** 2).reduce(
      (a, b) => a + b,
      0,
    );
    const upper =
      levels > 1
        ? [
            constant(KIND.hpaUpperCounts, u16, uppers, 255),
            constant(KIND.hpaUpperPairs, u16, most(5e7), value),
            constant(KIND.hpaUpperSteps, u16, most(5e7), value),
          ]
        : [];
    const stored =
      choice === 1
        ? [constant(KIND.hpaCosts, u32, pairs, value)]
        : [
            constant(KIND.hpaPairs, u16, pairs, value),
            constant(KIND.hpaRuns, u8, pairs * Math.max(0, value * 257 - 1), value),
          ];
    return made('HPA*', [
      raw(KIND.hpaInfo, Uint32Array.of(cluster, levels, 2, 6, places.length)),
      raw(KIND.hpaCounts, counts),
      raw(KIND.hpaPlaces, places),
      ...stored,
      ...upper,
    ]);
  }
  if (choice === 3) {
    const subgoals = pattern === 0 ? 0 : most(cells);
    const info = Uint32Array.of(
      1,
      subgoals,
      1024,
      most(64 * subgoals + 65536),
      most(Math.min(512 * subgoals + 2 ** 20, 2 ** 31)),
    );
    return made('hierarchy', [raw(KIND.chInfo, info), constant(KIND.chBits, u8, most(1e7), [0, 255, 85, 1][value])]);
  }
  if (choice === 4) {
    const info = Uint32Array.of(1, most(2 ** 32 - 1), 1, most(2 ** 31), 0, 0, 0, 0);
    return made('table', [
      raw(KIND.tableInfo, info),
      constant(KIND.tableLengths, u16, most(1e8), value),
      constant(KIND.tableHops, u8, most(1e8), value),
    ]);
  }
  if (choice === 5)
    return made('goal bounds', [
      raw(KIND.boundsInfo, Uint8Array.of(upTo(random, 2), 1)),
      constant(KIND.boundsBoxes, side > 256 ? u16 : u8, most(8 * cells), value),
    ]);
  if (choice === 6) {
    const count = most(16);
    const costs = constant(KIND.costs, u8, cells, 1);
    const info = raw(KIND.weightedInfo, Uint32Array.of(1, 0, count, 1000, most(100)));
    return made('landmarks', [costs, info, constant(KIND.weightedLandmarks, u8, 2 * count * cells, value)]);
  }
  return worldBomb(random, most, value);
}

/** Borders of a world of as many rows as columns: gates of each, of all, and pairs of gates of a tile. */
export function bordersOf(columns: number, each: number): { counts: Uint16Array; gates: number; pairs: number } {
  const counts = new Uint16Array(2 * columns * columns);
  let pairs = 0;
  for (let t = 0; t < columns * columns; t++) {
    const [east, south] = [t % columns < columns - 1, t < (columns - 1) * columns];
    if (east) counts[2 * t] = each;
    if (south) counts[2 * t + 1] = each;
    const ends = each * [t % columns > 0, t >= columns, east, south].filter(Boolean).length;
    pairs += (ends * (ends - 1)) / 2;
  }
  return { counts, gates: counts.reduce((a, b) => a + b, 0), pairs };
}

/** The index of a world of few tiles with as many gates as its borders have cells, or half. */
async function worldBomb(random: Random, most: (n: number) => number, value: number): Promise<Bomb> {
  const tile = [64, 1024, 4096][upTo(random, 3)];
  const columns = 1 + upTo(random, 3);
  const map = new Grid(columns, columns, '.GS');
  for (let y = 0; y < columns; y++) map.open.fill(1, map.cell(0, y), map.cell(columns, y));
  const each = random() < 0.5 ? tile : tile / 2;
  const { counts, gates, pairs } = bordersOf(columns, each);
  const places = Uint16Array.from({ length: gates }, (_, g) => Math.floor(((g % each) * tile) / each));
  const empty = await writeBlob(map, [], { artifact: 'world', map: '' }, { codec: 'none', threads: 1 });
  const [grid, meta] = readBlob(empty, decompressor).entries;
  const side = most(columns * tile);
  const sections = [
    grid,
    rawEntry(KIND.worldInfo, Uint32Array.of(columns * tile, side, tile, 16, gates, pairs)),
    rawEntry(KIND.worldFingerprint, new Uint8Array(32)),
    rawEntry(KIND.worldChecks, new Uint32Array(columns * columns)),
    rawEntry(KIND.worldGateCounts, counts),
    rawEntry(KIND.worldGates, places),
    await constant(KIND.worldCosts, Uint32Array, pairs, value),
    ...(random() < 0.5 ? [await constant(KIND.worldCostsHigh, Uint16Array, pairs, value)] : []),
    meta,
  ];
  return {
    what: 'declares much: world',
    bytes: assemble(empty.subarray(0, 80), sections),
    cells: (columns * tile) ** 2,
  };
}

/** Ends the thread that compresses. */
export async function closeBombs(): Promise<void> {
  await compressor.close();
}
