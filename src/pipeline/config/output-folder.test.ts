import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { build } from '../../../test/build.js';
import { writeMap } from '../../../test/maps.js';
import { temporaryFolder } from '../../../test/prep.js';
import { outputFolderOf } from './output-folder.js';
import { readConfig } from './read-config.js';

/** A folder with a project in it, whose config is in a folder of that. */
function project(outDir: string) {
  const folder = realpathSync(temporaryFolder());
  writeMap(join(folder, 'project/maps/a/b.map'), 'noise', 8, 0.2, 1);
  const file = join(folder, 'project/prep.config.json');
  writeFileSync(file, JSON.stringify({ outDir, inputs: [{ maps: 'maps/**/*.map', artifacts: { jps: {} } }] }));
  mkdirSync(join(folder, 'elsewhere'));
  const chosen = async () => outputFolderOf(await readConfig(file));
  const message = (text: string) =>
    `${file}: outDir is ${JSON.stringify(outDir)}, ${text}; name another one, or this one with --out-dir`;
  return { folder: join(folder, 'project'), elsewhere: join(folder, 'elsewhere'), chosen, message };
}
const OUTSIDE = "which lies neither below the config's folder nor below the working folder";

describe('the output folder of a config', () => {
  it.each(['out', '.', 'a/../out', 'maps/../..name'])('may be %s', async (outDir) => {
    const { folder, chosen } = project(outDir);
    expect(await chosen()).toBe(join(folder, outDir));
  });

  it('may be next to the config, below the working folder', async () => {
    const { config, ...at } = await readConfig('examples/node-server/prep.config.json');
    expect(await outputFolderOf({ ...at, config: { ...config, outDir: '../../out' } })).toBe('out');
  });

  it.each(['..', '../elsewhere', 'out/../../x'])('may not leave the project: %s', async (outDir) => {
    const { chosen, message } = project(outDir);
    await expect(chosen()).rejects.toThrow(message(OUTSIDE));
  });

  it('may not be absolute', async () => {
    const { chosen, message } = project('/srv/maps');
    await expect(chosen()).rejects.toThrow(message("expected a folder relative to the config's"));
  });

  it('may not leave the project by a link', async () => {
    const inside = project('out/new');
    symlinkSync('maps', join(inside.folder, 'out'));
    expect(await inside.chosen()).toBe(join(inside.folder, 'out/new'));
    const { folder, elsewhere, chosen, message } = project('out/new');
    symlinkSync(elsewhere, join(folder, 'out'));
    await expect(chosen()).rejects.toThrow(message('which a link leads out of the project'));
  });
});

describe('links below an output folder', () => {
  it('are not followed out of it, by writing or by removing', async () => {
    const { folder, elsewhere } = project('out');
    mkdirSync(join(folder, 'out'));
    symlinkSync(elsewhere, join(folder, 'out/a'));
    const leftover = join(elsewhere, '.x.999999999-1.tmp');
    writeFileSync(leftover, '');
    await expect(build(folder)).rejects.toThrow(
      `${join(folder, 'out/a')}: a link leads out of the output folder and the project; replace it by a folder, or name its target with --out-dir`,
    );
    expect(readdirSync(elsewhere)).toEqual(['.x.999999999-1.tmp']);
    expect((await build(folder, { dryRun: true })).stale).toEqual(['maps/a/b.map']);
  });

  it('are followed within it', async () => {
    const { folder } = project('out');
    mkdirSync(join(folder, 'out/other'), { recursive: true });
    symlinkSync('other', join(folder, 'out/a'));
    await build(folder);
    expect(readdirSync(join(folder, 'out/other'))).toEqual(['b.jps.prep']);
  });

  it('do not lead --clean to files of others', async () => {
    const { folder, elsewhere } = project('out');
    await build(folder);
    const blob = readFileSync(join(folder, 'out/a/b.jps.prep'));
    writeFileSync(join(folder, 'prep.config.json'), '{"inputs":[{"maps":"maps/c.map","artifacts":{"jps":{}}}]}');
    writeMap(join(folder, 'maps/c.map'), 'noise', 8, 0.2, 2);
    writeFileSync(join(elsewhere, 'b.jps.prep'), blob);
    rmSync(join(folder, 'out/a'), { recursive: true });
    symlinkSync(elsewhere, join(folder, 'out/a'));
    await build(folder, { clean: true });
    expect(existsSync(join(elsewhere, 'b.jps.prep'))).toBe(true);
  });
});
