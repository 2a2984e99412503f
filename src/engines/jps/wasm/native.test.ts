import { afterEach, describe, expect, it, vi } from 'vitest';
import { forAllGrids, makeGrid } from '../../../../test/grids.js';
import { IS_LONG } from '../../../../test/samples.js';
import { type Grid, gridFrom } from '../../../core/grid/grid.js';
import { STRAIGHT } from '../../../core/grid/step-costs.js';
import { dijkstra } from '../../../core/oracle/dijkstra.js';
import { PathBuffer } from '../../../core/search/path.js';
import { load } from '../../../runtime/load-all.js';
import { keepShared } from '../../../runtime/parts.js';
import { bakeBounds } from '../../bounds/bake.js';
import { fillMasks, layOutMasks } from '../../bounds/masks.js';
import { bakeJps } from '../bake.js';
import { type Arena, HEADER, newArena } from '../query/arena.js';
import { fillLines, jumpLines } from '../query/fill.js';
import { layOutLines } from '../query/lines.js';
import { jumpRows } from '../query/rows.js';
import { jumpSearch } from '../query/search.js';
import { native } from './native.js';

function nativeSearch(grid: Grid, stamp = 0, by = native) {
  const arena = by.arena();
  return jumpSearch(grid, jumpLines(grid, jumpRows(grid), arena), undefined, arena && by, stamp);
}

const inJavaScript = (grid: Grid) => jumpSearch(grid, jumpLines(grid, jumpRows(grid)));

/** The result of a search and its work. */
function answer(search: ReturnType<typeof inJavaScript>, x0: number, y0: number, x1: number, y1: number) {
  const path = new PathBuffer();
  return search.search(x0, y0, x1, y1, path) && [search.expanded, search.generated, path.cost, ...path.toPath().cells];
}

