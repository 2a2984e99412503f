import { runInNewContext } from 'node:vm';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { makeGrid } from '../../test/grids.js';
import { loadBounds, loadHpa, loadJps } from '../../test/loaders.js';
import { connectedPairs } from '../../test/queries.js';
import { decompressor } from '../core/blob/decompress.js';
import * as KIND from '../core/blob/kinds.js';
import { packBlobs } from '../core/blob/pack.js';
import { readBlob } from '../core/blob/read.js';
import { BlobError } from '../core/errors.js';
import { setCosts } from '../core/grid/grid.js';
import { bakeBounds } from '../engines/bounds/bake.js';
import { bakeHierarchy } from '../engines/ch/bake.js';
import { bakeHpa } from '../engines/hpa/bake.js';
import { bakeJps } from '../engines/jps/bake.js';
import { bakeTable } from '../engines/table/bake.js';
import { cachePaths } from './cache.js';
import { ENGINES, jpsEngine } from './engines.js';
import { loader } from './load.js';
import { load } from './load-all.js';
import type { GridNav } from './nav.js';
import { findWalk } from './walk.js';

const grid = makeGrid('rooms', 60, 44, 0.4, 5);
const queries = connectedPairs(grid, 40);
let jps: Uint8Array;
let bounds: Uint8Array;
let hpa: Uint8Array;
let table: Uint8Array;
let everything: Uint8Array;
beforeAll(async () => {
  [jps, bounds, hpa] = await Promise.all([bakeJps(grid), bakeBounds(grid), bakeHpa(grid, { cluster: 8 })]);
  table = await bakeTable(hpa);
  everything = packBlobs([jps, bounds, hpa, table, await bakeHierarchy(grid)]);
});

/** Engines whose blobs maps without costs have. */
const ofUniformMaps = ENGINES.filter(({ name, costs }) => !costs && !name.startsWith('weighted')).map(
  ({ name }) => name,
);

/** Names of the optional abilities of a map. */
const able = (nav: GridNav) => (['walk', 'distance', 'nearest'] as const).filter((name) => nav[name] !== undefined);

