import { expect, it, onTestFinished, vi } from 'vitest';
import type { Order } from '../build/remote.js';
import { Batches } from './fleet.js';

it('sends maps when the batch is full, or ten milliseconds after the first; each knows its worker, or goes alone', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const sent: [at: number, names: string[]][] = [];
  const start = Date.now();
  const batches = new Batches(async (orders) => {
    const names = orders.map(({ folder }) => folder);
    sent.push([Date.now() - start, names]);
    if (names.includes('bad')) throw new Error('no');
    return { worker: 'w', failed: names.flatMap((name, i) => (name === 'odd' ? [i] : [])) };
  }, 3);
  const add = (folder: string) => batches.add({ folder } as Order);
  const first = ['a', 'odd', 'b'].map(add);
  expect(await Promise.all(first)).toEqual(['w', undefined, 'w']);
  await vi.advanceTimersByTimeAsync(1);
  const [second, third] = [add('c'), add('d')];
  await vi.advanceTimersByTimeAsync(6);
  const full = add('e');
  const later = add('f');
  // What was sent leaves no timer behind that would send these too early.
  await vi.advanceTimersByTimeAsync(9);
  const last = add('g');
  await vi.advanceTimersByTimeAsync(1);
  expect(await Promise.all([second, third, full, later, last])).toEqual(Array(5).fill('w'));
  expect(sent).toEqual([
    [0, ['a', 'odd', 'b']],
    [7, ['c', 'd', 'e']],
    [17, ['f', 'g']],
  ]);
  const lone = add('h');
  await vi.advanceTimersByTimeAsync(10);
  expect([await lone, sent.length]).toEqual([undefined, 3]);
  expect(await Promise.all(['i', 'bad', 'j'].map(add))).toEqual([undefined, undefined, undefined]);
});
