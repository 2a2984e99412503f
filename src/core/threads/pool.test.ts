import { afterEach, describe, expect, it } from 'vitest';
import type { Odd } from '../../../test/odd.worker.js';
import { BlobError, ThreadError } from '../errors.js';
import { Pool } from './pool.js';

let pool: Pool;
afterEach(() => pool.close());

function odd(threads: number): (...all: Odd[]) => Promise<unknown>[] {
  pool = new Pool('../../build/test/odd', threads);
  return (...all) => all.map((one) => pool.run({ odd: one }));
}

const died = (reason: string) => new ThreadError(`a worker thread has ended in the middle of it (${reason})`);

describe('a pool', () => {
  it('does tasks in as many threads as it may have', async () => {
    const run = odd(2);
    pool.warmUp();
    const threads = await Promise.all(run(...Array<Odd>(9).fill('answer')));
    expect(new Set(threads).size).toBe(2);
  });

  it('throws the error of the work, with its class and properties, and continues in the same thread', async () => {
    const run = odd(1);
    const [before, thrown, system, unsendable, uncloneable, after] = await Promise.allSettled(
      run('answer', 'throw', 'throw a system error', 'throw what cannot be sent', 'answer a function', 'answer'),
    );
    expect(after).toEqual(before);
    expect(thrown).toMatchObject({ reason: new BlobError('thrown') });
    expect((thrown as PromiseRejectedResult).reason).toBeInstanceOf(BlobError);
    expect(system).toMatchObject({ reason: { message: 'full', code: 'ENOSPC', path: 'a' } });
    expect(unsendable).toMatchObject({ reason: { message: 'odd' } });
    expect(uncloneable).toMatchObject({ reason: { name: 'DataCloneError' } });
  });

  it.each([1, 2])('fails the task of a thread that dies, and no other, with %i threads', async (threads) => {
    const run = odd(threads);
    const all = await Promise.allSettled(run('answer', 'exit', 'answer', 'throw outside', 'exit', 'answer'));
    expect(all.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
      'rejected',
      'fulfilled',
    ]);
    const reasons = all.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(reasons).toEqual([died('it exited with code 7'), died('outside'), died('it exited with code 7')]);
  });

  it.each(['warm', 'cold'])('fails the tasks of threads that die before they have begun: %s', async (start) => {
    pool = new Pool('../../build/test/early', 2);
    if (start === 'warm') pool.warmUp();
    for (const one of await Promise.allSettled([1, 2, 3, 4].map((n) => pool.run({ n }))))
      expect(one).toEqual({ status: 'rejected', reason: died('it exited with code 9') });
  });

  it('fails a task that cannot be sent, and one whose worker is not there', async () => {
    const run = odd(1);
    await expect(pool.run({ odd: () => 1 })).rejects.toThrow(/could not be cloned/);
    await expect(run('answer')[0]).resolves.toBeTypeOf('number');
    await pool.close();
    pool = new Pool('../../build/test/nowhere', 1);
    await expect(pool.run({})).rejects.toThrow(/^a worker thread has ended in the middle of it \(Cannot find module /);
  });

  it('fails all that is not done when it is closed, and what comes later', async () => {
    const run = odd(1);
    const all = Promise.allSettled(run('wait', 'answer'));
    await pool.close();
    const closed = new ThreadError('the threads have been closed');
    expect(await all).toEqual([
      { status: 'rejected', reason: closed },
      { status: 'rejected', reason: closed },
    ]);
    await expect(run('answer')[0]).rejects.toThrow('the threads have been closed');
  });
});
