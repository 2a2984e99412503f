import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { random } from '../../test/grids.js';
import { sampleOf } from '../../test/samples.js';
import { haveSharedMaps, readSharedMap, readSharedScenarios, sharedMaps } from '../../test/shared-maps.js';
import type { Grid } from '../core/grid/grid.js';
import { STRAIGHT } from '../core/grid/step-costs.js';
import { checkPath } from '../core/oracle/check-path.js';
import { bakeHierarchy } from '../engines/ch/bake.js';
import { bakeJps } from '../engines/jps/bake.js';
import { scenarioTolerance } from '../maps/scen.js';
import { load } from './load-all.js';

const SAMPLE = 40;
/** Bakes of hierarchies that take seconds; `npm run tool scenarios` has them. */
const LONG = ['random512-10-0.map', 'AcrosstheCape.map', 'Berlin_0_1024.map'];
if (!haveSharedMaps) console.warn('skipped: no benchmark maps in ../shared/maps; set GRIDPREP_MAPS to their folder');
const all = sharedMaps();

describe.skipIf(!haveSharedMaps).each([
  ['jps', all, (grid: Grid) => bakeJps(grid, { codec: 'none' })],
  ['ch', all.filter((file) => !LONG.includes(basename(file))), (grid: Grid) => bakeHierarchy(grid, { codec: 'none' })],
] as const)('scenarios of the benchmark maps, %s', (engine, files, bake) => {
  it.each(sampleOf(files.map((file, i) => [basename(file), file, i] as const)))(
    '%s: a sample is solved, legally and optimally',
    async (_, file, i) => {
      const grid = readSharedMap(file);
      const scenarios = readSharedScenarios(file);
      const next = random(i + 1);
      const nav = load(await bake(grid));
      expect(nav.engine).toBe(engine);
      for (let n = 0; n < SAMPLE; n++) {
        const { startX, startY, goalX, goalY, optimal } = scenarios[Math.floor(next() * scenarios.length)];
        const path = nav.findPath(startX, startY, goalX, goalY);
        const cost = checkPath(grid, path?.cells ?? [], [startX, startY], [goalX, goalY]) / STRAIGHT;
        expect(path?.cost).toBe(cost);
        expect(Math.abs(cost - optimal)).toBeLessThanOrEqual(scenarioTolerance(optimal));
      }
    },
  );
});
