/** One tile of a world, from its cells to its file's bytes; where the file that is there is right, those are kept. */
import { createHash } from 'node:crypto';
import { compressHere } from '../core/blob/compress.js';
import { decompressor } from '../core/blob/decompress.js';
import { fingerprint } from '../core/blob/fingerprint.js';
import { gridOf } from '../core/blob/grid.js';
import * as KIND from '../core/blob/kinds.js';
import { ALL_RULES, FORMAT_VERSION, NEWEST_REVISION } from '../core/blob/layout.js';
import { unpackMetadata } from '../core/blob/meta.js';
import { type WriteOptions, writeBlob } from '../core/blob/write.js';
import { BlobError } from '../core/errors.js';
import { sha256 } from '../core/files/sha256.js';
import { labelComponents } from '../core/grid/components.js';
import { countOpen, type Grid } from '../core/grid/grid.js';
import type { HpaBuildOptions } from '../engines/hpa/abstraction.js';
import { buildHpa } from '../engines/hpa/build.js';
import { hpaSections, loadAbstraction } from '../engines/hpa/section.js';
import type { Side } from './gates.js';
import { type TilePlace, withoutApron } from './layout.js';
import { checkOf, hexOf, openTile, tileSections, type WorldIndex } from './section.js';

export interface TileOptions extends Pick<WriteOptions, 'codec' | 'zstdLevel'> {
  hpa: HpaBuildOptions;
  map: string;
}

export interface TileMade {
  /** Bytes to write; undefined where the file is right, or none is needed: no cell is open. */
  blob: Uint8Array | undefined;
  openCells: number;
  bytes: number;
  check: number;
  fingerprint: Uint8Array;
  sides: Side[];
  /** SHA-256 of all that decides about the file; 64 hexadecimal digits. */
  key: string;
}

export interface TileInput extends TilePlace {
  tile: Grid;
  options: TileOptions;
}

type TileFacts = ReturnType<typeof factsOf>;

function factsOf({ tile, layout, x, y, options: { hpa, map, codec, zstdLevel } }: TileInput) {
  const grid = withoutApron(tile);
  const print = fingerprint(grid);
  const extra = tileSections(layout, x, y, tile);
  const metadata = { artifact: 'hpa', map, options: { ...hpa, codec, zstdLevel } };
  const content = {
    formatVersion: FORMAT_VERSION,
    algorithmRevision: NEWEST_REVISION,
    fingerprint: hexOf(print),
    own: extra.map(({ kind, values }) => [kind, ...values]),
    metadata,
  };
  const key = sha256(JSON.stringify(content));
  return { grid, openCells: countOpen(grid), fingerprint: print, extra, metadata, key };
}

export interface TileLook extends Pick<TileMade, 'key' | 'openCells' | 'fingerprint'> {
  /** Result if nothing must be baked: the existing file is right, or no cell is open. */
  made: TileMade | undefined;
}

export function lookAtTile(input: TileInput, old?: Uint8Array): TileLook {
  const facts = factsOf(input);
  const { key, openCells, fingerprint } = facts;
  return { key, openCells, fingerprint, made: madeAlready(input, facts, old) };
}

export async function makeTile(input: TileInput, old?: Uint8Array): Promise<TileMade> {
  const facts = factsOf(input);
  const made = madeAlready(input, facts, old);
  if (made) return made;
  const { hpa, codec, zstdLevel } = input.options;
  const { grid, openCells, fingerprint, extra, metadata, key } = facts;
  const abstraction = buildHpa(input.tile, hpa);
  const sections = [...hpaSections(abstraction), ...extra];
  const blob = await writeBlob(grid, sections, metadata, { codec, zstdLevel, compressor: compressHere });
  const sides = sidesOf(input.tile, grid, hpa, abstraction);
  return { blob, openCells, bytes: blob.length, check: checkOf(blob), fingerprint, sides, key };
}

function madeAlready(input: TileInput, facts: TileFacts, old: Uint8Array | undefined): TileMade | undefined {
  const { grid, openCells, fingerprint, key } = facts;
  if (openCells === 0) return { blob: undefined, openCells, bytes: 0, check: 0, fingerprint, sides: [], key };
  const kept = old && keptPlaces(old, input, facts);
  if (!kept) return undefined;
  const sides = sidesOf(input.tile, grid, input.options.hpa, kept);
  return { blob: undefined, openCells, bytes: old.length, check: checkOf(old), fingerprint, sides, key };
}

/** Counts and places of the nodes of an existing file, if it is what a bake would make; reads all sections. */
function keptPlaces(old: Uint8Array, { layout, x, y }: TileInput, { fingerprint, extra, metadata }: TileFacts) {
  try {
    const blob = openTile(old, decompressor, layout, x, y);
    const same = (kind: number) => {
      const expected = extra.find((one) => one.kind === kind)?.values ?? [];
      return String(blob.has(kind) ? blob.section(kind, Uint8Array, 1 << 20, 0) : []) === String(expected);
    };
    if (blob.fingerprint !== hexOf(fingerprint) || JSON.stringify(unpackMetadata(blob)) !== JSON.stringify(metadata))
      return undefined;
    if (!same(KIND.tileApron) || !same(KIND.tileApronCosts)) return undefined;
    const grid = gridOf(blob);
    return blob.has(KIND.hpaPlaces) ? loadAbstraction(blob, grid) : undefined;
  } catch (error) {
    // Damaged, or of another version: baked again.
    if (error instanceof BlobError) return undefined;
    throw error;
  }
}

function sidesOf(
  tile: Grid,
  grid: Grid,
  { cluster }: HpaBuildOptions,
  { counts, places }: { counts: Uint16Array; places: Uint16Array },
): Side[] {
  const { width, height, stride } = tile;
  const labels = labelComponents(grid);
  const columns = Math.ceil(width / cluster);
  const isNode = new Uint8Array(tile.open.length);
  for (let c = 0, n = 0; c < counts.length; c++) {
    const first = tile.cell((c % columns) * cluster, Math.floor(c / columns) * cluster);
    for (const end = n + counts[c]; n < end; n++)
      isNode[first + (places[n] % cluster) + Math.floor(places[n] / cluster) * stride] = 1;
  }
  const side = (length: number, first: number, along: number, out: number): Side => {
    const list = Array.from({ length }, (_, i) => i).filter(
      (i) => isNode[first + i * along] && tile.open[first + i * along + out],
    );
    return {
      places: Uint16Array.from(list),
      labels: Int32Array.from(list, (i) => labels[first + i * along]),
      weights: Uint8Array.from(list, (i) => tile.costs?.[first + i * along] ?? 1),
    };
  };
  const [left, right, last] = [tile.cell(0, 0), tile.cell(width - 1, 0), tile.cell(0, height - 1)];
  return [
    side(width, left, 1, -stride),
    side(height, right, stride, 1),
    side(width, last, 1, stride),
    side(height, left, stride, -1),
  ];
}

export function worldFingerprint(
  { layout: { width, height, tile }, moveRule, size }: Pick<WorldIndex, 'layout' | 'moveRule' | 'size'>,
  made: Pick<TileMade, 'fingerprint'>[],
): Buffer {
  const hash = createHash('sha256').update(Uint32Array.of(width, height, tile, ALL_RULES.indexOf(moveRule), size));
  for (const { fingerprint } of made) hash.update(fingerprint);
  return hash.digest();
}
