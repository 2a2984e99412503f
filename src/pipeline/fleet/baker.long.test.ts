import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { compiled } from '../../../test/compiled.js';
import { BakeError, MapError, ThreadError } from '../../core/errors.js';
import { BakeProcess } from './baker.js';

const OPEN = 'type octile\nheight 2\nwidth 3\nmap\n...\n...\n';

/** A worker's process; with the name of a map at which it is killed. */
function processOf(threads: number, deadly = 'deadly.map') {
  compiled();
  vi.stubEnv('GRIDPREP_FAULT', `deadly:${deadly}`);
  process.execArgv.push('--import', pathToFileURL('build/test/faults.js').href);
  const baker = new BakeProcess(threads, 2e9, 'w');
  onTestFinished(async () => {
    await baker.close();
    process.execArgv.splice(-2);
    vi.unstubAllEnvs();
  });
  const bake = (name: string, text = OPEN, timeoutMs?: number) => {
    const wanted = [{ name: 'jps', options: {}, codec: 'zstd', zstdLevel: 3 } as never];
    const task = { bytes: Buffer.from(text), file: name, name, reading: {}, wanted, outputs: [['jps']], choose: false };
    return baker.bake({ task, memory: 1e6, timeoutMs }, () => {});
  };
  return { baker, bake };
}

const KILLED =
  'it ended the process that baked it on worker w (SIGKILL); no other worker gets it. Build it without --fleet to see why';

describe('a process that bakes', () => {
  it('gives outputs and errors, and after a map that ends it the next map gets a new one', async () => {
    const { bake } = processOf(1);
    const [bytes] = (await bake('a.map')).outputs;
    expect(bytes).toBeInstanceOf(Uint8Array);
    await expect(bake('bad.map', 'type octile\n')).rejects.toThrow(MapError);
    await expect(bake('deadly.map')).rejects.toThrow(new BakeError(KILLED));
    expect((await bake('a.map')).outputs).toEqual([bytes]);
  });

  it('repeats maps that were baked together with such a map, one at a time', async () => {
    const { bake } = processOf(3);
    const results = await Promise.allSettled(['deadly.map', 'deadly.map', 'a.map'].map((name) => bake(name)));
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
    expect(results.map((result) => 'reason' in result && result.reason.message)).toEqual([KILLED, KILLED, false]);
    expect((await bake('a.map')).outputs).toHaveLength(1);
  });

  it('ends with its worker, and late maps with it', async () => {
    const { baker, bake } = processOf(1);
    const late = bake('deadly.map', OPEN, 1);
    await expect(late).rejects.toThrow(new ThreadError('it took longer than 0.001 s (--job-timeout)'));
    const running = bake('deadly.map');
    await baker.close();
    await expect(running).rejects.toThrow(ThreadError);
  });
});
