/** The index of a world, described for people and tools. */
import { decompressor } from '../core/blob/decompress.js';
import { unpackMetadata } from '../core/blob/meta.js';
import { type BlobBytes, openCount, readBlob } from '../core/blob/read.js';
import { ensure } from '../core/errors.js';
import type { MoveRule } from '../core/grid/grid.js';
import type { WorldLayout } from './layout.js';
import { readIndex } from './section.js';

/** Contents of the index of a world. */
export interface WorldDescription extends WorldLayout {
  /** Tiles that have a file. */
  tiles: number;
  gates: number;
  /** Pairs of gates whose costs are known, connected or not. */
  pairs: number;
  openCells: number;
  moveRule: MoveRule;
  /** Side of the square that walks, in cells. */
  size: number;
  terrain: string;
  fingerprint: string;
  metadata: object;
}

/** Reads the index of a world, all sections of it. @throws {BlobError} if it is none, or damaged */
export function describeWorld(bytes: BlobBytes): WorldDescription {
  const { layout, gates, moveRule, size, terrain, fingerprint } = readIndex(bytes, decompressor);
  const blob = readBlob(bytes, decompressor);
  const metadata = unpackMetadata(blob) as { statistics?: { openCells?: unknown } };
  const openCells = metadata.statistics?.openCells;
  ensure(typeof openCells === 'number', 'open cells in the metadata', openCells, 'a number');
  const [tiles, pairs] = [openCount(blob), gates.low.length];
  return { ...layout, tiles, gates: gates.count, pairs, openCells, moveRule, size, terrain, fingerprint, metadata };
}
