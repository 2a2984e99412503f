import { expect, it } from 'vitest';
import { random } from '../../../test/grids.js';
import { Heap } from './heap.js';

it('a heap gives its items by their keys, however many there are', () => {
  const heap = new Heap();
  const next = random(4);
  const keys = Array.from({ length: 700 }, () => Math.floor(next() * 300));
  for (const [item, key] of keys.entries()) heap.push(key, item);
  const half = Array.from({ length: 350 }, () => heap.pop());
  // An item that is taken out and put in again has its place.
  for (const item of half.slice(300)) heap.push(keys[item], item);
  const all = [...half.slice(0, 300), ...Array.from({ length: 400 }, () => heap.pop())];
  expect([heap.size, new Set(all).size]).toEqual([0, 700]);
  expect(all.map((item) => keys[item])).toEqual([...keys].sort((a, b) => a - b));
});
