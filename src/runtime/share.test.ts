import { expect, it } from 'vitest';
import { keepShared } from './share.js';

it('what threads share is made once, its arrays in memory that all see; functions stay behind', () => {
  const kept: Record<string, unknown> = {};
  const keep = keepShared(kept);
  let made = 0;
  const make = () => {
    made++;
    return { list: [Uint8Array.of(1, 2)], part: new Uint16Array(4).subarray(1, 3), none: null, n: 3, f: () => 4 };
  };
  const first = keep('a', make);
  expect(first).toEqual({ list: [Uint8Array.of(1, 2)], part: new Uint16Array(2), none: null, n: 3, f: undefined });
  expect([first.list[0].buffer, first.part.buffer].every((memory) => memory instanceof SharedArrayBuffer)).toBe(true);
  expect(first.part.buffer.byteLength).toBe(4);
  expect([keep('a', make), made, Object.keys(kept)]).toEqual([first, 1, ['a']]);
  // What lies there already is not copied.
  const same = keep('b', () => first.list[0]);
  expect(same).toBe(first.list[0]);
  expect(() => structuredClone(kept)).not.toThrow();
});
