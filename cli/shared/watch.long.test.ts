import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { mapText, writeMap } from '../../test/maps.js';
import { PREP, temporaryFolder } from '../../test/prep.js';

/** A project, and `prep build --watch` in it. @param log file that it writes stdout and stderr to */
function watch(log?: string) {
  const folder = temporaryFolder();
  const config = join(folder, 'prep.config.json');
  writeMap(join(folder, 'maps/a.map'), 'rooms', 20, 0.4, 1);
  writeFileSync(config, '{"inputs":[{"maps":"maps/**/*.map","artifacts":{"jps":{}}}],"outDir":"maps/out"}');
  const file = log === undefined ? 'pipe' : openSync(join(folder, log), 'a');
  const child = spawn(process.execPath, [resolve(PREP), 'build', '--watch', '--json'], {
    cwd: folder,
    stdio: ['ignore', file, file],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.on('data', (data) => {
      said[name] += data;
    });
  }
  const all = () => (log === undefined ? said.stdout + said.stderr : readFileSync(join(folder, log), 'utf8'));
  const builds = () => all().match(/^{"summary":/gm)?.length ?? 0;
  const until = async (what: () => boolean) => {
    for (let i = 0; i < 2400 && !what(); i++) await setTimeout(50);
    expect(what(), all()).toBe(true);
  };
  const watching = (times: number) => until(() => (all().match(/watching for/g)?.length ?? 0) >= times);
  return { folder, config, child, said, builds, until, watching };
}

it('prep build --watch builds again when a map or the config changes, and not when the build itself writes', async () => {
  const { folder, config, child, said, builds, until, watching } = watch();
  await watching(1);
  expect(builds()).toBe(1);
  await setTimeout(500);
  expect(builds()).toBe(1);

  const before = readFileSync(join(folder, 'maps/out/a.jps.prep'));
  writeFileSync(join(folder, 'maps/a.map'), mapText('noise', 20, 0.3, 2));
  await watching(2);
  expect(readFileSync(join(folder, 'maps/out/a.jps.prep'))).not.toEqual(before);

  writeFileSync(config, '{');
  await until(() => said.stderr.includes('this is not JSON'));
  writeFileSync(config, '{"inputs":[{"maps":"maps/**/*.map","artifacts":{"jps":{},"hpa":{}}}],"outDir":"maps/out"}');
  await until(() => existsSync(join(folder, 'maps/out/a.hpa.prep')));

  child.kill('SIGINT');
  expect((await once(child, 'exit'))[0]).toBe(130);
});

it.each(['watch.log', 'maps/watch.log'])('builds once while nothing changes but its own log: %s', async (log) => {
  const { folder, builds, watching } = watch(log);
  await watching(1);
  writeFileSync(join(folder, 'maps/notes.txt'), 'no map');
  await setTimeout(700);
  expect(builds()).toBe(1);
  writeMap(join(folder, 'maps/new/b.map'), 'rooms', 20, 0.4, 1);
  await watching(2);
  expect(existsSync(join(folder, 'maps/out/new/b.jps.prep'))).toBe(true);
});

it('is ended in the middle of a build without a stack', async () => {
  const { folder, child, said, until, watching } = watch();
  await watching(1);
  writeMap(join(folder, 'maps/large.map'), 'noise', 1500, 0.2, 1);
  await until(() => said.stdout.includes('"event":"baking","map":"maps/large.map"'));
  child.kill('SIGINT');
  expect((await once(child, 'exit'))[0]).toBe(130);
  expect(said.stderr).not.toMatch(/AbortError|^ {4}at /m);
});
