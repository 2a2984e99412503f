import { expect, it } from 'vitest';
import type { RunLabels } from '../grid/components.js';
import { gridFrom } from '../grid/grid.js';
import { bakeJps } from '../jps/bake.js';
import { load } from './load-all.js';
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

it('a map that is shared keeps its cells and components so, and searches them there', async () => {
  const nav = load(await bakeJps(gridFrom(5, 4, (x, y) => x !== y)), { shared: true });
  const kept = nav.source.kept as { open: Uint8Array; components: RunLabels };
  expect([nav.grid.open, (nav.grid.open as Uint8Array).buffer]).toEqual([kept.open, expect.any(SharedArrayBuffer)]);
  expect(kept.components.map(({ buffer }) => buffer)).toEqual(Array(3).fill(expect.any(SharedArrayBuffer)));
  kept.components[1].fill(0);
  expect(nav.isReachable(1, 0, 2, 0)).toBe(false);
});
