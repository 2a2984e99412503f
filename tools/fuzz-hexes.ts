/**
 * Random maps of hexagons in all layouts, half of them with costs, by every engine that knows them, against Dijkstra: `npm run tool fuzz-hexes -- [QUERIES SEED]`.
 *
 * Maps of 1 x 1 to 40 x 40: noise of every density, mazes, combs, rooms and caves by jps, jps+bounds and ch;
 * maps of costs as in `fuzz-priced` by priced and ch. Every path is walked. A failure prints the seed of the map.
 */
import { bakeBounds } from '../src/core/bounds/bake.js';
import { bakeHierarchy } from '../src/core/ch/bake.js';
import { generateMap } from '../src/core/generate/generate.js';
import { withMoves } from '../src/core/grid/clearance.js';
import { ALL_RULES, MOVE_RULES } from '../src/core/grid/rules.js';
import { unitOf } from '../src/core/grid/step-costs.js';
import { bakeJps } from '../src/core/jps/bake.js';
import { checkPath } from '../src/core/oracle/check-path.js';
import { dijkstra } from '../src/core/oracle/dijkstra.js';
import { PathBuffer } from '../src/core/search/path.js';
import { loadForTools } from '../src/lab/engines/all.js';
import { random } from '../test/grids.js';
import { pricedGrid } from '../test/priced.js';

const HEXES = ALL_RULES.slice(MOVE_RULES.length);
const [queries = 1_000_000, first = 1] = process.argv.slice(2).map(Number);
const path = new PathBuffer();
let checked = 0;
let maps = 0;
for (let seed = first; checked < queries; seed++, maps++) {
  const next = random(seed);
  const upTo = (n: number) => Math.floor(next() * n);
  const kind = (['noise', 'noise', 'maze', 'comb', 'rooms', 'caves'] as const)[upTo(6)];
  const sides = { width: 1 + upTo(40), height: 1 + upTo(40) };
  const plain = withMoves(generateMap(kind, { ...sides, density: next(), seed }), HEXES[seed % HEXES.length]);
  const priced = withMoves(pricedGrid(seed, 24), HEXES[seed % HEXES.length]);
  const grid = seed % 2 && priced.costs ? priced : plain;
  if (seed % 3 === 0) grid.stepCosts = 'entered';
  const { width, height, costs } = grid;
  const at = upTo(4) === 0 ? 'cells' : 'jump-points';
  const landmarks = [0, 1, 2, 8, 16][upTo(5)];
  const blobs = [
    await bakeJps(grid, { codec: 'none', landmarks, storeLandmarks: upTo(2) === 0 }),
    await bakeHierarchy(grid, { codec: 'none', witness: [1, 3, 200][upTo(3)] }),
  ];
  if (!costs) blobs.push(await bakeBounds(grid, { codec: 'none', threads: 1, at }));
  const names = costs ? ['priced', 'ch'] : ['jps', 'jps+bounds', 'ch'];
  const engines = names.map((engine) => loadForTools(blobs, { engine }));
  for (let starts = 0; starts < 8; starts++) {
    const [x, y] = [upTo(width), upTo(height)];
    const optimal = dijkstra(grid, x, y);
    for (let t = upTo(3); t < width * height; t += 1 + upTo(3), checked++) {
      const nav = engines[checked % engines.length];
      const [gx, gy] = [t % width, Math.floor(t / width)];
      const found = nav.findPathInto(x, y, gx, gy, path);
      const cost = found ? checkPath(grid, path.cells.subarray(0, 2 * path.cellCount), [x, y], [gx, gy]) : Infinity;
      if (cost === optimal[grid.cell(gx, gy)] && (!found || path.cost === cost / unitOf(grid))) continue;
      console.error(
        `seed ${seed}, ${nav.engine}, ${grid.moveRule}: from ${x},${y} to ${gx},${gy} costs ${cost}, optimal is ${optimal[grid.cell(gx, gy)]}`,
      );
      process.exit(1);
    }
  }
}
console.log(`${checked} queries on ${maps} maps from seed ${first}: all optimal`);
