/**
 * Jump points of a weighted map in a blob: section weightedInfo, five numbers; section weightedLandmarks with
 * `--store-landmarks`.
 *
 * Jump distances follow from grid and costs, as for maps whose cells all cost the same; landmarks also do, at the price
 * of a flood of the map for each. A stored cost is the difference to the cell before it, with high bytes separate from
 * low bytes.
 */

import { crc32 } from '../../core/blob/crc32.js';
import * as KIND from '../../core/blob/kinds.js';
import type { Blob } from '../../core/blob/read.js';
import { ensure, ensureSame } from '../../core/errors.js';
import { isDirected } from '../../core/grid/entered.js';
import { countOpen, type Grid } from '../../core/grid/grid.js';
import { STRAIGHT } from '../../core/grid/step-costs.js';
import { MOST_LANDMARKS } from '../../core/limits.js';
import { type WeightedJumps, weightedJumps } from './jumps.js';
import { buildLandmarks, type Landmarks, OUT_OF_REACH } from './landmarks.js';

/** Raised whenever the same map would have other jump points, or the same bytes mean something else. */
const REVISION = 1;

/** Sections of a bake. @param stored whether the costs from the landmarks are stored */
export function weightedSections(grid: Grid, jumps: WeightedJumps, landmarks: Landmarks, stored: boolean) {
  const { count, unit } = landmarks;
  const info = {
    kind: KIND.weightedInfo,
    values: Uint32Array.of(REVISION, crc32(jumps.nodes), count, unit >>> 0, Math.floor(unit / 2 ** 32)),
  };
  return stored ? [info, { kind: KIND.weightedLandmarks, values: pack(grid, landmarks) }] : [info];
}

/** Jumps and landmarks of a grid that has its costs. @throws {BlobError} if they differ from the baked ones */
export function loadWeighted(blob: Blob, grid: Grid): { jumps: WeightedJumps; landmarks: Landmarks } {
  const [revision, expected, count, low, high] = blob.section(KIND.weightedInfo, Uint32Array, 5);
  ensureSame('revision of jump points', revision, REVISION, 'unsupported');
  ensure(count <= MOST_LANDMARKS, 'number of landmarks', count, `at most ${MOST_LANDMARKS}`);
  const jumps = weightedJumps(grid);
  ensureSame('checksum of jump points', crc32(jumps.nodes), expected);
  const unit = low + high * 2 ** 32;
  ensure(unit > 0, 'unit of landmarks', unit, 'above 0');
  if (!blob.has(KIND.weightedLandmarks)) return { jumps, landmarks: buildLandmarks(grid, count) };
  const costs = unpack(grid, count, blob.section(KIND.weightedLandmarks, Uint8Array, 2 * count * countOpen(grid)));
  const landmarks = { count, unit, costs };
  ensure(isPlausible(grid, landmarks), 'landmarks', 'others', 'those of the map');
  return { jumps, landmarks };
}

/** Every seventh cell is compared with those around it: all cells would take a sixth of a load's time. */
const SAMPLE = 7;

/** Whether sampled costs differ by at most a straight move, and the unit is no coarser than required. */
function isPlausible(grid: Grid, { count, unit, costs }: Landmarks): boolean {
  const { open, costs: weights = open, stride } = grid;
  // Negative as soon as one difference is too great.
  let sound = 0;
  for (let c = stride; c < open.length; c += SAMPLE) {
    for (const from of [c - 1, c - stride]) {
      const both = isDirected(grid) ? 2 * Math.max(weights[c], weights[from]) : weights[c] + weights[from];
      const most = Math.floor((both * STRAIGHT) / unit) + 1;
      for (let l = 0; l < count && open[c] & open[from]; l++) {
        const change = costs[count * c + l] - costs[count * from + l];
        sound |= (most - change) | (most + change);
      }
    }
  }
  let greatest = 0;
  for (let i = 0; count > 0 && i < costs.length; i += count)
    if (costs[i] > greatest && costs[i] < OUT_OF_REACH) greatest = costs[i];
  // Where steps cost more one way, all ways from a landmark may be short.
  const isAny = unit === 1 || count === 0 || isDirected(grid);
  return sound >= 0 && (isAny || greatest >= OUT_OF_REACH >> 2);
}

function pack(grid: Grid, { count, costs }: Landmarks): Uint8Array {
  const cells = countOpen(grid);
  const bytes = new Uint8Array(2 * count * cells);
  eachOpen(grid, count, (at, before, i) => {
    const change = (costs[at] - (before < 0 ? 0 : costs[before])) << 16;
    // Small ones of both signs have small numbers.
    const code = (change >> 15) ^ (change >> 31);
    bytes[i] = code;
    bytes[i + count * cells] = code >> 8;
  });
  return bytes;
}

function unpack(grid: Grid, count: number, bytes: Uint8Array): Uint16Array {
  const half = bytes.length >> 1;
  const costs = new Uint16Array(count * grid.open.length).fill(0xffff);
  eachOpen(grid, count, (at, before, i) => {
    const code = bytes[i] | (bytes[i + half] << 8);
    costs[at] = (before < 0 ? 0 : costs[before]) + ((code >> 1) ^ -(code & 1));
  });
  return costs;
}

/** Visits the costs of a landmark. @param visit place of a cell, place of the one left or above or -1, count */
function eachOpen({ open, stride }: Grid, count: number, visit: (at: number, before: number, i: number) => void): void {
  for (let l = 0, i = 0; l < count; l++) {
    for (let c = 0; c < open.length; c++) {
      if (open[c] === 0) continue;
      const before = open[c - 1] > 0 ? c - 1 : open[c - stride] > 0 ? c - stride : -1;
      visit(count * c + l, before < 0 ? -1 : count * before + l, i++);
    }
  }
}
