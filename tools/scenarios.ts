/**
 * `npm run scenarios [-- MAP|FOLDER...]`: every scenario of every map, loaded from blobs in both widths and storage
 * forms, without and with goal bounds, and from contraction hierarchies; each path legal, each cost the optimum.
 */
import { readFileSync } from 'node:fs';
import {
  bakeBounds,
  bakeHierarchy,
  bakeJps,
  checkPath,
  load,
  PathBuffer,
  parseMap,
  parseScenarios,
  STRAIGHT,
  scenarioTolerance,
} from '../src/index.js';
import { mapFiles, printTable } from './maps.js';

const FORMS = [
  { jps: { width: 16, store: 'grid' } },
  { jps: { width: 8, store: 'planes' } },
  { jps: { width: 16 }, bounds: { exact: true } },
  { jps: { width: 8 }, bounds: { exact: false } },
  { ch: {} },
] as const;

let failures = 0;
const rows: (string | number)[][] = [];
for (const file of mapFiles(process.argv.slice(2))) {
  const grid = parseMap(readFileSync(file), { file });
  const scenarios = parseScenarios(readFileSync(`${file}.scen`, 'utf8'), `${file}.scen`);
  const path = new PathBuffer();
  let wrong = 0;
  for (const form of FORMS) {
    const blobs = ['ch' in form ? await bakeHierarchy(grid) : await bakeJps(grid, { ...form.jps, zstdLevel: 3 })];
    if ('bounds' in form) blobs.push(await bakeBounds(grid, { ...form.bounds, zstdLevel: 3 }));
    const nav = load(blobs);
    for (const { startX, startY, goalX, goalY, optimal } of scenarios) {
      const found = nav.findPathInto(startX, startY, goalX, goalY, path);
      const cells = path.cells.subarray(0, 2 * path.length);
      const cost = found ? checkPath(grid, cells, [startX, startY], [goalX, goalY]) / STRAIGHT : Infinity;
      if (cost !== path.cost || Math.abs(cost - optimal) > scenarioTolerance(optimal)) wrong++;
    }
  }
  failures += wrong;
  rows.push([file, scenarios.length, FORMS.length, wrong]);
}
printTable(['map', 'scenarios', 'forms', 'not optimal'], rows);
console.log(`${rows.reduce((sum, row) => sum + Number(row[1]), 0)} scenarios, ${failures} answers not optimal`);
process.exitCode = failures > 0 ? 1 : 0;
