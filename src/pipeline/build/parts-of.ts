/** Parts of a loader that blobs need, by name, and its module. */
import * as KIND from '../../core/blob/kinds.js';
import { NO_CODEC } from '../../core/blob/layout.js';
import type { Blob } from '../../core/blob/read.js';
import { isHex } from '../../core/grid/rules.js';

/**
 * Cells up to which JavaScript is fast enough: on maps of 128 x 128 cells a path takes less than 1 µs, WebAssembly
 * saves up to 0.4 µs and takes 6 kB of code.
 */
const FEW_CELLS = 1 << 14;

/**
 * @param needed by each map, see {@link neededBy}
 * @returns names in `gridprep/parts`, engines first: all engines of the blobs, and the parts that load and run them
 */
export function partsOf(...needed: Record<string, boolean>[]): string[] {
  const parts = Object.keys(needed[0]).filter((part) => needed.some((parts) => parts[part]));
  // The engine of bounds also reads `jps`.
  return parts.includes('boundsEngine') ? parts.filter((part) => part !== 'jpsEngine') : parts;
}

/** Whether each part is needed by the blobs of a map. @param blobs of all agents */
export function neededBy(blobs: readonly Blob[]): Record<string, boolean> {
  const has = (kind: number) => blobs.some((blob) => blob.has(kind));
  const isWeighted = has(KIND.costs);
  const isPlain = blobs.every(({ moveRule }) => moveRule === 'no-corners');
  const isHexagonal = blobs.some(isHex);
  const hasJumps = has(KIND.jpsInfo);
  return {
    boundsEngine: has(KIND.boundsInfo),
    jpsEngine: hasJumps,
    chEngine: has(KIND.chInfo) && !isWeighted,
    weightedChEngine: has(KIND.chInfo) && isWeighted,
    weightedEngine: has(KIND.weightedInfo),
    hpaEngine: has(KIND.hpaInfo),
    tableEngine: has(KIND.tableInfo),
    zstdPart: blobs.some(({ entries }) => entries.some(({ codec }) => codec !== NO_CODEC)),
    wasmPart: hasJumps && isPlain && blobs.some(({ width, height }) => width * height > FEW_CELLS),
    diagonalsPart: isWeighted ? isHexagonal : !isPlain && (hasJumps || has(KIND.chInfo)),
    agentsPart: blobs.some(({ agents }) => agents.length > 0),
    linksPart: has(KIND.links),
    wallsPart: has(KIND.walls),
    mappedPart: has(KIND.mapViews),
  };
}

/** The package's parts of a loader. */
export const PARTS = 'gridprep/parts';

/** JavaScript that exports `load` with exactly these parts. */
export function loadOf(parts: readonly string[]): string {
  const all = parts.join(', ');
  return `import { loader, ${all} } from '${PARTS}';\nexport const load = /* @__PURE__ */ loader(${all});\n`;
}
