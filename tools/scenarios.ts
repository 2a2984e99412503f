/**
 * Every scenario of every map by the exact engines against its optimum: `npm run tool scenarios -- [[--keep FOLDER] [MAP|FOLDER...]]`.
 *
 * Every scenario of every map, without and with goal bounds of every form, and from contraction hierarchies, in WebAssembly and in JavaScript; each path
 * legal, each cost the optimum, each cell the same in both.
 *
 * Blobs are kept in a folder and taken from there the next time, which takes minutes instead of hours where only queries have changed; empty it
 * after a change of a bake. Left out, and said to be, are hierarchies of maps that are too large for them, and goal bounds that would take
 * minutes.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { MapTooLargeError } from '../src/core/errors.js';
import type { Grid } from '../src/core/grid/grid.js';
import { STRAIGHT } from '../src/core/grid/step-costs.js';
import { checkPath } from '../src/core/oracle/check-path.js';
import { PathBuffer } from '../src/core/search/path.js';
import { bakeBounds } from '../src/engines/bounds/bake.js';
import { bakeHierarchy } from '../src/engines/ch/bake.js';
import { bakeJps } from '../src/engines/jps/bake.js';
import { parseMap } from '../src/maps/movingai.js';
import { parseScenarios, scenarioTolerance } from '../src/maps/scen.js';
import { floodsTooLong } from '../src/pipeline/estimate/choose.js';
import { load } from '../src/runtime/load-all.js';
import { mapFiles } from './maps.js';

const FORMS = [
  {},
  { bounds: { exact: true } },
  { bounds: { exact: false } },
  { bounds: { at: 'cells' } },
  { ch: {} },
] as const;

function sameCells(a: PathBuffer, b: PathBuffer): boolean {
  return (
    a.cost === b.cost &&
    a.cellCount === b.cellCount &&
    a.cells.subarray(0, 2 * a.cellCount).every((value, i) => value === b.cells[i])
  );
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { keep: { type: 'string' } },
});

/** A blob from the folder, or baked and put there. */
async function kept(name: string, bake: () => Promise<Uint8Array>): Promise<Uint8Array> {
  if (values.keep === undefined) return bake();
  const file = join(values.keep, `${name.replaceAll(/[^\w.-]+/g, '_')}.prep`);
  if (existsSync(file)) return readFileSync(file);
  const blob = await bake();
  mkdirSync(values.keep, { recursive: true });
  writeFileSync(file, blob);
  return blob;
}

/** The blobs of a form; none if its bake would take too long. */
async function blobsOf(grid: Grid, map: string, form: (typeof FORMS)[number]): Promise<Uint8Array[] | undefined> {
  if ('ch' in form) {
    const hierarchy = await kept(`${map} ch`, () =>
      bakeHierarchy(grid).catch((error: unknown) => {
        if (error instanceof MapTooLargeError) return new Uint8Array();
        throw error;
      }),
    );
    return hierarchy.length > 0 ? [hierarchy] : undefined;
  }
  const jps = await kept(`${map} jps`, () => bakeJps(grid, { zstdLevel: 3 }));
  if (!('bounds' in form)) return [jps];
  const bounds = await kept(`${map} bounds ${Object.entries(form.bounds)}`, async () =>
    floodsTooLong(grid) ? new Uint8Array() : bakeBounds(grid, { ...form.bounds, zstdLevel: 3 }),
  );
  return bounds.length > 0 ? [jps, bounds] : undefined;
}

let failures = 0;
let checked = 0;
for (const file of mapFiles(positionals)) {
  const grid = parseMap(readFileSync(file), { file });
  const scenarios = parseScenarios(readFileSync(`${file}.scen`, 'utf8'), `${file}.scen`);
  const path = new PathBuffer();
  const other = new PathBuffer();
  const left: string[] = [];
  let wrong = 0;
  for (const form of FORMS) {
    const blobs = await blobsOf(grid, basename(file, '.map'), form);
    if (!blobs) {
      left.push(JSON.stringify(form));
      continue;
    }
    const nav = load(blobs);
    const script = load(blobs, { wasm: false });
    for (const { startX, startY, goalX, goalY, optimal } of scenarios) {
      const found = nav.findPathInto(startX, startY, goalX, goalY, path);
      const cells = path.cells.subarray(0, 2 * path.cellCount);
      const cost = found ? checkPath(grid, cells, [startX, startY], [goalX, goalY]) / STRAIGHT : Infinity;
      if (cost !== path.cost || Math.abs(cost - optimal) > scenarioTolerance(optimal)) wrong++;
      else if (script.findPathInto(startX, startY, goalX, goalY, other) !== found || !sameCells(path, other)) wrong++;
    }
  }
  failures += wrong;
  checked += scenarios.length;
  const without = left.length > 0 ? `, without ${left.join(', ')}` : '';
  console.log(
    `${file}: ${scenarios.length} scenarios in ${FORMS.length - left.length} forms, ${wrong} wrong${without}`,
  );
}
console.log(`${checked} scenarios, ${failures} answers wrong`);
process.exitCode = failures > 0 ? 1 : 0;
