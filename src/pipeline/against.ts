/** Is this the map that a blob was baked from? */
import { type Grid, MAX_COST } from '../grid/grid.js';
import { DEFAULT_TERRAIN, parseMap, TERRAIN_LETTERS } from '../maps/movingai.js';

/**
 * @param grid as the blob holds it
 * @param file name of the map in messages
 * @returns sentences; none if it is the same map
 */
export function compareWithMap(grid: Grid, bytes: Uint8Array, file: string): string[] {
  let map: Grid;
  try {
    map = parseMap(bytes, { file, terrain: grid.terrain || DEFAULT_TERRAIN });
  } catch (error) {
    return [(error as Error).message];
  }
  const differences = compareGrids(grid, map);
  if (differences.length > 0) return differences.map((difference) => `${file} is another map: ${difference}`);
  return grid.costs ? costFaults(grid, bytes, file) : [];
}

/** What differs between the open cells of two maps, in words. */
export function compareGrids(a: Grid, b: Grid): string[] {
  if (a.width !== b.width || a.height !== b.height) return [`${a.width} x ${a.height} cells, now ${b.width} x ${b.height}`];
  let [opened, closed] = [0, 0];
  const box = [Infinity, Infinity, -Infinity, -Infinity];
  for (let c = 0; c < a.open.length; c++) {
    if (a.open[c] === b.open[c]) continue;
    if (b.open[c] > 0) opened++;
    else closed++;
    grow(box, (c % a.stride) - 1, Math.floor(c / a.stride) - 1);
  }
  if (opened + closed === 0) return [];
  return [`${opened} cells were opened and ${closed} closed, between ${box[0]},${box[1]} and ${box[2]},${box[3]}`];
}

function grow(box: number[], x: number, y: number): void {
  box[0] = Math.min(box[0], x);
  box[1] = Math.min(box[1], y);
  box[2] = Math.max(box[2], x);
  box[3] = Math.max(box[3], y);
}

/** Costs come from letters: every cell of a letter must have the same. Which one it was, only the blob knows. */
function costFaults(grid: Grid, bytes: Uint8Array, file: string): string[] {
  const letters: Record<string, number> = {};
  for (const letter of TERRAIN_LETTERS) {
    if (!grid.terrain.includes(letter)) continue;
    // One cell of the letter, found by pricing it alone.
    const only = parseMap(bytes, { file, terrain: grid.terrain, costs: { [letter]: MAX_COST } });
    const cell = only.costs?.indexOf(MAX_COST) ?? -1;
    if (cell >= 0) letters[letter] = grid.costs?.[cell] ?? 1;
  }
  const priced = parseMap(bytes, { file, terrain: grid.terrain, costs: letters });
  const same = priced.costs?.every((cost, c) => cost === grid.costs?.[c]) ?? false;
  return same ? [] : [`${file} is another map: cells of one letter have different costs in the blob`];
}
