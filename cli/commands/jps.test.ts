import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { bad, COURTYARD, firstObject, good, prep, prepIn, SPIRAL, temporaryFolder } from '../../test/prep.js';

describe('prep jps', () => {
  it('writes OUT/NAME.jps.prep, creating the folder, and says so in a line a map', async () => {
    const out = join(temporaryFolder(), 'new', 'folder');
    const lines = (await good(`jps ${COURTYARD} ${SPIRAL} -d ${out}`)).trimEnd().split('\n').sort();
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(
      /^fixtures\/maps\/courtyard\.map {3}1\.3 kB -> .*\/new\/folder\/courtyard\.jps\.prep +\d+ B {2}\d+\.\d\d s$/,
    );
    expect(lines[1]).toContain('spiral.map       269 B -> ');
    expect(lines[1].indexOf('bytes per')).toBe(lines[0].indexOf('bytes per'));
    expect(readdirSync(out).sort()).toEqual(['courtyard.jps.prep', 'spiral.jps.prep']);
  });

  it('prints one JSON object a map with --json', async () => {
    const out = temporaryFolder();
    const { seconds, bytesPerOpenCell, ...rest } = firstObject(await good(`jps ${SPIRAL} -d ${out} --json`));
    const blob = join(out, 'spiral.jps.prep');
    const blobBytes = readFileSync(blob).length;
    expect(rest).toEqual({ map: SPIRAL, mapBytes: 269, blob, blobBytes, openCells: 95, warnings: [] });
    expect(bytesPerOpenCell).toBe(blobBytes / 95);
    expect(seconds).toBeGreaterThan(0);
  });

  it('writes the same bytes at any number of threads', async () => {
    const blobs = await Promise.all(
      ['0', '1', '2'].map(async (threads) => {
        const out = temporaryFolder();
        await good(`jps ${COURTYARD} --store-landmarks --threads ${threads} -d ${out}`);
        return readFileSync(join(out, 'courtyard.jps.prep'));
      }),
    );
    expect(blobs[1]).toEqual(blobs[0]);
    expect(blobs[2]).toEqual(blobs[0]);
  });

  it('reads the letters of --terrain as open; a walker of size 1 is one of a cell', async () => {
    const out = temporaryFolder();
    const said = await good(`jps ${COURTYARD} --terrain SW --size 1 -d ${out} --json`);
    const { openCells } = firstObject(said);
    expect(openCells).toBe(readFileSync(COURTYARD, 'latin1').replace(/[^SW]/g, '').length);
    expect(firstObject(await good(`inspect ${join(out, 'courtyard.jps.prep')} --json`)).terrain).toBe('SW');
  });
});

describe('--wall-costs', () => {
  it('is in the blob, and verify reads the map with it', async () => {
    const out = temporaryFolder();
    await good(`jps ${COURTYARD} --wall-costs 4,2 --size 2 -d ${out}`);
    const blob = join(out, 'courtyard.jps.prep');
    expect((await good(`inspect ${blob}`)).split('\n')).toContain('  wall costs     4, 2');
    expect(await good(`verify ${blob} --map ${COURTYARD} --queries 20`)).toContain('map fixtures/maps/courtyard.map');
  });
});

describe('--step-costs', () => {
  it('is in the blob, and verify reads the map with it', async () => {
    const out = temporaryFolder();
    await good('jps', COURTYARD, '--wall-costs', '4,2', '--step-costs', 'entered', '-d', out);
    const blob = join(out, 'courtyard.jps.prep');
    const map = join(out, 'entered.json');
    writeFileSync(map, '{"gridprep":"map","width":2,"height":1,"cells":[[1,3]],"stepCosts":"entered"}');
    for (const file of [blob, map])
      expect((await good('inspect', file)).split('\n')).toContain('  step costs     entered');
    expect(await good('verify', blob, '--map', COURTYARD, '--queries', '20')).toContain(
      'map fixtures/maps/courtyard.map',
    );
    const average = temporaryFolder();
    await good('jps', map, '--step-costs', 'average', '-d', average);
    await good('verify', join(average, 'entered.jps.prep'), '--map', map);
  });

  it('is refused by hierarchies of diagonals, and by worlds', async () => {
    const walled = ['--wall-costs', '4', '--step-costs', 'entered', '-d', temporaryFolder()];
    const average =
      'contraction hierarchies are for steps that cost the average of both cells, and here they cost what the entered cell costs';
    await bad(
      ['ch', COURTYARD, ...walled],
      `${COURTYARD}: ${average}, under diagonals no-corners; bake this map with prep jps, or set diagonals to never`,
    );
    await bad(
      ['bounds', COURTYARD, ...walled],
      `${COURTYARD}: goal bounds are for maps without cell costs, and this map has them; bake it with prep jps`,
    );
    await good('ch', COURTYARD, ...walled, '--diagonals', 'never');
    const says = `${COURTYARD}: step costs are for maps that are baked whole, and a world is baked in tiles`;
    await bad(['world', COURTYARD, '--step-costs', 'entered', '-d', temporaryFolder()], says);
  });
});

describe('bad maps', () => {
  it('do not stop the others', async () => {
    const out = temporaryFolder();
    const { code, stdout, stderr } = await prep(
      `jps ${COURTYARD} fixtures/bad/short-row.map nope.map ${SPIRAL} -d ${out}`,
    );
    expect(code).toBe(2);
    expect(stderr.trimEnd().split('\n').sort()).toEqual([
      'prep: fixtures/bad/short-row.map:6:4: row 1 has 3 cells, the header says width 4',
      'prep: nope.map: no such file or folder',
    ]);
    expect(stdout.trimEnd().split('\n')).toHaveLength(2);
    expect(readdirSync(out).sort()).toEqual(['courtyard.jps.prep', 'spiral.jps.prep']);
  });
});

describe('the output folder', () => {
  it('takes no two maps of one name, whatever their folders', async () => {
    const out = temporaryFolder();
    const other = join(out, 'spiral.map');
    writeFileSync(other, readFileSync(SPIRAL));
    await bad(
      `jps ${SPIRAL} ${COURTYARD} ${other} -d ${join(out, 'blobs')}`,
      `${SPIRAL} and ${other} would both be written to ${join(out, 'blobs', 'spiral.jps.prep')}; bake them into different folders with -d`,
    );
    expect(existsSync(join(out, 'blobs'))).toBe(false);
  });

  it('must not hold a folder where the blob goes', async () => {
    const out = temporaryFolder();
    mkdirSync(join(out, 'spiral.jps.prep'));
    await bad(`jps ${SPIRAL} -d ${out}`, `${join(out, 'spiral.jps.prep')}: is a folder, not a file`, 1);
    expect(readdirSync(out)).toEqual(['spiral.jps.prep']);
  });
});

it('--agent reads the map as an agent of the config does, of one input or of all', async () => {
  const folder = temporaryFolder();
  cpSync('fixtures/maps/courtyard.map', join(folder, 'a.map'));
  const input = { maps: 'a.map', artifacts: { jps: {} }, agents: { tank: { size: 2 } } };
  for (const config of [{ inputs: [input] }, { worlds: [{ map: 'a.map' }], agents: input.agents }]) {
    writeFileSync(join(folder, 'prep.config.json'), JSON.stringify(config));
    expect(await prepIn(folder, 'jps a.map --agent tank')).toMatchObject({ code: 0, stderr: '' });
    const { stdout } = await prepIn(folder, 'inspect out/a.jps.prep --json');
    expect(firstObject(stdout)).toMatchObject({ size: 2 });
    rmSync(join(folder, 'out'), { recursive: true });
  }
});
