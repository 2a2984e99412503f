import { describe, expect, it } from 'vitest';
import { MapTooLargeError } from '../errors.js';
import { MemoryBudget, PROCESS, parseMemory } from './memory.js';

describe('parseMemory', () => {
  it.each([
    ['512MB', 512e6],
    ['2GB', 2e9],
    ['1.5 GiB', 1.5 * 2 ** 30],
    ['64kib', 65536],
  ])('%s', (text, bytes) => expect(parseMemory(text)).toBe(bytes));

  it.each(['2', 'GB', '-1GB', '1TB', '', '1e3MB'])('refuses %j', (text) => {
    expect(() => parseMemory(text)).toThrow(
      `memory is "${text}", expected a number and a unit, for example 512MB or 2GB`,
    );
  });
});

describe('MemoryBudget', () => {
  it('lets work start in turn, never more than fits', async () => {
    const budget = new MemoryBudget(PROCESS + 100);
    let [used, most] = [0, 0];
    const order: number[] = [];
    const sizes = [60, 30, 90, 10, 50, 100, 1, 40];
    await Promise.all(
      sizes.map((size, i) =>
        budget.within(size, async () => {
          order.push(i);
          used += size;
          most = Math.max(most, used);
          await new Promise((resolve) => setTimeout(resolve, 5));
          used -= size;
        }),
      ),
    );
    expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(most).toBe(100);
  });

  it('has room for optional work or refuses it', async () => {
    const budget = new MemoryBudget(PROCESS + 100);
    await budget.within(60, async () => {
      expect([budget.take(41), budget.take(30), budget.take(11)]).toEqual([false, true, false]);
      const next = budget.within(20, async () => 'done');
      budget.free(30);
      expect(await next).toBe('done');
    });
    expect(budget.take(100)).toBe(true);
  });

  it('refuses work that could never start, and continues after work that fails', async () => {
    const budget = new MemoryBudget(PROCESS + 2e6);
    await expect(budget.within(3e6, async () => 0)).rejects.toThrow(
      new MapTooLargeError(
        'baking it takes up to 93 MB and --max-memory allows 92 MB: raise that, or bake less from this map',
      ),
    );
    await expect(
      budget.within(2e6, async () => {
        throw new Error('failed');
      }),
    ).rejects.toThrow('failed');
    expect(await budget.within(2e6, async () => 'done')).toBe('done');
  });
});
