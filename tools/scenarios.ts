/**
 * `npm run scenarios [-- MAP|FOLDER...]`: every scenario of every map, loaded from blobs in both widths and storage
 * forms, without and with goal bounds of every form, and from contraction hierarchies, in WebAssembly and in JavaScript; each path legal, each
 * cost the optimum, each cell the same in both.
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
import { mapFiles } from './maps.js';

const FORMS = [
  { jps: { width: 16, store: 'grid' } },
  { jps: { width: 8, store: 'planes' } },
  { jps: { width: 16 }, bounds: { exact: true } },
  { jps: { width: 8 }, bounds: { exact: false } },
  { jps: { width: 16 }, bounds: { at: 'cells' } },
  { ch: {} },
] as const;

function sameCells(a: PathBuffer, b: PathBuffer): boolean {
  return a.cost === b.cost && a.length === b.length && a.cells.subarray(0, 2 * a.length).every((value, i) => value === b.cells[i]);
}

let failures = 0;
let asked = 0;
for (const file of mapFiles(process.argv.slice(2))) {
  const grid = parseMap(readFileSync(file), { file });
  const scenarios = parseScenarios(readFileSync(`${file}.scen`, 'utf8'), `${file}.scen`);
  const path = new PathBuffer();
  const other = new PathBuffer();
  let wrong = 0;
  for (const form of FORMS) {
    const blobs = ['ch' in form ? await bakeHierarchy(grid) : await bakeJps(grid, { ...form.jps, zstdLevel: 3 })];
    if ('bounds' in form) blobs.push(await bakeBounds(grid, { ...form.bounds, zstdLevel: 3 }));
    const nav = load(blobs);
    const script = load(blobs, { wasm: false });
    for (const { startX, startY, goalX, goalY, optimal } of scenarios) {
      const found = nav.findPathInto(startX, startY, goalX, goalY, path);
      const cells = path.cells.subarray(0, 2 * path.length);
      const cost = found ? checkPath(grid, cells, [startX, startY], [goalX, goalY]) / STRAIGHT : Infinity;
      if (cost !== path.cost || Math.abs(cost - optimal) > scenarioTolerance(optimal)) wrong++;
      else if (script.findPathInto(startX, startY, goalX, goalY, other) !== found || !sameCells(path, other)) wrong++;
    }
  }
  failures += wrong;
  asked += scenarios.length;
  console.log(`${file}: ${scenarios.length} scenarios in ${FORMS.length} forms, ${wrong} wrong`);
}
console.log(`${asked} scenarios, ${failures} answers wrong`);
process.exitCode = failures > 0 ? 1 : 0;
