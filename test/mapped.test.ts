import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as KIND from '../src/core/blob/kinds.js';
import { type ElementArray, isViews } from '../src/core/blob/layout.js';
import { packBlobs, unpackBlob } from '../src/core/blob/pack.js';
import { readBlob } from '../src/core/blob/read.js';
import { readViews } from '../src/core/blob/views.js';
import { assemble, rawEntry } from '../src/core/blob/write.js';
import { BlobError } from '../src/core/errors.js';
import { withMoves } from '../src/core/grid/clearance.js';
import { type Grid, gridFrom, setCosts } from '../src/core/grid/grid.js';
import { withWallCosts } from '../src/core/grid/wall-costs.js';
import { bakeBounds } from '../src/engines/bounds/bake.js';
import { bakeHierarchy } from '../src/engines/ch/bake.js';
import type { HierarchyArrays } from '../src/engines/ch/section.js';
import { bakeHpa } from '../src/engines/hpa/bake.js';
import type { HpaGraph } from '../src/engines/hpa/graph.js';
import { inspectBlob } from '../src/engines/inspect.js';
import { bakeJps } from '../src/engines/jps/bake.js';
import { ARTIFACTS } from '../src/engines/list.js';
import { bakeTable } from '../src/engines/table/bake.js';
import { editable } from '../src/play/edit/edit.js';
import { boundsEngine, hpaEngine } from '../src/runtime/engines.js';
import { loader } from '../src/runtime/load.js';
import { load } from '../src/runtime/load-all.js';
import { mappedPart } from '../src/runtime/mapped.js';
import type { GridNav, Part } from '../src/runtime/nav.js';
import { wasmPart } from '../src/runtime/parts.js';
import { withList, withSection } from './forge.js';
import { anyGrid, makeGrid, random } from './grids.js';
import { sample } from './samples.js';

const none = { codec: 'none', threads: 1 } as const;
const whole = { ...none, layout: 'mapped' } as const;

/** Blobs of a map by engine, in a layout. */
async function blobsOf(grid: Grid, options: typeof none | typeof whole): Promise<Record<string, Uint8Array[]>> {
  const hpa = await bakeHpa(grid, { ...options, cluster: 6, levels: 2, merge: 2 });
  const others = { hpa: [hpa], table: [hpa, await bakeTable(hpa, { ...options, level: 1 })] };
  const ch = [await bakeHierarchy(grid, options)];
  if (grid.costs) return { ...others, ch };
  const jps = await bakeJps(grid, options);
  return { ...others, ch, jps: [jps], 'jps+bounds': [jps, await bakeBounds(grid, options)] };
}

let rooms: ReturnType<typeof blobsOf> | undefined;
/** Blobs of some rooms in layout mapped, baked once. */
const roomsBlobs = () => (rooms ??= blobsOf(makeGrid('rooms', 30, 20, 0.3, 7), whole));

/** A tree without what a thread has for itself. */
function plain(value: unknown): unknown {
  if (ArrayBuffer.isView(value)) {
    const { buffer, byteOffset, byteLength } = value;
    return `${Object.prototype.toString.call(value)} ${Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength).toString('hex')}`;
  }
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  const there = Object.entries(value).filter(([, part]) => part !== undefined);
  return Object.fromEntries(there.map(([key, part]) => [key, plain(part)]));
}

/** Arrays of an engine, by name. */
const keptOf = (blobs: Uint8Array[], engine: string) => {
  const nav = load(blobs, { engine, shared: true, wasm: false }) as GridNav;
  return plain(nav.source.kept);
};

