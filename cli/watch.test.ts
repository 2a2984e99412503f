import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { mapText, writeMap } from '../src/testing/maps.js';
import { PREP, temporaryFolder } from '../src/testing/prep.js';

it('prep build --watch builds again when a map or the config changes, and not when the build itself writes', async () => {
  const folder = temporaryFolder();
  const config = join(folder, 'prep.config.json');
  writeMap(join(folder, 'maps/a.map'), 'rooms', 20, 0.4, 1);
  writeFileSync(config, '{"inputs":[{"maps":"maps/**/*.map","artifacts":{"jps":{}}}],"out":"maps/out"}');
  const child = spawn(process.execPath, [resolve(PREP), 'build', '--watch', '--json'], { cwd: folder });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (data) => {
    stdout += data;
  });
  child.stderr.on('data', (data) => {
    stderr += data;
  });
  const builds = () => stdout.match(/"event":"end"/g)?.length ?? 0;
  const until = async (what: () => boolean) => {
    for (let i = 0; i < 400 && !what(); i++) await setTimeout(50);
    expect(what(), stdout + stderr).toBe(true);
  };
  const watching = (times: number) => until(() => (stderr.match(/watching/g)?.length ?? 0) >= times);

  await watching(1);
  expect(builds()).toBe(1);
  await setTimeout(500);
  expect(builds()).toBe(1);

  const before = readFileSync(join(folder, 'maps/out/a.jps.prep'));
  writeFileSync(join(folder, 'maps/a.map'), mapText('noise', 20, 0.3, 2));
  await watching(2);
  expect(readFileSync(join(folder, 'maps/out/a.jps.prep'))).not.toEqual(before);

  writeFileSync(config, '{');
  await until(() => stderr.includes('this is not JSON'));
  writeFileSync(config, '{"inputs":[{"maps":"maps/**/*.map","artifacts":{"jps":{},"hpa":{}}}],"out":"maps/out"}');
  await until(() => existsSync(join(folder, 'maps/out/a.hpa.prep')));

  child.kill('SIGINT');
  expect((await once(child, 'exit'))[0]).toBe(130);
}, 60_000);