describe('the search in WebAssembly', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('gives the cells of the one in JavaScript, and expands the nodes that it expands', () => {
    forAllGrids(40, 40, (grid) => {
      const [a, b] = [inJavaScript(grid), nativeSearch(grid)];
      expect(b.wasm).toBe(true);
      for (let i = 0, cells = grid.width * grid.height; i < 200; i++) {
        const [s, t] = [(7919 * i) % cells, (104729 * i + 13) % cells];
        const query = [s % grid.width, Math.floor(s / grid.width), t % grid.width, Math.floor(t / grid.width)] as const;
        expect(answer(b, ...query)).toEqual(answer(a, ...query));
      }
    });
  });

  it('also with goal bounds; which one answers can be chosen and seen', async () => {
    for (const kind of ['rooms', 'noise', 'maze'] as const) {
      const [width, height] = IS_LONG ? [130, 90] : [66, 50];
      const grid = makeGrid(kind, width, height, 0.25, 7);
      const blobs = [
        await bakeJps(grid),
        await bakeBounds(grid, { threads: 1, at: kind === 'rooms' ? 'cells' : 'jump-points' }),
      ];
      const [a, b] = [load(blobs, { wasm: false }), load(blobs)];
      expect([a.engine, a.wasm, b.engine, b.wasm]).toEqual(['jps+bounds', false, 'jps+bounds', true]);
      for (let i = 0; i < 300; i++) {
        const query = [(31 * i) % width, (17 * i) % height, (47 * i + 5) % width, (13 * i + 1) % height] as const;
        expect(b.findPath(...query)).toEqual(a.findPath(...query));
        expect(b.search.expanded).toBe(a.search.expanded);
      }
    }
  });

  it('builds the lines and the masks of boxes that JavaScript builds, word by word', () => {
    forAllGrids(70, 60, (grid) => {
      for (const everywhere of [false, true]) {
        const [a, b] = [newArena(), native.arena() as Arena].map((arena) => {
          const lines = layOutLines(grid, arena);
          return { lines, masks: layOutMasks(grid, arena, everywhere) };
        });
        const rows = jumpRows(grid);
        fillLines(a.lines, rows);
        fillMasks(a.masks, a.lines.arena, rows);
        native.build(grid, b.lines, b.masks);
        expect([b.lines.count, b.masks.count]).toEqual([a.lines.count, a.masks.count]);
        const [left, right] = [a, b].map(({ lines: { arena } }) => arena.ints.subarray(HEADER));
        const length = Math.min(left.length, right.length);
        expect(a.lines.arena.end).toBe(b.lines.arena.end);
        expect(
          Buffer.compare(new Uint8Array(left.slice(0, length).buffer), new Uint8Array(right.slice(0, length).buffer)),
        ).toBe(0);
        // Memory behind the end must be 0: records are made there.
        expect(right.subarray(b.lines.arena.end - HEADER).some(Boolean)).toBe(false);
      }
    });
  });

  it('stays right when the query counter wraps round', () => {
    const grid = makeGrid('maze', 21, 21, 0, 3);
    const search = nativeSearch(grid, 2 ** 31 - 20);
    for (let i = 0; i < 40; i++) {
      const query = [0, 0, 2 * (i % 11), 20 - 2 * (i % 7)] as const;
      expect(answer(search, ...query)).toEqual(answer(inJavaScript(grid), ...query));
    }
  });

  it('hands a query over where its open list is full, and continues with the next', () => {
    const grid = makeGrid('noise', 120, 120, 0.3, 4);
    let limited = false;
    const short = nativeSearch(grid, 0, {
      ...native,
      search(lines, graph, ...rest) {
        const run = native.search(lines, graph, ...rest);
        const { ints } = lines.arena;
        const end = ints[25];
        return (...query) => {
          // Room for 8 items in every other query.
          limited = !limited;
          lines.arena.ints[25] = limited ? ints[24] + 64 : end;
          return run(...query);
        };
      },
    });
    const optimal = dijkstra(grid, 0, 0);
    for (let i = 0; i < 60; i++) {
      const [x, y] = [(7 * i) % 120, 119 - ((11 * i) % 60)];
      const found = answer(short, 0, 0, x, y);
      expect(found).toEqual(answer(inJavaScript(grid), 0, 0, x, y));
      expect(found !== false).toBe(optimal[grid.cell(x, y)] < Infinity);
    }
  });

  it('hands a query over whose f is too large for an entry of the sorted list', () => {
    // A corridor of three rows, back and forth, with pillars in the last one: 660,000 steps.
    const rows = Array.from({ length: 1319 }, (_, y) => {
      const row = new Uint8Array(2000).fill(y % 4 === 3 ? 0 : 1);
      if (y === 1317) for (let x = 50; x < 2000; x += 100) row[x] = 0;
      if (y % 4 === 3) row.fill(1, y % 8 === 3 ? 1997 : 0, y % 8 === 3 ? 2000 : 3);
      return row;
    });
    const grid = gridFrom(2000, 1319, (x, y) => rows[y][x] === 1);
    let traps = 0;
    const counted = nativeSearch(grid, 0, {
      ...native,
      search: (...from) => {
        const run = native.search(...from);
        return (...query) => {
          traps++;
          const found = run(...query);
          traps--;
          return found;
        };
      },
    });
    const [a, b] = [inJavaScript(grid), counted].map((search) => answer(search, 0, 1, 0, 1317));
    expect(traps).toBe(1);
    expect(a && (a[2] as number) * STRAIGHT > 2 ** 33).toBe(true);
    // Expansions, nodes, cost and as many cells: lists of a million values take long to compare.
    expect(b && [b.length, ...b.slice(0, 3)]).toEqual(a && [a.length, ...a.slice(0, 3)]);
  });

  it('shares memory whose beginning counts what threads have taken: none has what another one has', () => {
    const keep = keepShared({});
    const grid = makeGrid('rooms', 40, 30, 0.2, 1);
    const made = [0, 1, 2].map(() =>
      native.make('lines', keep, (arena) => ({ lines: layOutLines(grid, arena), arena })),
    );
    const bases = made.map((one) => one?.arena.base ?? 0);
    expect(new Set(made.map((one) => one?.arena.memory)).size).toBe(1);
    // Shared memory lies in the first chunk, behind the header.
    expect(bases).toEqual([16640, 33024, 49408]);
  });

  it('leaves it to JavaScript where there is no WebAssembly, or none is allowed', async () => {
    const blob = await bakeJps(makeGrid('rooms', 40, 30, 0.2, 1));
    const path = load(blob).findPath(0, 0, 38, 28);
    vi.stubGlobal('WebAssembly', undefined);
    const nav = load(blob);
    expect([nav.wasm, nav.findPath(0, 0, 38, 28)]).toEqual([false, path]);
    const refuse = () => {
      throw new RangeError('Out of memory: Cannot allocate Wasm memory for new instance');
    };
    vi.stubGlobal('WebAssembly', { Memory: refuse, Module: refuse });
    expect(load(blob).wasm).toBe(false);
  });
});