describe('what the blobs hold', () => {
  it('is all there, whatever engine finds the paths: optimal ones by the best, walks and distances by the one that has them', () => {
    const near = load([hpa, table]);
    const best = load([jps, bounds]);
    const plain = load(everything);
    for (const nav of [plain, cachePaths(plain), ...ofUniformMaps.map((engine) => load(everything, { engine }))]) {
      expect(able(nav)).toEqual(['walk', 'distance', 'nearest']);
      const paths = nav.engine.startsWith('jps') || nav.engine === 'ch' ? best : near;
      for (const q of queries) {
        expect(nav.distance?.(...q)).toBe(near.distance?.(...q));
        expect([...(nav.walk?.(...q) ?? [])].at(-1)).toEqual([q[2], q[3]]);
        expect(nav.walk?.(...q)?.cost).toBe(near.distance?.(...q));
        if (nav.engine !== 'hpa') expect(nav.findPath(...q)?.cost).toBe(paths.findPath(...q)?.cost);
      }
      const goals = queries.flatMap(([, , x, y]) => [x, y]);
      for (const [x, y] of queries) expect(nav.nearest?.(x, y, goals)).toBe(near.nearest?.(x, y, goals));
    }
    expect(load(everything).engine).toBe('jps+bounds');
    expect(load([hpa, jps]).engine).toBe('jps');
  });

  it('is refined, unless the raw paths are asked for, which are longer', () => {
    const [whole, raw] = [load(hpa), load(hpa, { refine: false })];
    const costs = [whole, raw].map((nav) => queries.reduce((sum, q) => sum + (nav.findPath(...q)?.cost ?? 0), 0));
    expect(costs[1]).toBeGreaterThan(costs[0]);
  });

  it('and nothing else is', () => {
    for (const nav of [load([jps, hpa]), load([hpa, bounds]), loadHpa(everything)]) expect(able(nav)).toEqual(['walk']);
    for (const nav of [load(jps), load([jps, bounds]), load([jps, table]), loadBounds(everything)])
      expect(able(nav)).toEqual([]);
    expect(() => findWalk(load(jps), 0, 0, 1, 1)).toThrow(
      new BlobError(
        'unusable blob: artifact is missing, expected hpa, which walks need; also bake and load HPA*, and give loader hpaEngine',
        'missing',
      ),
    );
    expect(load(everything).engines).toEqual(['jps+bounds', 'ch', 'jps', 'table', 'hpa']);
    expect(load(everything).isReachable(0, 0, 0, 0)).toBe(grid.isOpen(0, 0));
  });

  it('is read when it is first asked for: a load is no longer, and takes no more memory', () => {
    const decompress = vi.fn(decompressor);
    const counted = (use: () => unknown) => {
      decompress.mockClear();
      use();
      return decompress.mock.calls.length;
    };
    const few = counted(() => load([jps, bounds], { decompress }));
    let nav = load(jps);
    const first = counted(() => {
      nav = load(everything, { decompress });
      for (const q of queries) nav.findPath(...q);
      cachePaths(nav);
    });
    expect(first).toBe(few);
    expect(counted(() => nav.distance?.(...queries[0]))).toBeGreaterThan(0);
    // Once and for all, and walks are the same engine's.
    expect(counted(() => [nav.distance?.(...queries[1]), nav.nearest?.(0, 0, []), nav.walk?.(...queries[2])])).toBe(0);
  });

  it('is refused when it is first asked for, if it is damaged; paths are found nevertheless', async () => {
    const plain = await bakeTable(hpa, { codec: 'none' });
    const [part] = readBlob(plain, decompressor).entries.find(({ kind }) => kind === KIND.tableLengths)?.parts ?? [];
    part[0] ^= 1;
    const nav = load([jps, hpa, plain]);
    expect(nav.findPath(...queries[0])?.cost).toBe(load(jps).findPath(...queries[0])?.cost);
    const damaged = /^unusable blob: checksum of section 65 is \d+, expected \d+; bake it again with this gridprep$/;
    for (let i = 0; i < 2; i++) expect(() => nav.distance?.(...queries[0])).toThrow(damaged);
  });

  it('answers with null and Infinity where there is no path, and says what is wrong with what it is asked', () => {
    const nav = load(everything);
    const wall = grid.open.indexOf(0, grid.cell(1, 1));
    const [x, y] = [(wall % grid.stride) - 1, Math.floor(wall / grid.stride) - 1];
    const [from] = queries;
    expect([nav.walk?.(x, y, from[0], from[1]), nav.distance?.(from[0], from[1], x, y)]).toEqual([null, Infinity]);
    expect([nav.nearest?.(x, y, from.slice(0, 2)), nav.nearest?.(from[0], from[1], [])]).toEqual([-1, -1]);
    for (const ask of [nav.walk, nav.distance]) {
      expect(() => ask?.(0, 0, 60, 0)).toThrow(new RangeError('cell 60, 0 is not on the map of 60 x 44 cells'));
      expect(() => ask?.(0.5, 0, 1, 1)).toThrow(
        new RangeError('x is 0.5, y is 0; expected whole numbers, as in findPath(x0, y0, x1, y1)'),
      );
    }
    expect(() => nav.nearest?.(0, 44, [])).toThrow(new RangeError('cell 0, 44 is not on the map of 60 x 44 cells'));
  });
});

