import { expect, it } from 'vitest';
import type { RunLabels } from '../core/grid/components.js';
import { gridFrom, setCosts } from '../core/grid/grid.js';
import { bakeHierarchy } from '../engines/ch/bake.js';
import { bakeHpa } from '../engines/hpa/bake.js';
import { bakeJps } from '../engines/jps/bake.js';
import { bakeTable } from '../engines/table/bake.js';
import { load } from './load-all.js';
import { keepShared } from './parts.js';

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
  expect(() => nav.isReachable(1, 0, 2, 0)).toThrow(
    'unusable blob: memory is detached or changed, expected the bytes that were loaded; leave them as they are',
  );
});

it('a map that is shared makes the arrays of each engine once for all threads, by name', async () => {
  const grid = gridFrom(20, 16, (x, y) => x !== 7 || y === 3);
  const hpa = await bakeHpa(grid);
  const flat = [hpa, await bakeTable(hpa, { threads: 1 })];
  const names = (blobs: Uint8Array[], ...engines: string[]) => {
    const nav = load(blobs, { shared: true });
    for (const engine of engines) nav.use(engine);
    return Object.keys(nav.source.kept ?? {}).join(', ');
  };
  expect(names(flat, 'table', 'hpa')).toBe(
    'open, components, costs, graph, table, runs, distances, clear runs, hops, landmarks',
  );
  setCosts(grid, (x) => 1 + (x % 3));
  expect(names([await bakeHierarchy(grid)], 'ch')).toBe('open, components, costs, hierarchy, labels');
});
