import { expect, it } from 'vitest';
import { cacheBytes, sharedPlans } from './threads.js';

it('remembers coarse paths for every thread, and forgets the least recently used of a set', () => {
  const memory = new SharedArrayBuffer(cacheBytes(8));
  const [one, other] = [sharedPlans(memory), sharedPlans(memory)];
  for (let key = 0; key < 8; key++) one.set(key, { nodes: [key, key + 1], cost: 10 * key });
  expect(other.get(0)).toEqual({ nodes: [0, 1], cost: 0 });
  other.set(8, { nodes: [8], cost: 80 });
  expect(one.get(1)).toBeUndefined();
  expect(one.get(0)).toEqual({ nodes: [0, 1], cost: 0 });
  expect(one.get(8)).toEqual({ nodes: [8], cost: 80 });
  other.set(8, { nodes: [8, 9], cost: 90 });
  expect(one.get(8)).toEqual({ nodes: [8, 9], cost: 90 });
  expect(one.get(2)).toEqual({ nodes: [2, 3], cost: 20 });
  expect(one.waits).toBe(0);
});
