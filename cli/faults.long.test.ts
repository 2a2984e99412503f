import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { inspectBlob } from '../src/engines/inspect.js';
import { parseMap } from '../src/maps/movingai.js';
import { build, JOBS } from '../test/build.js';
import { random } from '../test/grids.js';
import { mapText, writeMap } from '../test/maps.js';
import { nodeIn, PREP, prepIn, temporaryFolder } from '../test/prep.js';
import { sample, sampleOf } from '../test/samples.js';

/** Some maps, which take about half a second. */
function project(): string {
  const folder = temporaryFolder();
  for (let i = 0; i < 8; i++) writeMap(join(folder, `maps/m${i}.map`), 'noise', 16 + 6 * i, 0.2, i + 1);
  writeFileSync(
    join(folder, 'prep.config.json'),
    `{"threads":${JOBS},"inputs":[{"maps":"maps/*.map","artifacts":{"jps":{},"bounds":{},"hpa":{}}}],"outDir":"out"}`,
  );
  return folder;
}

/** Every file under its final name is whole, and of its map as it is or was. @returns names */
function checkOutputs(folder: string): string[] {
  const out = join(folder, 'out');
  const names = readdirSync(out);
  for (const name of names.filter((n) => n.endsWith('.prep'))) inspectBlob(readFileSync(join(out, name)));
  for (const name of names.filter((n) => n.endsWith('.json'))) JSON.parse(readFileSync(join(out, name), 'utf8'));
  return names;
}

/** The next build ends green, leaves nothing behind, and after it all is up to date. */
async function recovers(folder: string): Promise<void> {
  expect(await prepIn(folder, 'build -q')).toEqual({ code: 0, stdout: '', stderr: '' });
  expect(checkOutputs(folder).filter((name) => !/\.(jps|bounds|hpa)\.prep$/.test(name))).toEqual([
    '.prep-record',
    'index.d.ts',
    'index.js',
    'manifest.json',
  ]);
  const { outputs } = JSON.parse(readFileSync(join(folder, 'out/manifest.json'), 'utf8'));
  expect(outputs).toHaveLength(24);
  expect((await build(folder, { dryRun: true })).cached).toHaveLength(8);
}

describe('kill -9', () => {
  it('at random moments of writing leaves only whole files, and the next build continues', async () => {
    const folder = project();
    const next = random(20261120);
    for (let i = 0; i < sample(20); i++) {
      // Another map than the last time, or there would soon be nothing left to build.
      writeMap(join(folder, `maps/m${i % 8}.map`), 'noise', 16 + 6 * (i % 8), 0.2, 100 + i);
      if (i % 5 === 0) rmSync(join(folder, 'out'), { recursive: true, force: true });
      // Each file has four such moments; three are of the map that changed, 24 of all.
      const moments = 4 * (i % 5 === 0 ? 24 : 3);
      expect(await prepIn(folder, 'build -q', `killed:${1 + Math.floor(next() * moments)}`)).toEqual({
        code: null,
        stdout: '',
        stderr: '',
      });
      checkOutputs(folder);
    }
    await recovers(folder);
  });

  it('leaves partial files, which the next build removes', async () => {
    const folder = project();
    mkdirSync(join(folder, 'out'));
    // Process numbers end at 2^22: this one has no process.
    writeFileSync(join(folder, 'out/.m1.jps.prep.4194305-1.tmp'), 'partial');
    await recovers(folder);
  });
});

