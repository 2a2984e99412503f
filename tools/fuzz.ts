/**
 * Random maps by every exact engine against Dijkstra: `npm run tool fuzz -- [QUERIES SEED]`.
 *
 * Random maps of 1 x 1 to 40 x 40, all densities, also mazes, combs and
 * rooms; every query against Dijkstra, in WebAssembly and in JavaScript, in both widths and storage forms, with every form of goal bounds, by JPS+
 * and A*, and by contraction hierarchies made with witness searches of 1, 3 and the usual number of steps. A failure prints the map.
 */

import { bakeBounds } from '../src/core/bounds/bake.js';
import { bakeHierarchy } from '../src/core/ch/bake.js';
import { WITNESS_LIMIT } from '../src/core/ch/contract.js';
import { STRAIGHT } from '../src/core/grid/step-costs.js';
import { bakeJps } from '../src/core/jps/bake.js';
import { checkPath } from '../src/core/oracle/check-path.js';
import { dijkstra } from '../src/core/oracle/dijkstra.js';
import { PathBuffer } from '../src/core/search/path.js';
import { loadForTools } from '../src/lab/engines/all.js';
import { type Kind, makeGrid, picture } from '../test/grids.js';
import { diceOf } from './dice.js';

const { queries, seed, next, upTo } = diceOf(1_000_000);
const KINDS: Kind[] = ['noise', 'noise', 'noise', 'maze', 'comb', 'rooms'];
const FORMS = [
  { engine: 'jps', width: 16 },
  { engine: 'jps', width: 8 },
  { engine: 'jps+bounds', width: 16, at: 'jump-points', exact: true },
  { engine: 'jps+bounds', width: 8, at: 'jump-points', exact: false },
  { engine: 'jps+bounds', width: 16, at: 'cells', exact: true },
  { engine: 'jps+bounds', width: 16, at: 'cells', exact: false },
  { engine: 'astar+bounds', width: 16, at: 'jump-points', exact: true },
  { engine: 'astar+bounds', width: 16, at: 'cells', exact: true },
  { engine: 'ch', witness: 1 },
  { engine: 'ch', witness: 3 },
  { engine: 'ch', witness: WITNESS_LIMIT },
] as const;
const path = new PathBuffer();
const other = new PathBuffer();
let checked = 0;
let maps = 0;
while (checked < queries) {
  const side = next() < 0.7 ? 12 : 40;
  const kind = KINDS[upTo(KINDS.length) - 1];
  const grid = makeGrid(kind, upTo(side), upTo(side), next(), upTo(2 ** 31 - 1));
  const form = FORMS[maps++ % FORMS.length];
  const blobs = [
    'witness' in form
      ? await bakeHierarchy(grid, { ...form, codec: 'none' })
      : await bakeJps(grid, { ...form, codec: 'none' }),
  ];
  if ('at' in form) blobs.push(await bakeBounds(grid, { ...form, codec: 'none', threads: 1 }));
  const nav = loadForTools(blobs, form);
  const plain = loadForTools(blobs, { ...form, wasm: false });
  const { width, height } = grid;
  // Many maps rather than many queries of one: a few starts, every goal of each.
  for (let s = upTo(width * height) - 1, starts = 0; s < width * height && starts < 8; s += upTo(9), starts++) {
    const [x, y] = [s % width, Math.floor(s / width)];
    const optimal = dijkstra(grid, x, y);
    for (let t = 0; t < width * height; t++, checked++) {
      const [gx, gy] = [t % width, Math.floor(t / width)];
      const found = nav.findPathInto(x, y, gx, gy, path);
      const cost = found ? checkPath(grid, path.cells.subarray(0, 2 * path.cellCount), [x, y], [gx, gy]) : Infinity;
      const same =
        plain.findPathInto(x, y, gx, gy, other) === found &&
        (!found || `${other.toPath().cells}` === `${path.toPath().cells}`);
      if (same && cost === optimal[grid.cell(gx, gy)] && (!found || path.cost === cost / STRAIGHT)) continue;
      console.error(
        `${JSON.stringify(form)}: from ${x},${y} to ${gx},${gy}: ${cost}, optimal ${optimal[grid.cell(gx, gy)]}\n${picture(grid)}`,
      );
      process.exit(1);
    }
  }
}
console.log(`${checked} queries on ${maps} maps, seed ${seed}: all optimal`);
