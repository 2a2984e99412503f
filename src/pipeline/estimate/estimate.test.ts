import { readFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { drawn, makeGrid } from '../../../test/grids.js';
import { ARTIFACTS } from '../../core/artifacts/list.js';
import { gridFrom } from '../../core/grid/grid.js';
import { readMap } from '../../core/maps/read-map.js';
import { cornersOf } from './choose.js';
import { estimateArtifact, estimateMap } from './estimate.js';

describe('the character of a map', () => {
  it('is the share of subgoals, and the edges of each, counted at one end', () => {
    const pillar = drawn(`
      .....
      .....
      ..#..
      .....
      .....`);
    expect(cornersOf(pillar)).toEqual({ subgoals: 4 / 24, edges: 1 });
    expect(cornersOf(gridFrom(3, 3, () => true))).toEqual({ subgoals: 0, edges: 0 });
    expect(cornersOf(gridFrom(3, 3, () => false))).toEqual({ subgoals: 0, edges: 0 });
  });
});

describe('an estimate', () => {
  const grid = makeGrid('rooms', 60, 40, 0.4, 2);

  it('has the memory of the bake, the open cells, and of small maps the bytes of the bake itself', async () => {
    for (const [name, { bake, memory, defaults, needs = [] }] of Object.entries(ARTIFACTS)) {
      const made: Record<string, Uint8Array> = {};
      const context = { map: '', codec: 'zstd', zstdLevel: 19, threads: 1, made } as unknown as Parameters<
        typeof bake
      >[2];
      for (const need of needs) made[need] = await ARTIFACTS[need].bake(grid, ARTIFACTS[need].defaults, context);
      const real = (await bake(grid, defaults, context)).length;
      const { bytes, mostBytes, ...found } = await estimateArtifact(grid, name, {}, 1);
      expect(found).toMatchObject({ artifact: name, memory: memory(2400, defaults) });
      expect(found.openCells).toBe(grid.open.filter(Boolean).length);
      expect(found.seconds).toBeGreaterThan(0);
      expect([name, Math.abs(bytes / real - 1) < 0.5]).toEqual([name, true]);
    }
  });

  it('says why an artifact cannot be baked, and goes on with others; what is wrong with an option it throws', async () => {
    const file = 'fixtures/maps/courtyard.map';
    const { estimates: found, choice } = await estimateMap(
      readFileSync(file),
      { file },
      { table: { maxNodes: 1 }, jps: {} },
      1,
    );
    expect(choice.leftOut).toEqual(['ch', 'hpa']);
    expect(found.map(({ artifact, seconds, bytes, memory }) => [artifact, seconds > 0, bytes > 0, memory > 0])).toEqual(
      [
        ['table', false, false, false],
        ['jps', true, true, true],
      ],
    );
    expect(found[0].problem).toContain('level 1 has 53 nodes, --max-nodes is 1');
    expect(found[1].problem).toBeUndefined();
    expect(found[0].openCells).toBe(found[1].openCells);
    await expect(estimateArtifact(grid, 'hpa', { cluster: 1 }, 1)).rejects.toThrow('cluster');
    const dear = gridFrom(
      9,
      9,
      () => true,
      () => 2,
    );
    expect((await estimateArtifact(dear, 'bounds', {}, 1)).problem).toContain('bake it with prep ch');
  });

  it('has the time to read the map and to start a thread in it', async () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(9e9);
    onTestFinished(() => clock.mockRestore());
    const file = 'fixtures/maps/courtyard.map';
    const { seconds } = (await estimateMap(file, { file }, { jps: {} }, 1)).estimates[0];
    const { grid: read } = await readMap(file, {});
    expect(seconds).toBe((await estimateArtifact(read, 'jps', {}, 1)).seconds);
  });
});
