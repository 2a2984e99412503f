import { cpSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeMap } from '../../test/maps.js';
import { bad, firstObject, good, prepIn, temporaryFolder } from '../../test/prep.js';

const COURTYARD = 'fixtures/maps/courtyard.map';
const PRINTED = 'prep.config.json:\n';

/** A folder with two maps. */
function project(): string {
  const folder = temporaryFolder();
  writeMap(join(folder, 'maps/rooms.map'), 'rooms', 40, 0.4, 1);
  writeMap(join(folder, 'maps/noise.map'), 'noise', 30, 0.2, 2);
  return folder;
}

/** Writes the lines that a command printed for it, and builds. @returns bytes of the file of a map */
async function built(folder: string, stdout: string): Promise<(name: string) => number> {
  writeFileSync(join(folder, 'prep.config.json'), stdout.slice(stdout.indexOf(PRINTED) + PRINTED.length));
  expect(await prepIn(folder, ['build'])).toMatchObject({ code: 0, stderr: '' });
  const files = readdirSync(join(folder, 'out')).filter((file) => file.endsWith('.prep'));
  return (name) => {
    const own = files.filter((file) => file.startsWith(`${name}.`));
    expect(own).toHaveLength(1);
    return statSync(join(folder, 'out', own[0])).size;
  };
}

describe('prep estimate --needs', () => {
  it.each([
    ['20kB', 20_000],
    ['500us', Infinity],
    ['5kB,5ms,edits', 5000],
    ['20kB,walk', 20_000],
    ['40kB,distance,edits,optimal', 40_000],
    ['700B,5ms', 700],
  ])('%s: the lines that it prints build files that keep to the size', async (within, most) => {
    const folder = project();
    const { code, stdout, stderr } = await prepIn(folder, [
      'estimate',
      'maps/rooms.map',
      'maps/noise.map',
      '--needs',
      within,
    ]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const bytesOf = await built(folder, stdout);
    for (const name of ['rooms', 'noise']) expect(bytesOf(name)).toBeLessThanOrEqual(most);
  });

  it('prints lines that read the map as it was read: size, moves, layers, prices', async () => {
    const folder = project();
    cpSync(COURTYARD, join(folder, 'maps/courtyard.map'));
    cpSync('fixtures/inputs', join(folder, 'maps/inputs'), { recursive: true });
    const argv = [
      'estimate',
      'maps/courtyard.map',
      '--size',
      '2',
      '--diagonals',
      'never',
      '--terrain',
      '.GS',
      '--needs',
      '10kB',
    ];
    const tank = await prepIn(folder, argv);
    await built(folder, tank.stdout);
    const blob = readdirSync(join(folder, 'out')).find((file) => file.startsWith('courtyard.')) as string;
    expect((await prepIn(folder, ['inspect', `out/${blob}`])).stdout).toMatch(
      /diagonals +never\n +size +2 x 2 cells.*\n +terrain +\.GS\n/,
    );
    const village = await prepIn(folder, [
      'estimate',
      'maps/inputs/village.tmj',
      '--tiled.empty',
      'open',
      '--needs',
      '10kB,costs',
    ]);
    expect(JSON.parse(village.stdout.slice(village.stdout.indexOf(PRINTED) + PRINTED.length)).inputs[0]).toMatchObject({
      tiled: { empty: 'open' },
      // Of 62 cells a hierarchy is larger, and answers in less than a microsecond as jump points do.
      artifacts: { jps: {} },
    });
    await built(folder, village.stdout);
  });

  it('says what it looked at, the best first, and how sure it is', async () => {
    const lines = (await good('estimate', COURTYARD, '--needs', '100kB,20us')).split('\n');
    expect(lines[0]).toMatch(/^fixtures\/maps\/courtyard\.map +size +µs a query +bake s +paths$/);
    expect(lines[1]).toMatch(/^\* (jps|jps\+bounds|ch) +[\d.]+ k?B +\d\.\d+ +\d+\.\d\d +optimal {2}as on /);
    expect(lines.find((line) => line.includes(' near '))).toMatch(/^ {2}hpa(\+table)? /);
    expect(lines).toContain(
      'times: from measured maps that are like it, on two cores of a cloud machine; mostly right within a factor of two',
    );
  });

  it('--json has it all for programs, an object a map', async () => {
    const found = firstObject(await good('estimate', COURTYARD, '--needs', '2kB,walk', '--json'));
    expect(found).toMatchObject({
      map: COURTYARD,
      limits: { bytes: 2000, features: ['walk'] },
      best: { optimal: true, fails: [], artifacts: { hpa: {} } },
      config: { inputs: [{ maps: COURTYARD, pack: true }], outDir: 'out' },
    });
    expect(found.proposals[0]).toEqual(found.best);
    expect(found.best.bytes).toBeLessThanOrEqual(2000);
  });

  it('says what comes nearest where nothing keeps to the limits', async () => {
    const run = async (...argv: string[]) => prepIn('.', ['estimate', COURTYARD, '--needs', ...argv]);
    const small = await run('10B,1us');
    expect(small.code).toBe(1);
    expect(small.stderr).toMatch(
      /^prep: fixtures\/maps\/courtyard\.map: nothing keeps to that; nearest is jps with \d+ B and about \d\.\d µs a query, which misses size and time\n$/,
    );
    const priced = await prepIn('.', [
      'estimate',
      'fixtures/inputs/village.tmj',
      '--diagonals',
      'never',
      '--needs',
      '5us,optimal',
    ]);
    expect(priced.stderr).toMatch(/nearest is hpa\S* with .*, near-optimal, which misses optimal/);
    expect((await run('edits', '--diagonals', 'never')).stderr).toMatch(/nearest is jps with .* which misses edits\n$/);
  });

  it('refuses what is no limit, and maps of several agents', async () => {
    const allowed =
      'allowed are a size (100kB), a time of a query (20us), edits, costs, sizes, diagonals, walk, distance, nearest, optimal';
    await bad(['estimate', COURTYARD, '--needs', '100kB,quick'], `--needs: "quick" is no limit; ${allowed}`);
    await bad(['estimate', COURTYARD, '--needs', '1kB,2kB'], '--needs: "1kB,2kB" has two sizes, expected one');
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'maps'));
    writeMap(join(folder, 'maps/a.map'), 'rooms', 20, 0.4, 1);
    writeFileSync(
      join(folder, 'prep.config.json'),
      JSON.stringify({ inputs: [{ maps: 'maps/*.map', preset: 'tiny' }], agents: { man: {}, tank: { size: 2 } } }),
    );
    const { code, stderr } = await prepIn(folder, ['estimate', '--needs', '1kB']);
    expect(code).toBe(2);
    expect(stderr).toContain('prep: maps/a.map is walked by man, tank; name one: --agent NAME\n');
    expect((await prepIn(folder, ['estimate', '--needs', '1kB', '--agent', 'tank'])).stdout).toContain('"size": 2');
  });
});
