import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inspectBlob } from '../src/core/artifacts/inspect.js';
import { unzstd } from '../src/core/blob/unzstd.js';
import { mapLevels, readMap } from '../src/core/maps/read-map.js';
import { readMeta } from '../src/core/runtime/meta.js';
import { good, temporaryFolder } from '../test/prep.js';

const INPUTS = 'fixtures/inputs';
const VILLAGE = `${INPUTS}/village.tmj`;
const WORLD = `${INPUTS}/world.ldtk`;

describe('a map of any kind', () => {
  it('is baked, its doors and points kept; each level separately', async () => {
    const out = temporaryFolder();
    await good(`hpa ${VILLAGE} -d ${out}`);
    expect(readMeta(readFileSync(join(out, 'village.hpa.prep')), { decompress: unzstd })).toMatchObject({
      cellSize: [16, 16],
      markers: [{ name: 'start' }, { name: 'shop' }],
    });
    const stdout = await good(`jps ${WORLD} --ldtk.layer Collisions -d ${out}`);
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .filter((_, i) => i % 2 > 0),
    ).toEqual([
      '  walls: IntGrid "Collisions" (15 cells: "walls" 12, "mud" 2, "3" 1); not used: IntGrid "Sound"',
      '  walls: IntGrid "Collisions" (3 cells: "walls" 2, "mud" 1)',
    ]);
    expect(readMeta(readFileSync(join(out, 'world.Yard.jps.prep')), { decompress: unzstd })).toMatchObject({
      level: 'Yard',
      map: 'world.ldtk',
    });
    expect(await mapLevels(WORLD)).toHaveLength(2);
    await good(`verify ${join(out, 'village.hpa.prep')} --map ${VILLAGE}`);
    expect(await good(`estimate ${WORLD} --ldtk.layer Sound --map-levels Cave`)).toContain(': ch\n  ch for');
  });
});

describe('prep map', () => {
  it('writes forms that are the same map again', async () => {
    const folder = temporaryFolder();
    const files = ['map', 'json', 'csv', 'png'].map((ending) => join(folder, `v.${ending}`));
    for (const file of files) await good(`map ${VILLAGE} -o ${file}`);
    await good(`hpa ${VILLAGE} -d ${folder}`);
    await good('hpa', files[0], '--costs', join(folder, 'v.costs.json'), '-d', folder);
    const prints = ['village', 'v'].map(
      (name) => inspectBlob(readFileSync(join(folder, `${name}.hpa.prep`))).fingerprint,
    );
    expect(prints[0]).toBe(prints[1]);
    const { grid, doors } = await readMap(VILLAGE);
    for (const file of files.slice(1, 3)) expect((await readMap(file)).grid).toEqual(grid);
    expect((await readMap(files[1])).doors).toEqual(doors);
    const { grid: seen } = await readMap(files[3], { png: { threshold: 40 } });
    expect([seen.width, seen.isOpen(1, 1)]).toEqual([10, false]);
  });
});

describe('prep generate', () => {
  it('writes the same map for the same seed', async () => {
    const folder = temporaryFolder();
    for (const name of ['a', 'b'])
      await good('generate weights --width 30 --height 20 --seed 7 -o', join(folder, `${name}.map`));
    const read = (name: string) => readFileSync(join(folder, name), 'utf8');
    expect(read('a.map')).toBe(read('b.map'));
    const costs = JSON.parse(read('a.costs.json'));
    expect((await readMap(join(folder, 'a.map'), { costs })).grid.costs?.reduce((a, b) => Math.max(a, b))).toBe(9);
  });

  it('prices the ground of any kind by a pattern', async () => {
    const file = join(temporaryFolder(), 'cave.json');
    await good(`generate caves --width 40 --height 30 --cost-pattern roads -o ${file}`);
    expect(new Set((await readMap(file)).grid.costs)).toEqual(new Set([0, 1, 4]));
  });
});
