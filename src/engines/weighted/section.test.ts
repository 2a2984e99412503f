import { describe, expect, it } from 'vitest';
import * as KIND from '../../core/blob/kinds.js';
import { type Section, writeBlob } from '../../core/blob/write.js';
import { gridFrom } from '../../core/grid/grid.js';
import { drawCosts } from '../../maps/cost-patterns.js';
import { generateMap } from '../../maps/generate/generate.js';
import { load } from '../../runtime/load-all.js';
import { inspectBlob } from '../inspect.js';
import { bakeJps } from '../jps/bake.js';
import { weightedJumps } from './jumps.js';
import { buildLandmarks } from './landmarks.js';
import { weightedSections } from './section.js';

const caves = generateMap('caves', { width: 40, height: 30, seed: 11 });
const swamp = drawCosts(caves, 'patches');

describe('a blob of jump points on weighted terrain', () => {
  it('tells what is in it, answers as the grid does, and fits no other engine', async () => {
    const bytes = await bakeJps(swamp, { storeLandmarks: true });
    const { sections, metadata } = inspectBlob(bytes);
    expect(sections.map(({ name }) => name)).toEqual(['grid', 'costs', 'weightedInfo', 'weightedLandmarks', 'meta']);
    const jumpPoints = weightedJumps(swamp).nodes.filter((arrivals) => arrivals > 0).length;
    expect(metadata).toMatchObject([
      { artifact: 'jps', options: { landmarks: 8, store: 'planes' }, statistics: { jumpPoints } },
    ]);
    expect(load(bytes).engine).toBe('weighted');
    expect(() => load(bytes, { engine: 'jps' })).toThrow(
      'expected those of engine jps; load its blobs, or give loader the engine of these',
    );
  });

  it('is refused where its jump points or landmarks are not those of the map', async () => {
    const other = drawCosts(caves, 'roads');
    const sections = (grid = swamp, count = 2) =>
      weightedSections(grid, weightedJumps(grid), buildLandmarks(grid, count), true);
    const write = (parts: Section[]) => writeBlob(swamp, parts, { artifact: 'jps', map: '' }, { codec: 'none' });
    expect(load(await write(sections())).engine).toBe('weighted');
    const foreign = await write(sections(other));
    expect(() => load(foreign)).toThrow(/^unusable blob: checksum of jump points is \d+, expected \d+; /);
    const [info, costs] = sections();
    const short = await write([info, { kind: KIND.weightedLandmarks, values: costs.values.subarray(1) }]);
    expect(() => load(short)).toThrow(/^unusable blob: /);
    const many = await write([{ ...info, values: info.values.map((v, i) => (i === 2 ? 17 : v)) }, costs]);
    expect(() => load(many)).toThrow('unusable blob: number of landmarks is 17, expected at most 16; ');
  });

  it('is refused where stored landmarks are farther apart than the moves between them cost, or their unit is coarser than they need', async () => {
    const sections = () => weightedSections(swamp, weightedJumps(swamp), buildLandmarks(swamp, 2), true);
    const write = (parts: Section[]) => writeBlob(swamp, parts, { artifact: 'jps', map: '' }, { codec: 'none' });
    const refused = /^unusable blob: landmarks is others, expected those of the map; /;
    const [info, costs] = sections();
    const cells = costs.values.length / 4;
    for (const landmark of [0, 1]) {
      const values = Uint8Array.from(costs.values);
      // In the high bytes of many differences: 8192 units.
      for (let i = 0; i < cells; i += 10) values[(2 + landmark) * cells + i] ^= 64;
      const forged = await write([info, { ...costs, values }]);
      expect(() => load(forged)).toThrow(refused);
    }
    for (const [place, change] of [
      [3, 100],
      [4, 1],
    ]) {
      const coarse = await write([
        { ...info, values: info.values.map((v, i) => (i === place ? v + change * info.values[3] : v)) },
        costs,
      ]);
      expect(() => load(coarse)).toThrow(refused);
    }
    const flat = await write([
      { ...info, values: info.values.map((v, i) => (i === 3 ? 100 * v : v)) },
      { ...costs, values: costs.values.map(() => 0) },
    ]);
    expect(() => load(flat)).toThrow(refused);
  });

  it('of two cells has the smallest unit, 1', async () => {
    const pair = gridFrom(2, 1, [1, 1], () => 1);
    pair.costs ??= pair.open.slice();
    const landmarks = buildLandmarks(pair, 1);
    expect(landmarks.unit).toBe(1);
    const sections = weightedSections(pair, weightedJumps(pair), landmarks, true);
    const bytes = await writeBlob(pair, sections, { artifact: 'jps', map: '' }, { codec: 'none' });
    expect(load(bytes).findPath(0, 0, 1, 0)?.cost).toBe(1);
  });

  it('has each landmark as far as can be from those before it', () => {
    const line = gridFrom(9, 1, [1, 1, 1, 1, 1, 1, 1, 1, 1], (x) => (x < 4 ? 1 : 3));
    const { costs } = buildLandmarks(line, 3);
    const places = [0, 1, 2].map((l) => [0, 1, 2, 3, 4, 5, 6, 7, 8].find((x) => costs[3 * line.cell(x, 0) + l] === 0));
    // The middle of a way that costs 3 for each of its last cells.
    expect(places).toEqual([0, 8, 5]);
  });

  it('takes a whole number of landmarks', async () => {
    await expect(bakeJps(swamp, { landmarks: 17 })).rejects.toThrow(
      'landmarks is 17, allowed is a whole number from 0 to 16',
    );
    await expect(
      bakeJps(
        gridFrom(2, 2, () => true),
        { landmarks: 0.5 },
      ),
    ).rejects.toThrow('landmarks is 0.5, allowed is a whole number');
  });
});
