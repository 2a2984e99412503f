/**
 * A contraction hierarchy in a blob: section chInfo, five numbers; chBits, arithmetic-coded levels and shortcuts.
 *
 * Subgoals and their direct edges are not stored: the load finds them in the grid, as the bake did.
 */

import { type Keep, local } from '../../core/blob/keep.js';
import * as KIND from '../../core/blob/kinds.js';
import type { Blob } from '../../core/blob/read.js';
import { ensure, ensureSame } from '../../core/errors.js';
import type { Grid } from '../../core/grid/grid.js';
import { MOST_RANKS } from '../../core/limits.js';
import { decoder } from './coder.js';
import { type HubLabels, hubLabels } from './labels.js';
import { type Extent, type Hierarchy, mostEdges, mostPairs, replay } from './replay.js';
import { OCTILE, type SubgoalMap, type SubgoalRule } from './subgoals.js';

export interface HierarchyArrays {
  hierarchy: { map: SubgoalMap; hierarchy: Hierarchy };
  labels?: HubLabels | undefined;
}

export interface StoredHierarchy extends Extent {
  /** {@link SubgoalRule.revision}. */
  revision: number;
  subgoals: number;
  /** Levels and shortcuts, as `coder.ts` codes them. */
  bits: Uint8Array;
}

export function hierarchySections({ revision, subgoals, height, edges, pairs, bits }: StoredHierarchy) {
  return [
    { kind: KIND.chInfo, values: Uint32Array.of(revision, subgoals, height, edges, pairs) },
    { kind: KIND.chBits, values: bits },
  ];
}

/** @param rule of the grid, which has its costs @throws {BlobError} if the sections are damaged, or of another grid */
export function loadHierarchy(blob: Blob, grid: Grid, rule = OCTILE): { map: SubgoalMap; hierarchy: Hierarchy } {
  const [revision, subgoals, height, edges, pairs] = blob.section(KIND.chInfo, Uint32Array, 5);
  ensureSame('revision of subgoals', revision, rule.revision);
  const map = rule.find(grid);
  const { length } = map.cells;
  ensureSame('number of subgoals', subgoals, length);
  const most = [MOST_RANKS, mostEdges(length), mostPairs(length)];
  const sound = height <= most[0] && edges <= most[1] && pairs <= most[2];
  ensure(sound, 'extent', `${height}, ${edges}, ${pairs}`, `${most} or less`);
  const bit = decoder(blob.section(KIND.chBits, Uint8Array, mostBytes(height, subgoals, pairs), 0));
  return { map, hierarchy: replay(grid, map, { height, edges, pairs }, { isLevel: bit, isShortcut: bit }, rule) };
}

/** The arrays for a search, from a blob or from what is kept of it; with labels if cells have costs. */
export function hierarchyArrays(blob: Blob, grid: Grid, rule?: SubgoalRule, keep: Keep = local): HierarchyArrays {
  const hierarchy = keep('hierarchy', () => loadHierarchy(blob, grid, rule));
  const labels = grid.costs && keep('labels', () => hubLabels(hierarchy.hierarchy));
  return { hierarchy, labels };
}

/** Most bytes of {@link StoredHierarchy.bits}: a bit per level and pair, each coded in at most twelve bits. */
const mostBytes = (height: number, subgoals: number, pairs: number): number =>
  Math.ceil((12 * (height * subgoals + pairs)) / 8) + 8;