describe('Ctrl-C', () => {
  it('leaves whole files and a record of them, and the next build continues', async () => {
    const folder = project();
    writeMap(join(folder, 'maps/big.map'), 'noise', 300, 0.2, 3);
    const child = spawn(process.execPath, [resolve(PREP), 'build', '--verbose', '--threads', '2'], { cwd: folder });
    let stderr = '';
    child.stderr.on('data', (data) => {
      stderr += data;
    });
    // The big map is under way for a long time, and three others are done, two lines each.
    for (let lines = 0; lines < 6; ) lines += String((await once(child.stdout, 'data'))[0]).split('\n').length - 1;
    child.kill('SIGINT');
    const [code] = await once(child, 'exit');
    expect(code).toBe(130);
    const [, count] =
      /^prep: interrupted, (\d) of 9 maps are up to date; the same command continues from there\n$/.exec(stderr) ?? [];
    expect(Number(count)).toBeGreaterThanOrEqual(3);
    const done = checkOutputs(folder).filter((name) => name.endsWith('.prep'));
    expect(done.length).toBeGreaterThanOrEqual(9);
    rmSync(join(folder, 'maps/big.map'));
    const { stdout } = await prepIn(folder, 'build --json');
    expect(stdout.match(/"event":"cached"/g)).toHaveLength(Number(count));
  });
});

describe('a worker thread that dies', () => {
  it('fails its map by name, and no other', async () => {
    const folder = project();
    writeMap(join(folder, 'maps/m9.map'), 'noise', 200, 0.2, 3);
    const { code, stdout, stderr } = await prepIn(folder, 'build --threads 2', 'dying-bake:m9.map');
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr:
        'prep: maps/m9.map: a worker thread has ended in the middle of it (it exited with code 7); build again\n' +
        'prep: 1 of 9 maps failed: maps/m9.map\n',
    });
    expect(stdout).toMatch(/^9 maps: 8 built, 1 failed; /m);
    rmSync(join(folder, 'maps/m9.map'));
    await recovers(folder);
  });

  it('while it helps another fails that map, which does not wait for ever', async () => {
    const folder = temporaryFolder();
    writeMap(join(folder, 'maps/only.map'), 'noise', 200, 0.2, 3);
    writeFileSync(join(folder, 'prep.config.json'), '{"inputs":[{"maps":"maps/*.map","artifacts":{"bounds":{}}}]}');
    const { code, stderr } = await prepIn(folder, 'build -q --threads 2', 'dying-help');
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr:
        'prep: maps/only.map: a worker thread has ended in the middle of it (it exited with code 7); build again\n',
    });
  });
});

describe('--max-memory', () => {
  it('gives a map no helper that it has no room for', async () => {
    const folder = temporaryFolder();
    writeMap(join(folder, 'maps/only.map'), 'noise', 100, 0.2, 3);
    writeFileSync(join(folder, 'prep.config.json'), '{"inputs":[{"maps":"maps/*.map","artifacts":{"bounds":{}}}]}');
    // The first helper would die; there is none.
    const run = await prepIn(folder, 'build -q --threads 2 --max-memory 115MB', 'dying-help');
    expect(run).toEqual({ code: 0, stdout: '', stderr: '' });
  });
});

