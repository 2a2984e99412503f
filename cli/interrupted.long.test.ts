/** Bakes that are ended, and caches that do not answer: each in a separate process. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { writeMap } from '../test/maps.js';
import { prepAlone, prepIn, temporaryFolder } from '../test/prep.js';

describe('a bake that is interrupted', () => {
  /** Bakes over an old blob; in the middle of the new one something ends the process. */
  async function interrupt(fault: string) {
    const out = join(temporaryFolder(), 'out');
    const blob = join(out, 'spiral.jps.prep');
    mkdirSync(out);
    writeFileSync(blob, 'the old blob');
    const { code } = await prepIn('.', `jps fixtures/maps/spiral.map -d ${out}`, fault);
    return { code, content: readFileSync(blob, 'latin1'), files: readdirSync(out) };
  }

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ])('by %s leaves the old blob and nothing else', async (signal, code) => {
    expect(await interrupt(signal)).toEqual({ code, content: 'the old blob', files: ['spiral.jps.prep'] });
  });

  it.each([1, 2, 3])('by kill -9 leaves the old blob under its name, moment %i', async (moment) => {
    const { code, content, files } = await interrupt(`killed:${moment}`);
    expect({ code, content }).toEqual({ code: null, content: 'the old blob' });
    expect(files).toHaveLength(2);
  });
});

it('a config of a stranger gets no credentials for the cache that it names, and builds without', async () => {
  vi.stubEnv('GRIDPREP_CACHE_PASSWORD', 'hush');
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const cache = 'redis://127.0.0.1:1';
  const folder = temporaryFolder();
  writeMap(join(folder, 'a.map'), 'rooms', 40, 0.4, 1);
  const config = { inputs: [{ maps: 'a.map', artifacts: { jps: {} } }], cache };
  writeFileSync(join(folder, 'prep.config.json'), JSON.stringify(config));
  const text = `prep: cache ${cache}: a config names this address, so no credentials are sent there; to send them, set GRIDPREP_CACHE_HOST=127.0.0.1:1 in the environment\n`;
  const off =
    `prep: cache ${cache}: cannot be reached (ECONNREFUSED); continuing without it\n` +
    'prep: cache: 3 of 3 requests failed\n';
  expect(await prepAlone(folder, 'build --quiet')).toEqual({ code: 0, stdout: '', stderr: text + off });
  expect(await prepAlone(folder, `build --quiet --force --cache ${cache}`)).toMatchObject({
    code: 0,
    stderr: expect.not.stringContaining(text),
  });
});
