/** The hash that ties a blob to its map. */
import { createHash } from 'node:crypto';
import { costsToBytes, type Grid, gridToBits } from '../grid/grid.js';
import { wallsToBytes } from './grid.js';
import { ALL_RULES, TERRAIN_BYTES } from './layout.js';
import { linksToBytes } from './links.js';

/** SHA-256 of all that a map is; FORMAT.md gives the bytes. */
export function fingerprint(grid: Grid): Uint8Array {
  const head = new Uint8Array(5 + TERRAIN_BYTES);
  const view = new DataView(head.buffer);
  view.setUint16(0, grid.width, true);
  view.setUint16(2, grid.height, true);
  head[4] = ALL_RULES.indexOf(grid.moveRule) | ((grid.size - 1) << 4);
  head.set(terrainBytes(grid.terrain), 5);
  return createHash('sha256')
    .update(head)
    .update(gridToBits(grid))
    .update(costsToBytes(grid))
    .update(linksToBytes(grid.links))
    .update(grid.walls ? 'walls' : '')
    .update(wallsToBytes(grid))
    .update(grid.stepCosts ?? '')
    .digest();
}

/** The terrain profile as the header holds it. */
export function terrainBytes(terrain: string): Uint8Array {
  const bytes = new Uint8Array(TERRAIN_BYTES);
  for (let i = 0; i < terrain.length; i++) bytes[i] = terrain.charCodeAt(i);
  return bytes;
}
