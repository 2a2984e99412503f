/**
 * A contraction hierarchy in a blob: section chInfo, five numbers; chBits, arithmetic-coded levels and shortcuts.
 *
 * Which cells are subgoals and what they reach directly is not stored: the grid tells, if it is scanned as the bake
 * did.
 */
import { local, type Retention } from '../blob/keep.js';
import * as KIND from '../blob/kinds.js';
import type { Blob } from '../blob/read.js';
import { ensure } from '../errors.js';
import type { Grid } from '../grid/grid.js';
import { decoder } from './coder.js';
import { type HubLabels, hubLabels } from './labels.js';
import { type Extent, type Hierarchy, MOST_LEVELS, mostEdges, mostPairs, replay } from './replay.js';
import { OCTILE, type SubgoalMap, type SubgoalRule } from './subgoals.js';

/** What a search over a hierarchy reads. */
export interface HierarchyArrays {
  hierarchy: { map: SubgoalMap; hierarchy: Hierarchy };
  labels?: HubLabels | undefined;
}

/** What a blob holds. */
export interface StoredHierarchy extends Extent {
  /** That of the rule. */
  revision: number;
  subgoals: number;
  /** Levels and shortcuts, as `coder.ts` codes them. */
  bits: Uint8Array;
}

/** Sections of a bake. */
export function hierarchySections({ revision, subgoals, height, edges, pairs, bits }: StoredHierarchy) {
  return [
    { kind: KIND.chInfo, values: Uint32Array.of(revision, subgoals, height, edges, pairs) },
    { kind: KIND.chBits, values: bits },
  ];
}

/** @param rule of the grid, which has its costs @throws {BlobError} if the sections are damaged, or of another grid */
export function loadHierarchy(blob: Blob, grid: Grid, rule = OCTILE): { map: SubgoalMap; hierarchy: Hierarchy } {
  const [revision, subgoals, height, edges, pairs] = blob.section(KIND.chInfo, Uint32Array, 5);
  ensure(revision === rule.revision, 'revision of subgoals', revision, rule.revision);
  const map = rule.find(grid);
  const { length } = map.cells;
  ensure(subgoals === length, 'number of subgoals', subgoals, length);
  const most = [MOST_LEVELS, mostEdges(length), mostPairs(length)];
  const sound = height <= most[0] && edges <= most[1] && pairs <= most[2];
  ensure(sound, 'extent', `${height}, ${edges}, ${pairs}`, `${most} or less`);
  const bit = decoder(blob.section(KIND.chBits, Uint8Array, mostBytes(height, subgoals, pairs), 0));
  return { map, hierarchy: replay(grid, map, { height, edges, pairs }, { isLevel: bit, isShortcut: bit }, rule) };
}

/** All that a search reads, made from a blob, or taken from what is kept of it: labels where cells have costs. */
export function hierarchyArrays(blob: Blob, grid: Grid, rule?: SubgoalRule, keep: Retention = local): HierarchyArrays {
  const hierarchy = keep('hierarchy', () => loadHierarchy(blob, grid, rule));
  const labels = grid.costs && keep('labels', () => hubLabels(hierarchy.hierarchy));
  return { hierarchy, labels };
}

/** Most bytes of bits: one bit a level below, one a pair; an improbable bit takes up to eleven. */
const mostBytes = (height: number, subgoals: number, pairs: number): number =>
  Math.ceil((12 * (height * subgoals + pairs)) / 8) + 8;