describe('worker threads that die in other commands', () => {
  const died = 'a worker thread has ended in the middle of it (it exited with code 7)';

  function maps(side: number): string {
    const folder = temporaryFolder();
    writeMap(join(folder, 'a.map'), 'noise', side, 0.2, 3);
    writeMap(join(folder, 'b.map'), 'rooms', Math.max(30, side), 0.2, 3);
    return folder;
  }
  /** Side of a map whose cells are compressed in a thread: smaller ones are in the calling one. */
  const COMPRESSED_APART = 1100;

  it.each([
    ['jps', 'dying-thread:0'],
    ['hpa', 'dying-task:0'],
  ])('prep %s names each map, in one line: %s', async (command, fault) => {
    const { code, stdout, stderr } = await prepIn(
      maps(COMPRESSED_APART),
      [command, 'a.map', 'b.map', '--threads', '2'],
      fault,
    );
    const lines = ['a.map', 'b.map'].map((map) => `prep: ${map}: ${died}; run the command again`);
    expect({ code, stdout, lines: stderr.trimEnd().split('\n').sort() }).toEqual({
      code: 1,
      stdout: expect.stringMatching(/^2 maps: 2 failed; 0 B, [\d.]+ s\n$/),
      lines,
    });
  });

  // No frame is compressed here: these are the threads that flood, and those that search rows.
  it.each([
    ['dying-thread:0', 'bounds', '--boxes', 'cells'],
    ['dying-task:0', 'table', '--cluster', '5', '--max-nodes', '9999'],
  ])('%s: prep %s names the map whose work was shared', async (fault, ...command) => {
    const { code, stderr } = await prepIn(maps(120), [...command, 'a.map', '--threads', '2', '--codec', 'none'], fault);
    expect({ code, stderr }).toEqual({ code: 1, stderr: `prep: a.map: ${died}; run the command again\n` });
  });

  it('prep verify names what it was on', async () => {
    const command = ['verify', 'out/a.table.prep', 'out/a.hpa.prep', '--tolerance', '1'];
    const folder = maps(120);
    expect((await prepIn(folder, 'table a.map --cluster 5 --max-nodes 9999 --codec none')).code).toBe(0);
    const { code, stdout, stderr } = await prepIn(folder, command, 'dying-task:0');
    const named = command.filter((word) => word.includes('.')).join(' + ');
    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: '',
      stderr: `prep: ${named}: ${died}; run the command again\n`,
    });
  });

  it('prep build names each map', async () => {
    const folder = maps(COMPRESSED_APART);
    writeFileSync(join(folder, 'prep.config.json'), '{"inputs":[{"maps":"*.map","artifacts":{"jps":{}}}]}');
    const { code, stderr } = await prepIn(folder, 'build -q --threads 2', 'dying-thread:0');
    const lines = ['2 of 2 maps failed: a.map, b.map', `a.map: ${died}; build again`, `b.map: ${died}; build again`];
    expect({ code, lines: stderr.trimEnd().split('\n').sort() }).toEqual({
      code: 1,
      lines: lines.map((line) => `prep: ${line}`),
    });
  });

  it('functions without a command throw, and the process ends', async () => {
    const script = `
      import { readFileSync } from 'node:fs';
      const from = (file) => import(${JSON.stringify(pathToFileURL('build/src/').href)} + file);
      const { bakeBounds } = await from('engines/bounds/bake.js');
      const { bakeJps } = await from('engines/jps/bake.js');
      const { bakeTable } = await from('engines/table/bake.js');
      const { Compressor } = await from('core/blob/compress.js');
      const { parseMap } = await from('maps/movingai.js');
      const grid = parseMap(readFileSync('a.map'));
      for (const work of [
        () => new Compressor().frames(new Uint8Array(2 ** 18), 1),
        () => bakeJps(parseMap(readFileSync('large.map'))),
        () => bakeBounds(grid, { boxes: 'cells', threads: 2, codec: 'none' }),
        () => bakeTable(readFileSync('out/a.hpa.prep'), { maxNodes: 9999, threads: 2, codec: 'none' }),
      ]) await work().catch(({ name, message }) => console.log(name, message));`;
    const folder = maps(120);
    expect((await prepIn(folder, 'hpa a.map --cluster 5 --codec none')).code).toBe(0);
    writeMap(join(folder, 'large.map'), 'noise', COMPRESSED_APART, 0.2, 3);
    writeFileSync(join(folder, 'script.mjs'), script);
    const stdout = `ThreadError ${died}\n`.repeat(4);
    expect(await nodeIn(folder, ['script.mjs'], 'dying-thread:0')).toEqual({ code: 0, stdout, stderr: '' });
  });
});

