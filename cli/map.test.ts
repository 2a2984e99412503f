import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inspectBlob } from '../src/core/artifacts/inspect.js';
import { unzstd } from '../src/core/blob/unzstd.js';
import { mapLevels, readMap } from '../src/core/maps/read-map.js';
import { readMeta } from '../src/core/runtime/meta.js';
import { firstObject, good, prepIn, temporaryFolder } from '../test/prep.js';

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
    await good(`verify ${join(out, 'village.hpa.prep')} --map ${VILLAGE}`);
    expect(await good(`estimate ${WORLD} --ldtk.layer Sound --map-levels Cave`)).toContain(': ch\n  ch for');
  });

  it('is refused with file and place, with exit code 2', async () => {
    const folder = temporaryFolder();
    const fails = async (argv: string | string[], message: string) =>
      expect(await prepIn(folder, argv)).toEqual({ code: 2, stdout: '', stderr: `prep: ${message}\n` });
    const [village, world] = [resolve(VILLAGE), resolve(WORLD)];
    await fails(
      `inspect ${village} --tiled.layers walls`,
      `${village}: no tile layer has the name or class "walls" of tiled.layers (--tiled.layers); there are "Grass", "Swamp", "Walls", "Props", "Secret"`,
    );
    await fails(
      `jps ${world} --map-levels Attic`,
      `--map-levels has "Attic", which is not in ${world}; there are Cave, Yard`,
    );
    await fails(
      `query ${village} --from 1,1 --to 2,2`,
      `${village}: this is a map, not a blob; bake it first: prep jps ${village}`,
    );
    await fails(
      `map ${village} -o a.gif`,
      '--out-file is "a.gif", expected a file that ends in .map, .png, .json or .csv',
    );
    await fails('generate noise --width 0 --height 5', '--width is 0; it must be a whole number from 1 to 65536');
    await fails('generate noise --density 2', '--density is 2; it must be a number from 0 to 1');
    writeFileSync(join(folder, 'l.json'), '[]');
    await fails(
      `inspect ${village} --csv.legend l.json`,
      'l.json: expected a JSON object, for example {"#000000":"blocked","#ffffff":"open"}',
    );
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

describe('prep inspect', () => {
  it('prints what is in a map', async () => {
    expect(await good(`inspect ${VILLAGE}`)).toBe(
      [
        `${VILLAGE}  tiled`,
        '  map            10 x 8, 59 open cells (73.8 %)',
        '  components     3, the largest of 53 cells',
        '  costs          1: 42 cells, 2: 1 cell, 5: 4 cells, 7: 9 cells, 9: 3 cells',
        '  cell           16 x 16 pixels',
        '  door           door 8 at 3,3',
        '  door           gate at 4,4 (2 cells)',
        '  door           back gate at 6,4 (2 cells)',
        '  marker         start at 2,2',
        '  marker         shop at 8,3',
        '  walls          property "solid" (10 cells), class "blocked" (1 cell), objects of class "blocked" (9 cells); ' +
          'cells without a tile: blocked (3; --tiled.empty open)',
        '  also read      tiles/gate.tj, tiles/terrain.tsj, tiles/water.tsx',
        '',
      ].join('\n'),
    );
    const lines = (await good(`inspect ${WORLD} --ldtk.layer Collisions --map-levels Yard --json`)).trimEnd();
    expect(firstObject(lines)).toMatchObject({
      file: WORLD,
      format: 'ldtk',
      level: 'Yard',
      components: 2,
      openCells: 6,
      origin: [6, -2],
    });
    expect(await mapLevels(WORLD)).toHaveLength(2);
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
