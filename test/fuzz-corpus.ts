/** Sound blobs to damage: every artifact in every form that a bake can give it, on small maps of several kinds. */
import { packBlobs } from '../src/blob/pack.js';
import { bakeBounds } from '../src/bounds/bake.js';
import { bakeHierarchy } from '../src/ch/bake.js';
import { type Grid, gridFrom, setCosts } from '../src/grid/grid.js';
import type { HpaBuildOptions } from '../src/hpa/abstraction.js';
import { bakeHpa } from '../src/hpa/bake.js';
import { bakeJps } from '../src/jps/bake.js';
import { bakeTable } from '../src/table/bake.js';
import { makeGrid } from './grids.js';

/** A blob that damage is done to. */
export interface FuzzBlob {
  bytes: Uint8Array;
  /** Blobs of the same map that it is loaded with: a table needs the bake of HPA* it was made from, goal bounds need jump distances. */
  partners: Uint8Array[];
}

/** Options of HPA* for each map in turn: upper levels, shortcuts, paths left out, and all of them in one way or another together. */
const ABSTRACTIONS: Partial<HpaBuildOptions>[] = [
  { cluster: 6 },
  { cluster: 5, levels: 2, merge: 2, paths: false },
  { cluster: 4, levels: 3, merge: 2, shortcuts: true },
  { cluster: 8, levels: 2, merge: 2 },
  { cluster: 5, levels: 2, merge: 3, paths: false, shortcuts: true },
];

/** One map in every form. The first two are alike, but for some walls: parts of one in the other are sound and of another map. */
function fuzzGrids(): Grid[] {
  const rooms = makeGrid('rooms', 26, 20, 0.3, 1);
  const patches = gridFrom(26, 20, (x, y) => rooms.isOpen(x, y) && (x + 3 * y) % 41 !== 7);
  const priced = makeGrid('rooms', 22, 19, 0.4, 5);
  setCosts(priced, (x, y) => 1 + (((x >> 2) * (y >> 2)) % 9));
  // Wider than a byte, with ways that 8-bit distances chain.
  const long = gridFrom(270, 4, (x, y) => (y === 1 || x % 67 !== 66) && (y < 3 || x % 5 > 0));
  return [rooms, patches, makeGrid('noise', 25, 18, 0.3, 2), makeGrid('maze', 23, 21, 0.3, 3), priced, long];
}

/** The blobs of {@link fuzzGrids}, half of them compressed: single artifacts with their partners, and packs. */
export async function fuzzCorpus(): Promise<FuzzBlob[]> {
  const corpus: FuzzBlob[] = [];
  for (const [i, grid] of fuzzGrids().entries()) {
    const options = { codec: i % 2 === 0 ? 'none' : 'zstd', map: 'fuzz', threads: 1, zstdLevel: 3 } as const;
    const add = (bytes: Uint8Array, ...partners: Uint8Array[]) => corpus.push({ bytes, partners });
    const hpa = await bakeHpa(grid, { ...options, ...ABSTRACTIONS[i % ABSTRACTIONS.length] });
    const upper = await bakeHpa(grid, { ...options, codec: 'none', ...ABSTRACTIONS[(i + 2) % ABSTRACTIONS.length] });
    const table = await bakeTable(hpa, { ...options, level: 1 });
    const upperTable = await bakeTable(upper, { ...options, codec: 'none' });
    add(hpa, table);
    add(table, hpa);
    add(upper, upperTable);
    add(packBlobs([upper, upperTable]));
    if (grid.costs) {
      const jps = await bakeJps(grid, { ...options, store: 'planes', landmarks: 3 });
      add(jps);
      add(await bakeJps(grid, { ...options, codec: 'none' }), hpa);
      add(packBlobs([jps, hpa, table]));
      continue;
    }
    const ch = await bakeHierarchy(grid, options);
    add(ch);
    const jps = await bakeJps(grid, { ...options, store: 'planes' });
    const jps8 = await bakeJps(grid, { ...options, width: 8 });
    const bounds = await bakeBounds(grid, options);
    const cells = await bakeBounds(grid, { ...options, codec: 'none', at: 'cells', exact: i % 2 > 0 });
    add(jps, bounds);
    add(jps8, cells);
    add(bounds, jps8);
    add(cells, jps);
    add(await bakeBounds(grid, { ...options, exact: false }), jps);
    add(packBlobs([jps8, bounds, ch, hpa, table]));
    add(packBlobs([jps, cells, upper]));
  }
  return corpus;
}
