import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { random } from '../../../test/grids.js';
import { loadCh as load } from '../../../test/loaders.js';
import { sampleOf } from '../../../test/samples.js';
import { haveSharedMaps, readSharedMap, readSharedScenarios, sharedMaps } from '../../../test/shared-maps.js';
import { STRAIGHT } from '../grid/step-costs.js';
import { scenarioTolerance } from '../maps/scen.js';
import { checkPath } from '../oracle/check-path.js';
import { bakeHierarchy } from './bake.js';

const SAMPLE = 60;
/** Their bakes take seconds; `npm run tool scenarios` has them. */
const LONG = ['random512-10-0.map', 'AcrosstheCape.map', 'Berlin_0_1024.map'];
const maps = sampleOf(sharedMaps().filter((file) => !LONG.includes(basename(file))));

describe.skipIf(!haveSharedMaps)('contraction hierarchies on the benchmark maps', () => {
  it.each(maps.map((file, i) => [basename(file), file, i] as const))(
    '%s: a sample is solved, legally and optimally',
    async (_, file, i) => {
      const grid = readSharedMap(file);
      const scenarios = readSharedScenarios(file);
      const next = random(i + 1);
      const nav = load(await bakeHierarchy(grid, { codec: 'none' }));
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
