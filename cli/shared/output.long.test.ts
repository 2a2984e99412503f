import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeBlob } from '../../src/core/blob/write.js';
import { bakeJps } from '../../src/engines/jps/bake.js';
import { buildJumpDistances } from '../../src/engines/jps/build.js';
import { jumpSections } from '../../src/engines/jps/section.js';
import { makeGrid } from '../../test/grids.js';
import { writeMap } from '../../test/maps.js';
import { bad, firstObject, good, PREP, prep, temporaryFolder } from '../../test/prep.js';
import { toJson, visible } from './output.js';

const grid = makeGrid('noise', 12, 10, 0.2, 1);

/** A folder with some maps and a config. */
function project(): string {
  const folder = temporaryFolder();
  for (let i = 0; i < 6; i++) writeMap(join(folder, `maps/m${i}.map`), 'noise', 20, 0.2, i + 1);
  writeFileSync(join(folder, 'prep.config.json'), '{"inputs":[{"maps":"maps/*.map","artifacts":{"jps":{}}}]}');
  return folder;
}

describe('an output whose reader has gone', () => {
  it.each([
    [['build'], 6],
    [['build', '--json'], 6],
    [['jps', 'maps/m0.map', 'maps/m1.map', 'maps/m2.map'], 3],
  ])('ends quietly, and the work is done: %j', async (argv, blobs) => {
    const folder = project();
    const child = spawn(process.execPath, [resolve(PREP), ...argv], { cwd: folder });
    child.stdout.destroy();
    let stderr = '';
    child.stderr.on('data', (data) => {
      stderr += data;
    });
    const [code] = await once(child, 'close');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(readdirSync(join(folder, 'out')).filter((name) => name.endsWith('.prep'))).toHaveLength(blobs);
  });

  it('keeps the exit code, and may also be stderr', async () => {
    const child = spawn(process.execPath, [resolve(PREP), 'jps', 'nope.map']);
    child.stderr.destroy();
    expect(await once(child, 'close')).toEqual([2, null]);
  });
});

describe.skipIf(!existsSync('/dev/full'))('an output on a full device', () => {
  it.each([[['build']], [['build', '--json']], [['jps', 'maps/m0.map', 'maps/m1.map']], [['--help']]])(
    'is one line, and exit code 1: %j',
    async (argv) => {
      const folder = project();
      const child = spawn(process.execPath, [resolve(PREP), ...argv], {
        cwd: folder,
        stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
      });
      let stderr = '';
      child.stderr?.on('data', (data) => {
        stderr += data;
      });
      const [code] = await once(child, 'close');
      expect({ code, stderr }).toEqual({ code: 1, stderr: 'prep: stdout: the disk is full\n' });
      if (argv[0] === 'build') expect(readFileSync(join(folder, 'out/m5.jps.prep')).length).toBeGreaterThan(0);
    },
  );
});

describe('control characters', () => {
  const EVIL = '\x1b]0;owned\x07\x9b2J\x7f\u202e';

  it('are spelled, in JSON as JSON does', () => {
    expect(visible(`a\tb${EVIL}\n`)).toBe('a\\u0009b\\u001b]0;owned\\u0007\\u009b2J\\u007f\\u202e\\u000a');
    expect(JSON.parse(visible(JSON.stringify({ EVIL })))).toEqual({ EVIL });
  });

  it.each(['jps', 'build', 'verify', 'inspect', 'query', 'bench'])(
    'never reach the terminal by prep %s',
    async (command) => {
      const folder = temporaryFolder();
      const blob = join(folder, 'a.prep');
      writeFileSync(blob, await bakeJps(grid, { map: `${EVIL}.map` }));
      const map = join(folder, `${EVIL}.map`);
      writeMap(map, 'noise', 20, 0.2, 1);
      writeFileSync(join(folder, 'c.json'), '{"inputs":[{"maps":"*.map","preset":"tiny"}]}');
      const argv: Record<string, string[]> = {
        build: [join(folder, 'c.json')],
        query: [blob, '--from', '1,1', '--to', '2,2'],
        jps: [map, '-d', folder],
        bench: [map, '--quick', '--engines', EVIL],
      };
      for (const json of command === 'bench' || command === 'query' ? [[]] : [[], ['--json']]) {
        const { stdout, stderr } = await prep(command, ...(argv[command] ?? [blob]), ...json);
        expect(stdout + stderr).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u);
        expect(stdout + stderr).not.toBe('');
      }
    },
  );
});

describe('metadata of other hands', () => {
  const sections = jumpSections(buildJumpDistances(grid));
  const write = async (options: object) => {
    const file = join(temporaryFolder(), 'x.jps.prep');
    writeFileSync(file, await writeBlob(grid, sections, { artifact: 'jps', map: 'x.map', options }));
    return file;
  };

  it('may hold numbers beyond 2^53', async () => {
    expect(toJson({ seed: 2n ** 60n })).toBe('{"seed":"1152921504606846976"}');
    const file = await write({ seed: 2n ** 60n });
    expect(firstObject(await good(`inspect ${file} --json`)).metadata[0].options).toEqual({
      seed: '1152921504606846976',
    });
    expect(await good(`verify ${file} --json`)).toContain('"faults":[]');
  });

  it('may not be nested beyond reason', async () => {
    const deep = Array.from({ length: 30 }).reduce<object>((inner) => ({ inner }), {});
    const file = await write(deep);
    const why = 'unusable blob: metadata is too deep, expected a map; bake it again with this gridprep';
    await bad(`inspect ${file} --json`, `${file}: ${why}`);
  });
});
