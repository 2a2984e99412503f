import type { MessagePort } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { makeChunks } from '../../core/chunks/chunks.js';
import { ThreadError } from '../../core/errors.js';
import { MemoryBudget } from '../../core/threads/memory.js';
import type { Pool } from '../../core/threads/pool.js';
import { Crew } from './crew.js';
import { forAll, inBatches } from './for-all.js';

describe('the maps of a build', () => {
  const jobs = (...sizes: [string, number][]) =>
    sizes.map(([map, size]) => ({ size, target: { map } })) as Parameters<typeof forAll>[0];
  const run = async (all: ReturnType<typeof jobs>, fails: string[], goesOn = true, signal?: AbortSignal) => {
    const said: string[] = [];
    await forAll(all, 1, {
      async bake({ target: { map } }) {
        said.push(map);
        if (fails.includes(map)) throw new Error(map);
        return async () => {
          if (fails.includes(`${map} written`)) throw new Error(`${map} written`);
        };
      },
      failed(_, error) {
        said.push(`failed ${(error as Error).message}`);
        return goesOn;
      },
      stop: async () => void said.push('stopped'),
      signal,
    });
    return said;
  };

  it('are baked the largest first, then by name; one that fails stops the others where that is asked for', async () => {
    const all = () => jobs(['b', 2], ['c', 1], ['a', 2], ['d', 3]);
    expect(await run(all(), [])).toEqual(['d', 'a', 'b', 'c']);
    expect(await run(all(), ['a'])).toEqual(['d', 'a', 'failed a', 'b', 'c']);
    expect(await run(all(), ['a'], false)).toEqual(['d', 'a', 'failed a']);
    expect(await run(all(), ['c written'])).toEqual(['d', 'a', 'b', 'c', 'failed c written']);
  });

  it('are not started once the build has ended; those under way are stopped without a failure', async () => {
    const controller = new AbortController();
    const said: string[] = [];
    await forAll(jobs(['a', 2], ['b', 1]), 1, {
      async bake({ target: { map } }) {
        said.push(map);
        controller.abort();
        throw new Error('ended');
      },
      failed: () => said.push('failed') > 0,
      stop: async () => void said.push('stopped'),
      signal: controller.signal,
    });
    expect(said).toEqual(['a', 'stopped']);
  });

  it('give their results in order, whoever is done first', async () => {
    const items = Array.from({ length: 600 }, (_, i) => i);
    let [atOnce, most] = [0, 0];
    const results = await inBatches(items, async (i) => {
      most = Math.max(most, ++atOnce);
      await new Promise((done) => setImmediate(done));
      atOnce--;
      return 2 * i;
    });
    expect(results).toEqual(items.map((i) => 2 * i));
    expect(most).toBe(8);
  });
});

describe('the threads of a build', () => {
  /** A pool whose tasks wait to be ended; of a map's task its end of the port. */
  function crewOf(threads: number, waiting = 0, bytes = 1e9) {
    const tasks: { port?: MessagePort; done: (value?: unknown) => void; failed: (error: Error) => void }[] = [];
    const pool = {
      run: (task: { port?: MessagePort }) =>
        new Promise((done, failed) => tasks.push({ ...(task.port && { port: task.port }), done, failed })),
    } as unknown as Pool;
    return { tasks, crew: new Crew(pool, threads, () => waiting, new MemoryBudget(bytes)) };
  }
  const share = (chunks: number) =>
    ({ width: 10, height: 10, ...makeChunks(8 * chunks, 8, SharedArrayBuffer) }) as never;
  const settled = () => new Promise((done) => setTimeout(done, 20));

  it('help a map with its floods while no other map waits, as far as memory allows', async () => {
    const helpers = async (...args: Parameters<typeof crewOf>) => {
      const { tasks, crew } = crewOf(...args);
      const baked = crew.bake({} as never, () => {});
      tasks[0].port?.postMessage({ share: share(40) });
      await settled();
      const count = tasks.length - 1;
      for (const task of tasks.slice(1)) task.done();
      tasks[0].done('baked');
      expect(await baked).toBe('baked');
      return count;
    };
    expect(await helpers(1)).toBe(0);
    expect(await helpers(3)).toBe(2);
    expect(await helpers(3, 1)).toBe(0);
    expect(await helpers(3, 0, 0)).toBe(0);
  });

  it('do not split floods with fewer than four chunks, and start with those that have most left', async () => {
    const { tasks, crew } = crewOf(4);
    for (const [i, chunks] of [3, 30, 8].entries()) {
      crew.bake({} as never, () => {});
      tasks[i].port?.postMessage({ share: share(chunks) });
    }
    await settled();
    expect(tasks).toHaveLength(4);
  });

  it('are waited for by the map that they help; one that fails ends its floods', async () => {
    const { tasks, crew } = crewOf(2);
    const mine = share(40);
    const progress: unknown[] = [];
    crew.bake({} as never, (...said) => progress.push(said));
    const { port } = tasks[0];
    const answers: unknown[] = [];
    port?.on('message', (answer) => answers.push(answer));
    port?.postMessage({ artifact: 'bounds', done: 1, total: 2 });
    port?.postMessage({ share: mine });
    await settled();
    port?.postMessage({ finished: true });
    await settled();
    expect([progress, answers]).toEqual([[['bounds', 1, 2]], []]);
    // No other map is helped by who helps already.
    tasks[1].failed(new Error('no memory'));
    await settled();
    expect(answers).toEqual([{ error: 'no memory' }]);
    port?.close();
  });

  it('that die with a map fail it', async () => {
    const { tasks, crew } = crewOf(1);
    const failing = crew.bake({} as never, () => {});
    tasks[0].failed(new ThreadError('a thread has ended'));
    await expect(failing).rejects.toThrow(new ThreadError('a thread has ended'));
    const other = crew.bake({} as never, () => {});
    tasks[1].failed(new RangeError('no'));
    await expect(other).rejects.toThrow(new RangeError('no'));
  });
});
