/** Parts of a loader that blobs need, by name. */
import * as KIND from '../../core/blob/kinds.js';
import { NO_CODEC } from '../../core/blob/layout.js';
import type { Blob } from '../../core/blob/read.js';
import { isHex } from '../../core/grid/rules.js';

/**
 * @param blobs of all agents of a file
 * @returns names in `gridprep/parts`, engines first: all engines of the blobs, and the parts that load and run them
 */
export function partsOf(blobs: readonly Blob[]): string[] {
  const has = (kind: number) => blobs.some((blob) => blob.has(kind));
  const isWeighted = has(KIND.costs);
  const isPlain = blobs.every(({ moveRule }) => moveRule === 'no-corners');
  const isHexagonal = blobs.some(isHex);
  const hasBounds = has(KIND.boundsInfo);
  const hasJumps = has(KIND.jpsInfo);
  const needed: Record<string, boolean> = {
    boundsEngine: hasBounds,
    jpsEngine: hasJumps && !hasBounds,
    chEngine: has(KIND.chInfo) && !isWeighted,
    weightedChEngine: has(KIND.chInfo) && isWeighted,
    weightedEngine: has(KIND.weightedInfo),
    hpaEngine: has(KIND.hpaInfo),
    tableEngine: has(KIND.tableInfo),
    zstdPart: blobs.some(({ entries }) => entries.some(({ codec }) => codec !== NO_CODEC)),
    wasmPart: hasJumps && isPlain,
    diagonalsPart: isWeighted ? isHexagonal : !isPlain && (hasJumps || has(KIND.chInfo)),
    agentsPart: blobs.some(({ agents }) => agents.length > 0),
    linksPart: has(KIND.links),
    wallsPart: has(KIND.walls),
    mappedPart: has(KIND.mapViews),
  };
  return Object.keys(needed).filter((part) => needed[part]);
}
