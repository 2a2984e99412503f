import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { random } from '../../../test/grids.js';
import { sampleOf } from '../../../test/samples.js';
import { haveSharedMaps, readSharedMap, readSharedScenarios, sharedMaps } from '../../../test/shared-maps.js';
import { STRAIGHT } from '../grid/step-costs.js';
import { bakeJps } from '../jps/bake.js';
import { scenarioTolerance } from '../maps/scen.js';
import { checkPath } from '../oracle/check-path.js';
import { load } from './load-all.js';

const SAMPLE = 40;
if (!haveSharedMaps) console.warn('skipped: no benchmark maps in ../shared/maps; set GRIDPREP_MAPS to their folder');

describe.skipIf(!haveSharedMaps)('scenarios of the benchmark maps', () => {
  it.each(sampleOf(sharedMaps().map((file, i) => [basename(file), file, i] as const)))(
    '%s: a sample is solved, legally and optimally',
    async (_, file, i) => {
      const grid = readSharedMap(file);
      const scenarios = readSharedScenarios(file);
      const next = random(i + 1);
      const nav = load(await bakeJps(grid, { codec: 'none' }));
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