describe('the bytes of a blob', () => {
  it('may come as any view of them, as a buffer, shared or not, and from another context', () => {
    const { buffer } = jps.slice();
    const padded = new Uint8Array(jps.length + 24);
    padded.set(jps, 8);
    const shared = new SharedArrayBuffer(jps.length);
    new Uint8Array(shared).set(jps);
    const foreign = runInNewContext('new ArrayBuffer(length)', { length: jps.length });
    new Uint8Array(foreign).set(jps);
    const forms = [
      buffer,
      Buffer.from(jps),
      Buffer.from(padded.buffer, 8, jps.length),
      new DataView(padded.buffer, 8, jps.length),
      new Int8Array(padded.buffer, 8, jps.length),
      shared,
      foreign,
      [buffer, bounds],
    ];
    const [query] = queries;
    for (const form of forms) expect(load(form).findPath(...query)?.cost).toBe(load(jps).findPath(...query)?.cost);
    const decompress = (frame: Uint8Array, rawLength: number) => new Uint8Array(decompressor(frame, rawLength)).buffer;
    // @ts-expect-error a decompressor is to give a Uint8Array; a buffer will do
    expect(load(jps, { decompress }).fingerprint).toBe(load(jps).fingerprint);
  });

  it.each<[string, unknown, string]>([
    ['nothing', undefined, 'Undefined'],
    ['null', null, 'Null'],
    ['a promise', Promise.resolve(), 'Promise'],
    ['a response', new Response(), 'Response'],
    ['an address', 'arena.prep', 'String'],
    ['one of several', [7, new Uint8Array(0)], 'Number'],
  ])('are asked for where they are %s', (_, bytes, tag) => {
    expect(() => load(bytes as Uint8Array)).toThrow(
      new TypeError(`blob is [object ${tag}], expected a Uint8Array or ArrayBuffer`),
    );
  });

  it('of more cells than maxCells are refused before anything is unpacked', () => {
    const opened: number[] = [];
    const decompress = (frame: Uint8Array, length: number) => {
      opened.push(length);
      return decompressor(frame, length);
    };
    const { width, height } = load(everything);
    const cells = width * height;
    expect(load(everything, { maxCells: cells }).width).toBe(width);
    expect(() => load(everything, { maxCells: cells - 1, decompress })).toThrow(
      `unusable blob: number of cells is ${cells}, expected ${cells - 1}; raise maxCells`,
    );
    expect(opened).toEqual([]);
  });

  it('are asked for where there are none', () => {
    expect(() => load([])).toThrow(new RangeError('there are 0 blobs, expected 1 or more'));
  });

  it('that a decompressor gives are asked for where it gives something else', () => {
    for (const [given, tag] of [
      [Promise.resolve(), 'Promise'],
      [undefined, 'Undefined'],
    ]) {
      // @ts-expect-error
      expect(() => load(jps, { decompress: () => given })).toThrow(
        new TypeError(`what decompress gives is [object ${tag}], expected a Uint8Array or ArrayBuffer`),
      );
    }
  });
});

describe('engines', () => {
  it('that are not in the bundle are named, and so are those that are', () => {
    for (const engine of ['hpa', 'toString', '__proto__', '']) {
      expect(() => loadJps(everything, { engine })).toThrow(
        new RangeError(`engine is ${engine}, bundled here are jps`),
      );
    }
    expect(() => load(jps, { engine: 'astar' })).toThrow(
      new RangeError('engine is astar, bundled here are jps+bounds, ch, jps, weighted, table, hpa'),
    );
  });

  it('that blobs or bundle lack something for are named, with the kinds of sections that there are', () => {
    const lacking = (engine: string) => ({
      code: 'missing',
      message: expect.stringMatching(
        new RegExp(
          `^unusable blob: sections is [\\d,]+, expected those of engine ${engine}; load its blobs, or give loader the engine of these$`,
        ),
      ),
    });
    expect(() => load(jps, { engine: 'hpa' })).toThrow(expect.objectContaining(lacking('hpa')));
    expect(() => load([jps, table], { engine: 'table' })).toThrow(expect.objectContaining(lacking('table')));
    expect(() => load(bounds)).toThrow(
      expect.objectContaining(lacking('jps\\+bounds or ch or jps or weighted or table or hpa')),
    );
    expect(() => loadBounds(hpa)).toThrow(expect.objectContaining(lacking('jps\\+bounds or jps')));
  });

  it('that need another part name it', () => {
    const lacking = (what: string, part: string) =>
      new BlobError(`unusable blob: ${what}, expected another; also give loader ${part}`, 'missing');
    expect(() => loader(jpsEngine)(jps)).toThrow(lacking('codec is zstd', 'zstdPart'));
    expect(() => loadJps(jps, { shared: true })).toThrow(lacking('shared is true', 'sharedPart'));
  });
});

describe('the grid of a map', () => {
  it('is as it was baked, costs included', async () => {
    const weighted = makeGrid('rooms', 30, 20, 0.2, 2);
    setCosts(weighted, (x) => 1 + (x % 5));
    for (const [nav, baked] of [
      [load(everything), grid],
      [load(await bakeHpa(weighted)), weighted],
    ] as const) {
      expect(nav.grid).toBe(nav.grid);
      expect([nav.grid.open, nav.grid.costs, nav.grid.stride]).toEqual([baked.open, baked.costs, baked.stride]);
    }
  });

  it('gives copies that may be written', () => {
    const { grid } = load(everything);
    const mine = grid.copy();
    mine.open.fill(1);
    expect(grid.open.includes(0)).toBe(true);
    expect(mine).toMatchObject({ width: 60, height: 44, terrain: grid.terrain });
  });
});
