import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bakeJps } from '../jps/bake.js';
import { parseMap } from '../maps/movingai.js';
import { parseScenarios } from '../maps/scen.js';
import { load } from '../runtime.js';
import { inspectBlob } from './inspect.js';

const map = 'fixtures/maps/courtyard.map';
/** Made by `prep jps fixtures/maps/courtyard.map --store planes --width 8`; never to be made again for the same version. */
const frozen = readFileSync('fixtures/blobs/courtyard-v1.jps.prep');

describe('the frozen blob of format version 1', () => {
  it('is read by this version, and answers', () => {
    expect(inspectBlob(frozen)).toMatchObject({ formatVersion: 1, algorithmRevision: 1, width: 40, height: 30 });
    const nav = load(frozen);
    for (const { startX, startY, goalX, goalY, optimal } of parseScenarios(readFileSync(`${map}.scen`, 'utf8'))) {
      expect(nav.findPath(startX, startY, goalX, goalY)?.cost).toBeCloseTo(optimal, 6);
    }
  });

  it('is what this version writes, byte for byte: else the algorithm revision has to be raised', async () => {
    const grid = parseMap(readFileSync(map));
    const blob = await bakeJps(grid, { store: 'planes', width: 8, map: 'courtyard.map' });
    expect(Buffer.compare(blob, frozen)).toBe(0);
  });
});
