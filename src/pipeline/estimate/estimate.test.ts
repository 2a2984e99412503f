import { readFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { drawn, makeGrid } from '../../../test/grids.js';
import { ARTIFACTS } from '../../core/artifacts/list.js';
import { gridFrom } from '../../core/grid/grid.js';
import { random, sampleOpen } from '../../core/grid/sample.js';
import { readMap } from '../../core/maps/read-map.js';
import { characterOf, cornersOf } from './character.js';
import { estimateArtifact, estimateMap } from './estimate.js';

describe('the character of a map', () => {
  it('is its open cells, the share of subgoals, and the edges of each, counted at one end', () => {
    const pillar = drawn(`
      .....
      .....
      ..#..
      .....
      .....`);
    expect(cornersOf(pillar)).toEqual({ cells: 24, subgoals: 4 / 24, edges: 1 });
    expect(cornersOf(gridFrom(3, 3, () => true))).toEqual({ cells: 9, subgoals: 0, edges: 0 });
    expect(cornersOf(gridFrom(3, 3, () => false))).toEqual({ cells: 0, subgoals: 0, edges: 0 });
  });

  it('is the cells of the first hundred paths between cells at random, and the nodes that are expanded for them', async () => {
    const corridors = gridFrom(20, 3, (_, y) => y !== 1);
    const cells = sampleOpen(corridors, 4000, random(1));
    const pairs = cells.flatMap((from, i) => (i % 2 === 0 ? [[from, cells[i + 1]]] : []));
    const paths = pairs.filter(([from, to]) => from[1] === to[1]).slice(0, 100);
    const steps = paths.reduce((sum, [from, to]) => sum + Math.abs(from[0] - to[0]) + 1, 0) / 100;
    const character = await characterOf(corridors);
    expect(character).toMatchObject({ cells: 40, steps });
    expect(character.expanded).toBeGreaterThan(0);
    expect(character.expanded).toBeLessThanOrEqual(2);
    const never = Object.assign(
      gridFrom(
        20,
        3,
        (_, y) => y !== 1,
        () => 2,
      ),
      { moveRule: 'never' },
    );
    expect((await characterOf(never)).steps).toBe(steps);
    const lonely = gridFrom(1, 1, () => true);
    expect(await characterOf(lonely)).toMatchObject({ cells: 1, steps: 1 });
    expect(await characterOf(gridFrom(1, 1, () => false))).toMatchObject({ cells: 0, steps: 0, expanded: 0 });
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
    const found = await estimateMap(readFileSync(file), { file }, { table: { maxNodes: 1 }, jps: {} }, 1);
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
    const never = Object.assign(
      gridFrom(
        9,
        9,
        () => true,
        () => 2,
      ),
      { moveRule: 'never' },
    );
    expect((await estimateArtifact(never, 'ch', {}, 1)).problem).toContain('this map is for never');
  });

  it('has the time to read the map and to start a thread in it', async () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValue(9e9);
    onTestFinished(() => clock.mockRestore());
    const file = 'fixtures/maps/courtyard.map';
    const [{ seconds }] = await estimateMap(file, { file }, { jps: {} }, 1);
    const { grid: read } = await readMap(file, {});
    expect(seconds).toBe((await estimateArtifact(read, 'jps', {}, 1)).seconds);
  });

  it('of a table is of the clusters that it would be made from', async () => {
    const [fine, coarse] = await Promise.all(
      [6, 20].map((cluster) => estimateArtifact(grid, 'table', {}, 1, { hpa: { cluster, levels: 1 } })),
    );
    expect(fine.bytes).toBeGreaterThan(2 * coarse.bytes);
  });
});
