/**
 * Random maps whose cells have costs, by engines `priced` and `ch`, against Dijkstra: `npm run tool fuzz-priced -- [QUERIES SEED]`.
 *
 * Random maps whose cells have costs, of 1 x 1 to 24 x 24 and long corridors; noise, rooms, mazes, combs and
 * caves, costs from nearly equal ones, which make ties, to 254 and 255, every third map of entered cells; every query of engine `priced`, with 0 to 16 landmarks, made at load or
 * stored, and of `ch`, with few or many witnesses, under every move rule, against Dijkstra. A failure prints the seed of the map.
 */

import { MOVE_RULES } from '../src/core/blob/layout.js';
import { bakeHierarchy } from '../src/core/ch/bake.js';
import { withMoves } from '../src/core/grid/clearance.js';
import { isDirected } from '../src/core/grid/entered.js';
import { STRAIGHT } from '../src/core/grid/step-costs.js';
import { bakeJps } from '../src/core/jps/bake.js';
import { checkPath } from '../src/core/oracle/check-path.js';
import { dijkstra } from '../src/core/oracle/dijkstra.js';
import { PathBuffer } from '../src/core/search/path.js';
import { loadForTools } from '../src/lab/engines/all.js';
import { random } from '../test/grids.js';
import { pricedGrid } from '../test/priced.js';

const [queries = 1_000_000, first = 1] = process.argv.slice(2).map(Number);
const path = new PathBuffer();
let checked = 0;
let maps = 0;
for (let seed = first; checked < queries; seed++) {
  const rule = MOVE_RULES[seed % 4];
  const grid = withMoves(pricedGrid(seed, 24), rule);
  if (!grid.costs) continue;
  if (seed % 3 === 0) grid.stepCosts = 'entered';
  maps++;
  const next = random(seed);
  const upTo = (n: number) => Math.floor(next() * n);
  const landmarks = [0, 1, 2, 8, 16][upTo(5)];
  const jps = await bakeJps(grid, { landmarks, storeLandmarks: upTo(2) === 0, codec: 'none' });
  const witness = [1, 3, 200][upTo(3)];
  const blobs = isDirected(grid) ? [jps] : [jps, await bakeHierarchy(grid, { witness, codec: 'none' })];
  const names = ['ch', 'priced'].slice(-blobs.length);
  const engines = names.map((engine) => loadForTools(blobs, { engine }));
  const { width, height } = grid;
  for (let starts = 0; starts < 8; starts++) {
    const [x, y] = [upTo(width), upTo(height)];
    const optimal = dijkstra(grid, x, y);
    for (let t = upTo(5); t < width * height; t += 1 + upTo(9), checked++) {
      const nav = engines[checked % engines.length];
      const [gx, gy] = [t % width, Math.floor(t / width)];
      const found = nav.findPathInto(x, y, gx, gy, path);
      const cost = found ? checkPath(grid, path.cells.subarray(0, 2 * path.cellCount), [x, y], [gx, gy]) : Infinity;
      if (cost === optimal[grid.cell(gx, gy)] && (!found || path.cost === cost / (2 * STRAIGHT))) continue;
      console.error(
        `seed ${seed}, ${nav.engine}, ${landmarks} landmarks: from ${x},${y} to ${gx},${gy} costs ${cost}, optimal is ${optimal[grid.cell(gx, gy)]}`,
      );
      process.exit(1);
    }
  }
}
console.log(`${checked} queries on ${maps} maps from seed ${first}: all optimal`);
