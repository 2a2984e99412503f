/** `prep patch` as a function: what makes another map of one that was shipped, and the proof of it. */
import { fingerprint } from '../../core/blob/fingerprint.js';
import { gridOfBlob, unpackBlob } from '../../core/blob/pack.js';
import { MapError } from '../../core/errors.js';
import { anchorsOf } from '../../core/grid/clearance.js';
import type { Grid } from '../../core/grid/grid.js';
import { buildHpa } from '../../core/hpa/build.js';
import { hpaGraph } from '../../core/hpa/graph.js';
import { hopsOf } from '../../core/hpa/hops.js';
import { loadAbstraction } from '../../core/hpa/section.js';
import { buildJumpDistances } from '../../core/jps/build.js';
import { straightJump } from '../../core/jps/query/lines.js';
import { load } from '../../core/runtime/load-all.js';
import { groundOf, liveCells, runsBetween } from '../../play/edit/cells.js';
import { decodeChanges, encodeChanges } from '../../play/edit/changes.js';
import { editable } from '../../play/edit/edit.js';
import { graphNumbers } from '../../play/edit/graph-numbers.js';
import { liveHpa } from '../../play/edit/hpa.js';
import { liveJumps } from '../../play/edit/jumps.js';
import { livePrices } from '../../play/edit/prices.js';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** Result of {@link patchBlob}. */
export interface Patch {
  /** For `editable(load(blob), { patch })` of `gridprep/runtime`. */
  bytes: Uint8Array;
  /** Number of cells that become others. */
  cells: number;
}

/**
 * What makes the new map of the one that a blob was baked from: some bytes that a game loads beside the blobs it has
 * already.
 * @param blob of the old map, any one, or a pack
 * @param map the new one, of single cells, read as the old one was
 * @throws {BlobError} if the blob is damaged
 * @throws {MapError} if the new map is of another size or terrain, or has other costs where squares of several cells
 * walk
 */
export function patchBlob(blob: Uint8Array, map: Grid): Patch {
  const old = gridOfBlob(blob);
  if (map.width !== old.width || map.height !== old.height) {
    throw new MapError(
      `the new map is ${map.width} x ${map.height} cells, the old one ${old.width} x ${old.height}; a patch changes ` +
        'cells alone: bake it',
    );
  }
  const anchors = anchorsOf(map, old.size);
  const costs = old.size > 1 ? undefined : map.costs;
  const runs = runsBetween(
    old,
    { cells: groundOf(old), costs: old.size > 1 ? undefined : old.costs },
    { cells: map.open, costs },
  );
  const grid = old.copy();
  liveCells(old, grid, livePrices(grid)).apply(runs);
  const same =
    grid.open.every((open, c) => open === anchors.open[c]) &&
    grid.open.every((open, c) => open * (grid.costs?.[c] ?? 1) === open * (anchors.costs?.[c] ?? 1));
  if (!same)
    throw new MapError(
      `costs differ, and those of walkers of ${old.size} x ${old.size} cells cannot be patched; bake the map`,
    );
  const cells = runs.reduce((sum, { width }) => sum + width, 0);
  return {
    bytes: encodeChanges(
      { width: old.width, height: old.height, fingerprint: hex(fingerprint(old)) },
      runs,
      hex(fingerprint(anchors)),
    ),
    cells,
  };
}

/** The map that a patch makes, as the game has it. @throws {BlobError} if it is damaged, or not of these blobs */
export function patchedGrid(blobs: Uint8Array[], patch: Uint8Array): Grid {
  return editable(load(blobs), { patch }).grid.copy();
}

/**
 * Proves what is repaired for the new map to be what a bake of it would have made: its fingerprint, every straight jump
 * of JPS+, every node and edge of HPA*.
 * @param grid that the patch makes of the blobs
 * @returns what was compared, and faults
 */
export function verifyPatch(blobs: Uint8Array[], patch: Uint8Array, grid: Grid): { checked: string; faults: string[] } {
  const faults: string[] = [];
  const old = gridOfBlob(blobs[0]);
  const { runs, becomes } = decodeChanges(patch, {
    width: old.width,
    height: old.height,
    fingerprint: hex(fingerprint(old)),
  });
  if (becomes && hex(fingerprint(grid)) !== becomes)
    faults.push(`the map that it makes has the fingerprint ${hex(fingerprint(grid))}, expected ${becomes}`);
  const cells = old.copy();
  const checked = [`fingerprint of ${runs.reduce((sum, { width }) => sum + width, 0)} changed cells`];
  const parts = blobs.flatMap(unpackBlob);
  const hpa = parts.find(({ artifact }) => artifact === 'hpa');
  const live = !hpa || parts.length > 1 ? liveJumps(cells) : undefined;
  const abstraction = hpa && loadAbstraction(hpa.blob, old);
  const planner = abstraction && liveHpa(() => cells, abstraction, []);
  const { flipped, changed, boxes } = liveCells(old, cells, livePrices(cells)).apply(runs);
  if (live && !cells.costs) {
    live.repair(flipped, boxes);
    faults.push(...jumpFaults(cells, live.lines));
    checked.push('all straight jumps');
  }
  if (abstraction && planner) {
    planner.repair(changed);
    const fresh = hpaGraph(grid, buildHpa(grid, abstraction.options));
    const expected = graphNumbers(fresh, hopsOf(fresh));
    const numbers = graphNumbers(planner.graph, planner.hops);
    if (numbers.length !== expected.length || expected.some((number, i) => number !== numbers[i]))
      faults.push('the graph of HPA* is not the one of a bake of the new map');
    checked.push(`${fresh.count} nodes of hpa`);
  }
  return { checked: checked.join(', '), faults };
}

function jumpFaults(grid: Grid, lines: Parameters<typeof straightJump>[0]): string[] {
  const { distances } = buildJumpDistances(grid);
  for (let y = 0; y < grid.height; y++) {
    for (let x = 0; x < grid.width; x++) {
      for (let d = 0; d < 8 && grid.isOpen(x, y); d += 2) {
        const [actual, expected] = [straightJump(lines, x, y, d), distances[8 * grid.cell(x, y) + d]];
        if (actual !== expected)
          return [`the jump from ${x},${y} in direction ${d} is ${actual}, expected ${expected}`];
      }
    }
  }
  return [];
}
