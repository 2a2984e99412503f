/**
 * Every scenario of every map by HPA*: `npm run tool scenarios-hpa -- [MAP|FOLDER...]`.
 *
 * Every scenario of every map by HPA*, cluster 10, levels 1 to 3, loaded from blobs: each solved,
 * each path legal, its cost as said and not below the optimum.
 */
import { readFileSync } from 'node:fs';
import { STRAIGHT } from '../src/core/grid/step-costs.js';
import { bakeHpa } from '../src/core/hpa/bake.js';
import { parseMap } from '../src/core/maps/movingai.js';
import { parseScenarios, scenarioTolerance } from '../src/core/maps/scen.js';
import { checkPath } from '../src/core/oracle/check-path.js';
import { load } from '../src/core/runtime/load-all.js';
import { PathBuffer } from '../src/core/search/path.js';
import { mapFiles, printTable } from './maps.js';

let failures = 0;
let queries = 0;
const rows: (string | number)[][] = [];
for (const file of mapFiles(process.argv.slice(2))) {
  const grid = parseMap(readFileSync(file), { file });
  const scenarios = parseScenarios(readFileSync(`${file}.scen`, 'utf8'), `${file}.scen`);
  const path = new PathBuffer();
  for (const levels of [1, 2, 3]) {
    const nav = load(await bakeHpa(grid, { cluster: 10, levels, zstdLevel: 3 }));
    let wrong = 0;
    const excess: number[] = [];
    for (const { startX, startY, goalX, goalY, optimal } of scenarios) {
      const found = nav.findPathInto(startX, startY, goalX, goalY, path);
      const cells = path.cells.subarray(0, 2 * path.cellCount);
      const cost = found ? checkPath(grid, cells, [startX, startY], [goalX, goalY]) / STRAIGHT : Infinity;
      if (cost !== path.cost || cost < optimal - scenarioTolerance(optimal)) wrong++;
      if (optimal > 0) excess.push(100 * Math.max(0, cost / optimal - 1));
    }
    excess.sort((a, b) => a - b);
    failures += wrong;
    queries += scenarios.length;
    const mean = excess.reduce((a, b) => a + b, 0) / (excess.length || 1);
    rows.push([
      file,
      levels,
      scenarios.length,
      wrong,
      mean.toFixed(3),
      (excess[Math.floor(0.99 * excess.length)] ?? 0).toFixed(3),
    ]);
  }
}
printTable(['map', 'levels', 'scenarios', 'wrong', 'mean %', 'p99 %'], rows);
console.log(`${queries} answers, ${failures} wrong`);
process.exitCode = failures > 0 ? 1 : 0;
