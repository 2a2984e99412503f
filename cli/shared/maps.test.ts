import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inspectBlob } from '../../src/core/artifacts/inspect.js';
import { writeMap } from '../../test/maps.js';
import { prepIn, temporaryFolder } from '../../test/prep.js';

/** A folder with maps, and a config if it is given. */
function project(config?: object): string {
  const folder = temporaryFolder();
  writeMap(join(folder, 'maps/a.map'), 'noise', 20, 0.2, 1);
  writeMap(join(folder, 'maps/deep/b.map'), 'noise', 20, 0.2, 2);
  writeMap(join(folder, 'other/c.map'), 'noise', 20, 0.2, 3);
  if (config) writeFileSync(join(folder, 'prep.config.json'), JSON.stringify(config));
  return folder;
}

const CONFIG = { inputs: [{ maps: ['maps/**/*.map', 'other/*.map'], preset: 'tiny' }], outDir: 'baked' };
const OF_CONFIG = 'prep: no maps given; using 3 from prep.config.json: maps/a.map, maps/deep/b.map, other/c.map\n';
const OF_FOLDER = 'prep: no maps given; using 2 from maps: maps/a.map, maps/deep/b.map\n';

function blobs(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.prep'))
    .sort();
}

describe('a command without maps', () => {
  it('prep hpa --cluster 10 bakes those of the config, to where it says', async () => {
    const folder = project(CONFIG);
    const { code, stdout, stderr } = await prepIn(folder, 'hpa --cluster 10');
    expect({ code, stderr }).toEqual({ code: 0, stderr: OF_CONFIG });
    expect(stdout.trimEnd().split('\n')).toHaveLength(3);
    expect(blobs(join(folder, 'baked'))).toEqual(['a.hpa.prep', 'c.hpa.prep', 'deep/b.hpa.prep']);
    const { metadata } = inspectBlob(readFileSync(join(folder, 'baked/deep/b.hpa.prep')));
    expect(metadata[0]).toMatchObject({ map: 'b.map', options: { cluster: 10 } });
  });

  it.each([['jps'], ['bounds'], ['table']])('prep %s bakes those of the folder maps', async (command) => {
    const folder = project();
    const { code, stderr } = await prepIn(folder, [command]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: OF_FOLDER });
    expect(blobs(join(folder, 'out'))).toEqual(expect.arrayContaining([`a.${command}.prep`, `deep/b.${command}.prep`]));
  });

  it('reads maps as in the config, unless flags differ', async () => {
    const reading = { terrain: '.@', costs: { '@': 3 } };
    const folder = project({ inputs: [{ maps: 'maps/*.map', preset: 'tables', ...reading }] });
    await prepIn(folder, 'hpa');
    expect(inspectBlob(readFileSync(join(folder, 'out/a.hpa.prep')))).toMatchObject({ terrain: '.@', openCells: 400 });
    writeFileSync(join(folder, 'costs.json'), '{"@":1}');
    expect((await prepIn(folder, 'hpa --costs costs.json -d cheap')).code).toBe(0);
    const fingerprints = ['out', 'cheap'].map(
      (out) => inspectBlob(readFileSync(join(folder, out, 'a.hpa.prep'))).fingerprint,
    );
    expect(fingerprints[0]).not.toBe(fingerprints[1]);
    const other = project(CONFIG);
    await prepIn(other, 'jps --terrain .@ -d open');
    expect(inspectBlob(readFileSync(join(other, 'open/a.jps.prep'))).terrain).toBe('.@');
  });

  it('prep estimate and prep verify also take them, the blobs each against its map', async () => {
    const folder = project(CONFIG);
    const estimate = await prepIn(folder, 'estimate');
    expect({ code: estimate.code, stderr: estimate.stderr }).toEqual({ code: 0, stderr: OF_CONFIG });
    expect(estimate.stdout).toMatch(/^other\/c\.map: jps, bounds\n {2}goal bounds for/m);
    const bare =
      'prep: baked holds no blob of maps/a.map, maps/deep/b.map, other/c.map; bake them first, for example with prep jps\n';
    expect(await prepIn(folder, 'verify')).toEqual({ code: 2, stdout: '', stderr: OF_CONFIG + bare });
    await prepIn(folder, 'build -q');
    await prepIn(folder, 'bounds');
    const verify = await prepIn(folder, 'verify');
    expect({ code: verify.code, stderr: verify.stderr }).toEqual({ code: 0, stderr: OF_CONFIG });
    expect(verify.stdout).toMatch(
      /^baked\/deep\/b\.jps\.prep \+ baked\/deep\/b\.bounds\.prep: right\n.*\n {2}map maps\/deep\/b\.map$/m,
    );
    writeMap(join(folder, 'other/c.map'), 'noise', 20, 0.2, 4);
    expect((await prepIn(folder, 'verify')).code).toBe(1);
  });

  it.each([['jps'], ['bounds'], ['hpa', '--cluster', '10'], ['table'], ['estimate'], ['verify']])(
    'prep %s says what to do where neither is there',
    async (...argv) => {
      const folder = temporaryFolder();
      mkdirSync(join(folder, 'maps'));
      const why =
        'prep: no maps given, and no prep.config.json or folder "maps" with .map, .tmj, .tmx, .ldtk files; name maps, or see prep init\n';
      expect(await prepIn(folder, argv)).toEqual({ code: 2, stdout: '', stderr: why });
    },
  );

  it('says of a config what is wrong with it', async () => {
    const folder = project({ inputs: [{ maps: 'nope/*.map', preset: 'tiny' }] });
    const why = 'prep: prep.config.json: inputs[0].maps is "nope/*.map", which matches no file\n';
    expect(await prepIn(folder, 'jps')).toEqual({ code: 2, stdout: '', stderr: why });
  });
});
