/**
 * Random maps with random links, by every engine and rule, with costs and larger units, before and after edits of cells and links,
 * against Dijkstra: `npm run tool fuzz-links -- [QUERIES SEED]`.
 *
 * Maps of 1 x 1 to 30 x 30 with up to 12 links, every fourth with up to 250, one way and both, cheap and dear. Every path is walked, link by link. A failure prints map and links.
 */
import { bakeBounds } from '../src/core/bounds/bake.js';
import { bakeHierarchy } from '../src/core/ch/bake.js';
import { generateMap } from '../src/core/generate/generate.js';
import { anchorsOf, withMoves } from '../src/core/grid/clearance.js';
import { type Grid, setCosts } from '../src/core/grid/grid.js';
import { ALL_RULES, isHex } from '../src/core/grid/rules.js';
import { bakeHpa } from '../src/core/hpa/bake.js';
import { bakeJps } from '../src/core/jps/bake.js';
import { load } from '../src/core/runtime/load-all.js';
import type { GridNav } from '../src/core/runtime/nav.js';
import { bakeTable } from '../src/core/table/bake.js';
import { findLink } from '../src/play/edit/doors.js';
import { editable } from '../src/play/edit/edit.js';
import { random } from '../test/grids.js';
import { askLinked, linked } from '../test/links.js';

const [queries = 1_000_000, first = 1] = process.argv.slice(2).map(Number);
const stored = { codec: 'none', threads: 1 } as const;
const NEAR = ['hpa', 'table'];
let asked = 0;
let maps = 0;

async function blobsOf(grid: Grid): Promise<Uint8Array[]> {
  const jps = await bakeJps(grid, stored);
  if (isHex(grid)) return [jps, await bakeBounds(grid, stored)];
  const hpa = await bakeHpa(grid, { cluster: 6, levels: 2, ...stored });
  const others = [hpa, await bakeTable(hpa, stored), await bakeHierarchy(grid, stored)];
  return [jps, ...others, ...(grid.costs ? [] : [await bakeBounds(grid, stored)])];
}

/** Closes and opens cells and links, and asks after each edit. */
function askEdited(grid: Grid, loaded: GridNav, next: () => number): void {
  const nav = editable(loaded);
  const closed = new Set<string>();
  const names = [...new Set(grid.links?.map(({ name }) => name))];
  for (let round = 0; round < 3; round++) {
    const name = names[Math.floor(next() * names.length)];
    if (name !== undefined && next() < 0.5) {
      if (closed.delete(name)) findLink(nav, name).open();
      else {
        findLink(nav, name).close();
        closed.add(name);
      }
    } else {
      const [x, y] = [Math.floor(next() * grid.width), Math.floor(next() * grid.height)];
      if (grid.costs && grid.size === 1 && next() < 0.5) nav.setCost(x, y, 1 + Math.floor(9 * next()));
      else nav.setOpen(x, y, next() < 0.5);
    }
    const now = (nav.grid as Grid).copy();
    now.links = grid.links?.filter((link) => !closed.has(link.name));
    asked += askLinked(now, nav, NEAR.includes(loaded.engine), next, 1);
  }
}

for (let seed = first; asked < queries; seed++, maps++) {
  const next = random(seed);
  const upTo = (n: number) => Math.floor(next() * n);
  const kind = (['noise', 'noise', 'maze', 'comb', 'rooms', 'caves'] as const)[upTo(6)];
  const [width, height] = [1 + upTo(30), 1 + upTo(30)];
  let grid = withMoves(generateMap(kind, { width, height, density: next(), seed }), ALL_RULES[seed % ALL_RULES.length]);
  if (!grid.open.includes(1)) continue;
  if (!isHex(grid) && upTo(3) === 0) setCosts(grid, () => 1 + upTo(9));
  if (!isHex(grid) && upTo(4) === 0) {
    try {
      grid = anchorsOf(grid, 2);
    } catch {
      continue;
    }
  }
  linked(grid, 1 + upTo(maps % 4 === 0 ? 250 : 12), next);
  const blobs = await blobsOf(grid);
  for (const engine of load(blobs).engines) {
    const nav = load(blobs, { engine }) as GridNav;
    asked += askLinked(grid, nav, NEAR.includes(engine), next, 2);
    askEdited(grid, nav, next);
  }
}
console.log(`${asked} queries on ${maps} maps from seed ${first}: all right`);