describe('layout mapped', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('gives engines the arrays that they make of compact blobs, byte for byte', async () => {
    await fc.assert(
      fc.asyncProperty(anyGrid(14), fc.boolean(), async (grid, weighted) => {
        if (weighted) setCosts(grid, (x, y) => 1 + ((x * 7 + y) % 5));
        const [compact, mapped] = [await blobsOf(grid, none), await blobsOf(grid, whole)];
        for (const engine of ['hpa', 'table', 'ch'])
          expect(keptOf(mapped[engine], engine)).toEqual(keptOf(compact[engine], engine));
      }),
      { numRuns: sample(1000, 100) },
    );
  });

  it('answers as compact blobs do, from one cell to another', async () => {
    for (const seed of [1, 2, 3]) {
      const grid = makeGrid(seed === 2 ? 'maze' : 'rooms', 40, 33, 0.3, seed);
      if (seed === 3) setCosts(grid, (x, y) => 1 + ((x + y) % 4));
      const [compact, mapped] = [await blobsOf(grid, none), await blobsOf(grid, whole)];
      for (const engine of Object.keys(compact)) {
        for (const wasm of [true, false]) {
          const [a, b] = [compact, mapped].map((blobs) => load(blobs[engine], { engine, wasm }));
          for (let i = 0; i < sample(300, 10); i++) {
            const at = [i % 40, (i * 7) % 33, (i * 11) % 40, (i * 5) % 33] as const;
            expect(b.findPath(...at)).toEqual(a.findPath(...at));
          }
        }
      }
    }
  });

  it.each(['hex', 'hex-odd-r', 'hex-even-q'] as const)(
    'answers between hexagons as compact blobs do, %s',
    async (rule) => {
      for (const seed of [1, 2]) {
        const grid = withMoves(makeGrid('rooms', 20, 17, 0.2, seed), rule);
        if (seed === 2) setCosts(grid, (x, y) => 1 + ((x + y) % 4));
        const [a, b] = [load(await bakeHierarchy(grid, none)), load(await bakeHierarchy(grid, whole))];
        for (let i = 0; i < 300; i++) {
          const at = [i % 20, (i * 7) % 17, (i * 11) % 20, (i * 5) % 17] as const;
          expect(b.findPath(...at)).toEqual(a.findPath(...at));
        }
      }
    },
  );

  it.each([
    ['jump lines', KIND.jpsViews, '{}'],
    ['jump lines', KIND.jpsViews, '{"lines":null}'],
    ['goal bounds', KIND.boundsViews, '{}'],
    ['goal bounds', KIND.boundsViews, '{"masks":null}'],
    ['HPA*', KIND.hpaViews, '{}'],
    ['table', KIND.tableViews, '{}'],
    ['contraction hierarchies', KIND.chViews, '{}'],
  ])('is refused if a list has no %s: section %i, %s', async (_, kind, list) => {
    const blobs = await roomsBlobs();
    const change = (values: ElementArray) => {
      const bytes = withList(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), list);
      return new Int32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
    };
    const has = (blob: Uint8Array) => readBlob(blob, (frame) => frame).has(kind);
    const [engine, all] = Object.entries(blobs).find(([, one]) => one.some(has)) as [string, Uint8Array[]];
    const forged = all.map((blob) => (has(blob) ? withSection(blob, kind, change) : blob));
    expect(() => load(forged, { engine, wasm: false })).toThrow(BlobError);
  });

  it('has sections that compact blobs do not have, and which inspect compares with the others', async () => {
    const grid = makeGrid('rooms', 30, 20, 0.3, 4);
    const { hpa, table, ch, 'jps+bounds': jumps } = await blobsOf(grid, whole);
    const kinds = (blob: Uint8Array) =>
      readBlob(blob, (frame) => frame)
        .entries.map(({ kind }) => kind)
        .filter(isViews);
    expect(kinds(hpa[0])).toEqual([KIND.mapViews, KIND.hpaViews]);
    expect(kinds(table[1])).toEqual([KIND.mapViews, KIND.tableViews]);
    expect(kinds(ch[0])).toEqual([KIND.mapViews, KIND.chViews]);
    expect(jumps.map(kinds)).toEqual([
      [KIND.mapViews, KIND.jpsViews],
      [KIND.mapViews, KIND.boundsViews],
    ]);
    expect(kinds(packBlobs([...table, ...ch]))).toEqual([KIND.mapViews, KIND.hpaViews, KIND.tableViews, KIND.chViews]);
    for (const blob of [...table, ...ch, ...jumps]) expect(inspectBlob(blob).sections.length).toBeGreaterThan(4);
    const forged = withSection(hpa[0], KIND.hpaViews, (values) => {
      values[values.length - 1] ^= 1;
      return values;
    });
    expect(() => inspectBlob(forged)).toThrow(
      'unusable blob: section 11 is of other arrays, expected those that its artifact gives; bake it again with this gridprep',
    );
    const long = withSection(hpa[0], KIND.mapViews, () => new Int32Array(1e6));
    expect(() => inspectBlob(long)).toThrow(/section 8 is 4000000, expected \d{4} bytes of Int32Array/);
  });

  it('passes verification', async () => {
    const grid = makeGrid('rooms', 30, 20, 0.3, 4);
    const { table, ch } = await blobsOf(grid, whole);
    const parts = [...table, ...ch].flatMap(unpackBlob);
    const findings = await Promise.all(
      parts.map((part) => ARTIFACTS[part.artifact].verify(part, grid, random(1), parts)),
    );
    expect(findings.flatMap(({ faults }) => faults)).toEqual([]);
  });

  it('makes views: nothing of the blob is copied, and nothing of it is written to', async () => {
    const grid = makeGrid('rooms', 60, 50, 0.2, 5);
    const [blob] = (await blobsOf(grid, whole)).hpa;
    const before = blob.slice();
    const nav = load(blob, { engine: 'hpa' }) as GridNav;
    expect(nav.grid.open.constructor).toBe(Uint8Array);
    expect((nav.grid.open as Uint8Array).buffer).toBe(blob.buffer);
    const changing = editable(nav);
    changing.setOpen(30, 25, !nav.isOpen(30, 25));
    for (let i = 0; i < 40; i++) changing.findPath(i, 3, 59 - i, 47);
    expect(blob).toEqual(before);
  });

  it('knows what walls add to costs: the costs around a new wall follow', async () => {
    const grid = withWallCosts(makeGrid('rooms', 30, 20, 0.2, 8), [4, 2]);
    const changed = await Promise.all(
      [none, whole].map(async (options) => {
        const nav = editable(load((await blobsOf(grid, options)).hpa, { engine: 'hpa' }));
        const [x, y] = [...Array(600).keys()]
          .map((i) => [i % 30, Math.floor(i / 30)])
          .find((at) => nav.costAt(at[0], at[1]) === 1) ?? [0, 0];
        nav.setOpen(x, y, false);
        return Array.from({ length: 600 }, (_, i) => nav.costAt(i % 30, Math.floor(i / 30)));
      }),
    );
    expect(changed[1]).toEqual(changed[0]);
  });

  it('copies once where the bytes lie askew, and reads compressed ones', async () => {
    const grid = makeGrid('rooms', 30, 20, 0.3, 6);
    const [blob] = (await blobsOf(grid, whole)).hpa;
    const askew = new Uint8Array(blob.length + 3).subarray(3);
    askew.set(blob);
    const small = await bakeHpa(grid, { ...whole, codec: 'zstd', cluster: 6, levels: 2, merge: 2 });
    expect(small.length).toBeLessThan(blob.length / 4);
    const paths = [blob, askew, small].map((bytes) => load(bytes).findPath(1, 1, 28, 18));
    expect(paths[1]).toEqual(paths[0]);
    expect(paths[2]).toEqual(paths[0]);
  });

  it('is read by a loader with mappedPart; any other makes the arrays', async () => {
    const grid = makeGrid('rooms', 30, 20, 0.3, 7);
    const [compact, mapped] = [await blobsOf(grid, none), await blobsOf(grid, whole)];
    const forged = withSection(mapped.hpa[0], KIND.hpaViews, (values) => values.fill(0));
    const without = loader(hpaEngine);
    const reads = loader(hpaEngine, mappedPart);
    const expected = load(compact.hpa).findPath(1, 1, 28, 18);
    for (const nav of [without(forged), reads(mapped.hpa), reads(compact.hpa)])
      expect(nav.findPath(1, 1, 28, 18)).toEqual(expected);
    expect(() => reads(forged)).toThrow('unusable blob: list of arrays is 0');
    expect((without(mapped.hpa).grid.open as Uint8Array).buffer).not.toBe(mapped.hpa[0].buffer);
  });

  it('has jump lines and boxes, which loads make on maps of this size where they have WebAssembly', async () => {
    const grid = makeGrid('rooms', 40, 33, 0.3, 11);
    const [compact, mapped] = [await blobsOf(grid, none), await blobsOf(grid, whole)];
    const always = { mapped: { ...(mappedPart as Part).mapped, linesFrom: 0 } } as Part;
    for (const engine of ['jps', 'jps+bounds'])
      for (const parts of [[mappedPart], [always, wasmPart]]) {
        const only = loader(boundsEngine, ...parts)(mapped[engine], { engine });
        const all = load(compact[engine], { engine });
        expect(only.engines).toEqual(all.engines);
        for (let i = 0; i < sample(300, 10); i++) {
          const at = [i % 40, (i * 7) % 33, (i * 11) % 40, (i * 5) % 33] as const;
          expect(only.findPath(...at)).toEqual(all.findPath(...at));
        }
      }
    const forged = withSection(mapped.jps[0], KIND.jpsViews, (values) => values.fill(0));
    expect(load(forged).findPath(1, 1, 38, 30)).toEqual(load(compact.jps).findPath(1, 1, 38, 30));
    expect(() => load(forged, { wasm: false })).toThrow('unusable blob: list of arrays is 0');
    expect(() => loader(boundsEngine, always, wasmPart)(forged)).toThrow('unusable blob: list of arrays is 0');
    vi.stubGlobal('WebAssembly', undefined);
    expect(() => load(forged)).toThrow('unusable blob: list of arrays is 0');
  });

  it('names each engine once', async () => {
    const { 'jps+bounds': jumps, table, ch } = await roomsBlobs();
    expect(load([...jumps, ...table, ...ch]).engines).toEqual(['jps+bounds', 'ch', 'jps', 'table', 'hpa']);
  });

  it('walks each edge of a hierarchy on the grid when a path has it first', async () => {
    const grid = makeGrid('rooms', 30, 20, 0.3, 9);
    for (const weighted of [false, true]) {
      if (weighted) setCosts(grid, (x, y) => 1 + ((x + y) % 3));
      const [blob] = (await blobsOf(grid, whole)).ch;
      const read = readBlob(blob, (frame) => frame);
      const { hierarchy, map } = (readViews(read, KIND.chViews) as unknown as HierarchyArrays).hierarchy;
      const { points } = hierarchy;
      const [{ byteOffset }] = read.entries.flatMap(({ kind, parts }) => (kind === KIND.chViews ? parts : []));
      const forged = withSection(blob, KIND.chViews, (values) => {
        new Int32Array(values.buffer, points.byteOffset - byteOffset, points.length).reverse();
        return values;
      });
      const answersOf = (bytes: Uint8Array) => {
        const nav = load(bytes);
        return () =>
          Array.from({ length: 200 }, (_, i) => {
            try {
              return nav.findPath(i % 30, i % 20, (7 * i) % 30, (3 * i) % 20);
            } catch (error) {
              expect(error).toBeInstanceOf(BlobError);
              return 'refused';
            }
          });
      };
      const wrong = answersOf(forged);
      const refused = wrong();
      expect(refused.filter((answer) => answer === 'refused').length).toBeGreaterThan(20);
      expect(wrong()).toEqual(refused);
      // Arrays that change after a load: wrong paths or a refusal, and no more cells than 64 lines have.
      const changing = answersOf(blob);
      expect(changing()).not.toContain('refused');
      for (const change of [
        () => points.fill(0x3fff3fff),
        () => map.clearances.set(map.clearances.map((clearance) => 2 * clearance)),
        () => hierarchy.via.fill(0),
        () => hierarchy.costs.fill(1),
      ]) {
        change();
        for (const answer of changing())
          if (typeof answer === 'object' && answer) expect(answer.cells.length).toBeLessThanOrEqual(2 * 64 * 0x4000);
      }
      expect(changing()).toContain('refused');
    }
  });

  it.each([
    ['a number without end', (list: string) => list.replace('"count":', '"count":1e999,"was":')],
    ['a broken number', (list: string) => list.replace('"longest":', '"longest":0.5,"was":')],
    ['a list in place of a number', (list: string) => list.replace('"count":', '"count":[16],"was":')],
    ['a larger number', (list: string) => list.replace('"count":', '"count":2147483647,"was":')],
    ['nothing', () => 'null'],
    ['a number', () => '5'],
    ['a view that begins nowhere', (list: string) => list.replace(/"points":"2:\d+/, '"points":"2:x')],
    ['a view before the section', (list: string) => list.replace(/"points":"2:\d+/, '"points":"2:-8')],
    ['a view of no type', (list: string) => list.replace(/"points":"2/, '"points":"7')],
    ['no array of levels', (list: string) => list.replace('"levels":', '"stages":')],
  ])('is refused in one line where its list has %s', async (_, change) => {
    const [blob] = (await roomsBlobs()).hpa;
    const forged = withSection(blob, KIND.hpaViews, (values) => {
      const section = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
      const list = Buffer.from(section.subarray(8, 8 + values[0])).toString('latin1');
      expect(change(list)).not.toBe(list);
      const bytes = withList(section, change(list));
      return new Int32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
    });
    expect(() => load(forged, { engine: 'hpa' })).toThrow(/^unusable blob: (list of )?arrays (of HPA\* )?is [^\n]+$/);
  });

  it('is refused with step costs that its engine does not support', async () => {
    const grid = makeGrid('rooms', 21, 18, 0.3, 8);
    setCosts(grid, (x) => 1 + (x % 3));
    for (const options of [none, whole])
      for (const [engine, blobs] of Object.entries(await blobsOf(grid, options))) {
        const forged = blobs.map((blob) => {
          const { entries } = readBlob(blob, (frame) => frame);
          return assemble(blob.slice(0, 80), [...entries, rawEntry(KIND.stepCosts, Uint8Array.of(1))]);
        });
        expect(() => load(forged, { engine })).toThrow('unusable blob: costs is entered, expected average');
      }
  });

  it('ends where the last first node of a cluster is none: HPA* and table', async () => {
    const { table } = await roomsBlobs();
    for (const value of [2 ** 31 - 1, -(2 ** 31), 5]) {
      const forged = withSection(table[0], KIND.hpaViews, (values) => {
        const read = readBlob(table[0], (frame) => frame);
        const { clusterFirst } = (readViews(read, KIND.hpaViews) as unknown as { graph: HpaGraph }).graph;
        const [{ byteOffset }] = read.entries.flatMap(({ kind, parts }) => (kind === KIND.hpaViews ? parts : []));
        values[(clusterFirst.byteOffset - byteOffset) / 4 + clusterFirst.length - 1] = value;
        return values;
      });
      for (const engine of ['hpa', 'table'])
        expect(() => load([forged, table[1]], { engine })).toThrow('unusable blob: arrays of HPA* is damaged');
    }
  });

  it('is not read outside of the blob', async () => {
    const [blob] = (await roomsBlobs()).jps;
    const forged = withSection(blob, KIND.mapViews, (values) => {
      const section = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
      const list = Buffer.from(section.subarray(8, 8 + values[0])).toString('latin1');
      const bytes = withList(section, list.replace(/"open":"0:\d+/, '"open":"0:x'));
      return new Int32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
    });
    const around = new Uint8Array(8192 + forged.length).fill(1);
    around.set(forged, 8192);
    expect(() => load(around.subarray(8192))).toThrow(
      /^unusable blob: list of arrays is RangeError: 0:x:\d+, expected/,
    );
  });

  it('whose memory was detached or overwritten after the load is an error, not a map without paths', async () => {
    const { hpa } = await blobsOf(
      gridFrom(30, 20, (x) => x !== 7),
      whole,
    );
    const expected =
      'unusable blob: memory is detached or changed, expected the bytes that were loaded; leave them as they are';
    for (const destroy of [
      (bytes: Uint8Array) => void structuredClone(bytes.buffer, { transfer: [bytes.buffer as ArrayBuffer] }),
      (bytes: Uint8Array) => void bytes.fill(0),
    ]) {
      const bytes = hpa[0].slice();
      const nav = load(bytes);
      expect(nav.findPath(9, 1, 28, 18)).not.toBeNull();
      destroy(bytes);
      expect(() => nav.findPath(9, 1, 28, 18)).toThrow(expected);
      expect(() => nav.isReachable(9, 1, 28, 18)).toThrow(expected);
    }
  });

  it.each(['hpa', 'table'])('ends each query where any bytes change between queries: %s', async (engine) => {
    const next = random(5);
    const grid = makeGrid('rooms', 40, 30, 0.3, 7);
    const blobs = (await blobsOf(grid, whole))[engine].map((blob) => blob.slice());
    const before = blobs.map((blob) => blob.slice());
    const nav = load(blobs, { engine });
    const cases = sample(20_000, 160);
    let refused = 0;
    for (let i = 0; i < cases; i++) {
      for (const [b, blob] of blobs.entries()) {
        if (i % 8 === 0) blob.set(before[b]);
        for (let n = Math.floor(100 * next()); n > 0; n--)
          blob[200 + Math.floor((blob.length - 200) * next())] = Math.floor(256 * next());
      }
      try {
        nav.findPath(
          ...([40, 30, 40, 30].map((side) => Math.floor(side * next())) as [number, number, number, number]),
        );
        nav.distance?.(1, 1, 38, 28);
      } catch (error) {
        expect(error).toBeInstanceOf(BlobError);
        refused++;
      }
    }
    expect(refused).toBeGreaterThan(cases / 100);
  });

  it.each(['hpa', 'table'])('ends soon where arrays of HPA* change after a load: %s', async (engine) => {
    const grid = gridFrom(60, 50, (x, y) => (x % 8 > 0 || y % 8 === 3) && (y % 8 > 0 || x % 8 === 5));
    const blobs = (await blobsOf(grid, whole))[engine];
    const { graph } = readViews(
      readBlob(blobs[0], (frame) => frame),
      KIND.hpaViews,
    ) as unknown as { graph: HpaGraph };
    const [level, upper] = graph.levels;
    const { inter, clusterEnd } = graph;
    const ends = [level.end, level.pathEnd, upper.pathEnd, upper.end, inter.end, clusterEnd];
    const starts = [level.first, upper.first, inter.first];
    for (const array of [...ends, ...starts]) {
      const nav = load(blobs, { engine });
      const before = array.slice();
      array.fill(starts.includes(array) ? -(2 ** 31) : 2 ** 31 - 1);
      for (let i = 0; i < 40; i++) {
        try {
          nav.findPath(1 + i, 3, 58 - i, 47);
          expect(nav.search.expanded).toBeLessThanOrEqual(grid.width * grid.height);
        } catch (error) {
          expect(error).toBeInstanceOf(BlobError);
        }
      }
      array.set(before);
    }
  });
});