describe('a disk that is full', () => {
  it.each(sampleOf([1, 4, 13]))('from file %i on leaves only whole files, and says so', async (file) => {
    const folder = project();
    const { code, stdout, stderr } = await prepIn(folder, 'build -q', `full:${file}`);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    // The first file is written to see whether the folder can be.
    expect(stderr).toMatch(/^prep: out\/(m\d\.\w+\.prep|\.prep-record-try): the disk is full$/m);
    expect(checkOutputs(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
    await recovers(folder);
  });
});

describe('a folder that cannot be written', () => {
  it('is reported once, before the first bake', async () => {
    const folder = project();
    const { code, stderr } = await prepIn(folder, 'build -q', 'read-only');
    expect([code, stderr]).toEqual([1, 'prep: out: the file system is read-only\n']);
    await recovers(folder);
  });

  it.each(sampleOf(['there/sub', 'there', './there/', 'there/sub/sub']))(
    'is named as it was given, with exit code 1: %s',
    async (out) => {
      const folder = temporaryFolder();
      writeMap(join(folder, 'm.map'), 'noise', 16, 0.2, 1);
      mkdirSync(join(folder, 'there'));
      const name = join(out, '.').replace(/\/$/, '');
      const failed = { code: 1, stdout: '', stderr: `prep: ${name}: no permission\n` };
      expect(await prepIn(folder, `jps m.map -d ${out}`, 'no-permission')).toEqual(failed);
    },
  );

  it('because a file is in the way', async () => {
    const folder = project();
    writeFileSync(join(folder, 'out'), 'a file');
    const { code, stderr } = await prepIn(folder, 'build -q');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^prep: out\/m0\.(jps|bounds)\.prep: a part of the path is not a folder$/m);
    expect(stderr).toMatch(/^prep: out: is a file, not a folder$/m);
    rmSync(join(folder, 'out'));
    await recovers(folder);
  });

  it('because a folder is in the way of one output', async () => {
    const folder = project();
    mkdirSync(join(folder, 'out/m3.jps.prep'), { recursive: true });
    const { code, stderr } = await prepIn(folder, 'build -q');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^prep: 1 of 8 maps failed: maps\/m3\.map$/m);
    rmSync(join(folder, 'out/m3.jps.prep'), { recursive: true });
    await recovers(folder);
  });
});

describe('a clock that was moved', () => {
  it.each(sampleOf(['-30', '30']))('by %s years changes nothing', async (years) => {
    const folder = project();
    expect((await prepIn(folder, 'build -q')).code).toBe(0);
    expect(await prepIn(folder, 'build --check -q', `clock:${years}`)).toEqual({ code: 0, stdout: '', stderr: '' });
    const map = join(folder, 'maps/m0.map');
    writeFileSync(map, mapText('noise', 16, 0.2, 999));
    expect((await prepIn(folder, 'build -q', `clock:${years}`)).code).toBe(0);
    expect((await prepIn(folder, 'build --check -q')).code).toBe(0);
  });
});

describe('a map that is replaced during the build', () => {
  it('between examining and baking gives correct outputs of the new one in the same build', async () => {
    const folder = project();
    await replaced(folder, 'baking');
    const fingerprints = JSON.parse(readFileSync(join(folder, 'out/manifest.json'), 'utf8')).outputs;
    expect(fingerprints).toHaveLength(24);
    expect((await prepIn(folder, 'build --check -q')).code).toBe(0);
  });

  it('after it was read gives outputs that the next build knows are stale', async () => {
    const folder = project();
    await replaced(folder, 'progress');
    const { code, stderr } = await prepIn(folder, 'build --check -q');
    expect({ code, stderr }).toEqual({ code: 1, stderr: 'prep: 1 of 8 maps are not up to date; run prep build\n' });
    await recovers(folder);
  });

  /** Builds, and replaces the largest map at the first event of a kind. */
  async function replaced(folder: string, moment: string): Promise<void> {
    const map = join(folder, 'maps/m7.map');
    const size = statSync(map).size;
    let done = false;
    await build(folder, {
      threads: 1,
      onEvent({ event, ...rest }) {
        if (done || event !== moment || !('map' in rest) || rest.map !== 'maps/m7.map') return;
        done = true;
        writeFileSync(`${map}.new`, mapText('noise', 58, 0.2, 555));
        renameSync(`${map}.new`, map);
      },
    });
    expect(done).toBe(true);
    expect(statSync(map).size).toBe(size);
    expect(parseMap(readFileSync(map)).width).toBe(58);
  }
});
