import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { firstObject, prepIn } from '../../test/prep.js';

const folder = mkdtempSync(join(tmpdir(), 'gridprep-tiles-'));
afterAll(() => rmSync(folder, { recursive: true }));
const prep = (line: string) => prepIn(folder, line.split(' '));

describe('prep worlds', () => {
  it('bakes a world of a folder of maps, which inspect, query and verify know', async () => {
    rmSync(join(folder, 'out'), { recursive: true, force: true });
    expect(await prep('generate land --width 150 --height 100 --seed 3 --tile 64 -d land')).toMatchObject({
      code: 0,
      stdout: 'wrote land (3 x 2 maps)\n',
    });
    const baked = await prep('world land --tile 64 --cluster 8 --threads 1');
    expect(baked.stdout).toMatch(
      /^land 150 x 100 -> out\/land\.world [\d.]+ kB {2}6 tiles, \d+ gates, index [\d.]+ k?B {2}/,
    );
    expect(readdirSync(join(folder, 'out/land.world'))).toContain('2_1.prep');
    const inspected = await prep('inspect out/land.world --json');
    expect(firstObject(inspected.stdout)).toMatchObject({
      world: 'out/land.world',
      width: 150,
      height: 100,
      tile: 64,
      cluster: 8,
      tiles: 6,
    });
    expect((await prep('inspect out/land.world/1_0.prep')).code).toBe(0);
    const found = await prep('query out/land.world --from 3,3 --to 140,90 --json');
    expect(firstObject(found.stdout)).toMatchObject({ from: [3, 3], to: [140, 90] });
    const { cost, tiles, waypoints } = firstObject(found.stdout);
    expect(tiles.length).toBeGreaterThan(1);
    const line = (await prep('query out/land.world --from 3,3 --to 140,90')).stdout;
    expect(line.replace(/\d+ cells/, 'N cells')).toBe(
      `cost ${cost.toFixed(4)}, N cells over ${tiles.length} tiles, waypoints ${waypoints.join(' ')}\n`,
    );
    const verified = await prep('verify out/land.world --map land --queries 10');
    expect(verified).toMatchObject({ code: 0, stderr: '' });
    expect(verified.stdout).toMatch(
      /^out\/land\.world: sound\n {2}checked {2}6 tiles, each baked once more from its cells\n/,
    );
    const report = firstObject((await prep('verify out/land.world --queries 3 --json')).stdout);
    expect(report).toMatchObject({ world: 'out/land.world', faults: [] });
  });

  it('is what prep build bakes for a world of a config, in lines and as JSON', async () => {
    for (const out of ['built', 'alone']) rmSync(join(folder, out), { recursive: true, force: true });
    await prep('generate land --width 60 --height 40 --seed 3 -o small.map');
    writeFileSync(
      join(folder, 'prep.config.json'),
      '{"worlds":[{"map":"small.map","tile":32,"cluster":8}],"outDir":"built"}',
    );
    const first = await prep('build --threads 1');
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toMatch(
      /^small\.map -> built\/small\.world\/world\.prep [\d.]+ kB {2}\d+\.\d\d s {2}\(new; 4 of 4 tiles baked\)$/m,
    );
    await prep('world small.map --tile 32 --cluster 8 --threads 1 -d alone');
    const names = readdirSync(join(folder, 'alone/small.world'));
    expect(readdirSync(join(folder, 'built/small.world'))).toEqual(names);
    for (const name of names)
      expect(readFileSync(join(folder, 'built/small.world', name))).toEqual(
        readFileSync(join(folder, 'alone/small.world', name)),
      );
    rmSync(join(folder, 'built/small.world/0_0.prep'));
    expect(await prep('build --check')).toMatchObject({
      code: 1,
      stderr: 'prep: 1 of 1 map is not up to date; run prep build\n',
    });
    const events = (await prep('build --json --threads 1')).stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
    expect(events).toContainEqual({ event: 'progress', map: 'small.map', artifact: 'tiles', done: 4, total: 4 });
    expect(events.at(-1)).toMatchObject({ summary: { built: 1, cached: 0, failed: [], exitCode: 0 } });
    expect(await prep('build --check')).toMatchObject({ code: 0 });
    rmSync(join(folder, 'prep.config.json'));
  });

  it('bakes for a square of several cells, which verify finds in the index', async () => {
    await prep('generate caves --width 90 --height 70 --seed 3 -o wide.map');
    expect((await prep('world wide.map --tile 32 --size 2 --diagonals never --terrain . --threads 1')).code).toBe(0);
    expect((await prep('inspect out/wide.world')).stdout).toContain(
      '\n  size           2 x 2 cells, anchored top left\n  terrain        .\n',
    );
    const verified = await prep('verify out/wide.world --map wide.map --queries 5');
    expect(verified).toMatchObject({ code: 0, stderr: '' });
    expect(verified.stdout).toContain('  checked  map wide.map\n');
  });

  it('bakes letters at prices, which verify needs as well', async () => {
    writeFileSync(join(folder, 'costs.json'), '{ ".": 1, "S": 3 }');
    await prep('generate caves --width 90 --height 70 --seed 3 -o swamp.map');
    const map = join(folder, 'swamp.map');
    writeFileSync(map, readFileSync(map, 'utf8').replaceAll('...', '.SS'));
    expect((await prep('world swamp.map --tile 32 --costs costs.json --threads 1')).code).toBe(0);
    const result = await prep('verify out/swamp.world --map swamp.map --costs costs.json --queries 5');
    expect(result).toMatchObject({ code: 0, stderr: '' });
    writeFileSync(join(folder, 'costs.json'), '{ ".": 1, "S": 2 }');
    expect(await prep('verify out/swamp.world --map swamp.map --costs costs.json --queries 5')).toMatchObject({
      code: 1,
    });
  });

  it.each([
    [
      'world wide.map --tile 100',
      "prep: tiles have a side of 100 cells, which has to be a multiple of the cluster's 16, up to 4096; 96 is one",
    ],
    [
      'world wide.map --tile 32 --diagonals always',
      'prep: wide.map: worlds know the move rules no-corners, never, one-corner, not always, under which tiles meet at their corners',
    ],
    [
      'query out/land.world --from 1,1 --to 150,1',
      'prep: --to is 150,1, which is not on the map; X goes from 0 to 149, Y from 0 to 99',
    ],
    ['query out/land.world --from 1,1 --to 2,2 --engine hpa', 'prep: --engine is not for worlds'],
    [
      'verify land',
      'prep: land has no world.prep: it is not a world, or its bake was interrupted; bake it: prep world MAP --tile 1024',
    ],
    [
      'generate land --width 9000 --height 9000 -o land.png',
      'prep: --width is 9000; it must be up to 8192; more for land as .map or with --tile, without --cost-pattern',
    ],
    ['generate caves --tile 64', 'prep: --tile is for land without --cost-pattern'],
  ])('%s', async (line, message) => {
    expect(await prep(line)).toMatchObject({ code: 2, stderr: `${message}\n` });
  });
});
