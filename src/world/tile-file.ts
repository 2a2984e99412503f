/** One tile of a world, from its cells to its file's bytes; where the file that is there is right, those are kept. */
import { compressHere } from '../blob/compress.js';
import { decompressor } from '../blob/decompress.js';
import { fingerprint } from '../blob/fingerprint.js';
import { gridOf } from '../blob/grid.js';
import { HPA_PLACES, TILE_APRON, TILE_APRON_COSTS } from '../blob/layout.js';
import { unpackMetadata } from '../blob/meta.js';
import { type WriteOptions, writeBlob } from '../blob/write.js';
import { BlobError } from '../errors.js';
import { labelComponents } from '../grid/components.js';
import { countOpen, type Grid } from '../grid/grid.js';
import type { HpaBuildOptions } from '../hpa/abstraction.js';
import { buildHpa } from '../hpa/build.js';
import { hpaSections, loadAbstraction } from '../hpa/section.js';
import { withoutApron } from './apron.js';
import type { Side } from './choose-gates.js';
import type { WorldLayout } from './layout.js';
import { checkOf, openTile, tileSections } from './section.js';

/** How tiles are baked. */
export interface TileOptions extends Pick<WriteOptions, 'codec' | 'zstdLevel'> {
  hpa: HpaBuildOptions;
  /** Name of the world's map in the metadata. */
  map: string;
}

/** A tile that was baked, or kept. */
export interface TileMade {
  /** Bytes to write; undefined where the file is right, or none is needed: no cell is open. */
  blob: Uint8Array | undefined;
  openCells: number;
  /** Bytes of the file, written or kept; 0 where there is none. */
  bytes: number;
  check: number;
  /** SHA-256 of the tile's cells. */
  fingerprint: Uint8Array;
  /** North, east, south, west. */
  sides: Side[];
}

/**
 * @param tile with its apron
 * @param old bytes of the file that is there
 */
export async function makeTile(
  tile: Grid,
  layout: WorldLayout,
  x: number,
  y: number,
  options: TileOptions,
  old?: Uint8Array,
): Promise<TileMade> {
  const grid = withoutApron(tile);
  const openCells = countOpen(grid);
  const print = fingerprint(grid);
  if (openCells === 0) return { blob: undefined, openCells, bytes: 0, check: 0, fingerprint: print, sides: [] };
  const { hpa, map, codec, zstdLevel } = options;
  const own = tileSections(layout, x, y, tile);
  const metadata = { artifact: 'hpa', map, options: { ...hpa, codec, zstdLevel } };
  const kept = old && keptPlaces(old, layout, x, y, Buffer.from(print).toString('hex'), own, metadata);
  if (kept) {
    return {
      blob: undefined,
      openCells,
      bytes: old.length,
      check: checkOf(old),
      fingerprint: print,
      sides: sidesOf(tile, grid, hpa, kept),
    };
  }
  const abstraction = buildHpa(tile, hpa);
  const sections = [...hpaSections(abstraction), ...own];
  const blob = await writeBlob(grid, sections, metadata, { codec, zstdLevel, compressor: compressHere });
  return {
    blob,
    openCells,
    bytes: blob.length,
    check: checkOf(blob),
    fingerprint: print,
    sides: sidesOf(tile, grid, hpa, abstraction),
  };
}

/** Counts and places of the nodes in a file that is there, if it is what a bake would make; all its sections are read. */
function keptPlaces(
  old: Uint8Array,
  layout: WorldLayout,
  x: number,
  y: number,
  print: string,
  own: ReturnType<typeof tileSections>,
  metadata: object,
) {
  try {
    const blob = openTile(old, decompressor, layout, x, y);
    const found = JSON.stringify(unpackMetadata(blob));
    const section = (kind: number) => (blob.has(kind) ? Buffer.from(blob.section(kind, Uint8Array, 1 << 20, 0)) : undefined);
    const expected = (kind: number) => own.find((one) => one.kind === kind)?.values;
    const same = (kind: number) =>
      Buffer.compare(section(kind) ?? Buffer.of(), (expected(kind) as Uint8Array | undefined) ?? Buffer.of()) === 0;
    if (blob.fingerprint !== print || found !== JSON.stringify(metadata) || !same(TILE_APRON) || !same(TILE_APRON_COSTS)) return undefined;
    gridOf(blob);
    return blob.has(HPA_PLACES) ? loadAbstraction(blob) : undefined;
  } catch (error) {
    // Damaged, or of another version: baked again.
    if (error instanceof BlobError) return undefined;
    throw error;
  }
}

/** The nodes on each side that face an open cell. */
function sidesOf(
  tile: Grid,
  grid: Grid,
  { cluster }: HpaBuildOptions,
  { counts, places }: { counts: Uint16Array; places: Uint16Array },
): Side[] {
  const { width, height, stride } = tile;
  const labels = labelComponents(grid);
  const columns = Math.ceil(width / cluster);
  const found = [0, 1, 2, 3].map(() => [] as [place: number, label: number, weight: number][]);
  for (let c = 0, n = 0; c < counts.length; c++) {
    for (const end = n + counts[c]; n < end; n++) {
      const x = (c % columns) * cluster + (places[n] % cluster);
      const y = Math.floor(c / columns) * cluster + Math.floor(places[n] / cluster);
      const cell = tile.cell(x, y);
      const add = (side: number, on: boolean, place: number, step: number) => {
        if (on && tile.open[cell + step]) found[side].push([place, labels[cell], tile.costs?.[cell] ?? 1]);
      };
      add(0, y === 0, x, -stride);
      add(1, x === width - 1, y, 1);
      add(2, y === height - 1, x, stride);
      add(3, x === 0, y, -1);
    }
  }
  return found.map((list) => {
    list.sort(([a], [b]) => a - b);
    return {
      places: Uint16Array.from(list, ([place]) => place),
      labels: Int32Array.from(list, ([, label]) => label),
      weights: Uint8Array.from(list, ([, , weight]) => weight),
    };
  });
}
