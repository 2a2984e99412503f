import { describe, expect, it } from 'vitest';
import { drawn, makeGrid, random } from '../../../test/grids.js';
import { interrogate } from '../../../test/hostile.js';
import { loadTable as load } from '../../../test/loaders.js';
import { connectedPairs } from '../../../test/queries.js';
import { IS_LONG, sample } from '../../../test/samples.js';
import { decompressor } from '../../core/blob/decompress.js';
import * as KIND from '../../core/blob/kinds.js';
import { packBlobs, unpackBlob } from '../../core/blob/pack.js';
import { readBlob } from '../../core/blob/read.js';
import { writeBlob } from '../../core/blob/write.js';
import { BlobError } from '../../core/errors.js';
import { gridFrom } from '../../core/grid/grid.js';
import { load as loadAny } from '../../runtime/load-all.js';
import type { GridNav } from '../../runtime/nav.js';
import { bakeHpa, writeHpa } from '../hpa/bake.js';
import { buildHpa } from '../hpa/build.js';
import { hpaGraph } from '../hpa/graph.js';
import { inspectBlob } from '../inspect.js';
import { bakeTable } from './bake.js';
import { buildTable } from './build.js';
import { loadTable, tableSections } from './section.js';

const META = { artifact: 'table', map: '' };
const CIRCLE = /^unusable blob: next hop is one of a circle, expected one that leads on; /;

describe('a table in a blob', () => {
  const grid = makeGrid('rooms', 60, 50, 0.5, 5);

  it('is the best engine after optimal ones, in a pack and apart, compressed or not', async () => {
    const hpa = await bakeHpa(grid, { cluster: 8 });
    const table = await bakeTable(hpa);
    expect(await bakeTable(hpa, { threads: 1, method: 'floyd' })).toEqual(table);
    const packed = packBlobs([hpa, table]);
    expect(unpackBlob(packed).map((part) => part.artifact)).toEqual(['hpa', 'table']);
    expect(Buffer.from(unpackBlob(packed)[1].bytes)).toEqual(Buffer.from(table));
    expect(await bakeTable(packed)).toEqual(table);
    const plain = await bakeHpa(grid, { cluster: 8, codec: 'none' });
    const raw = await bakeTable(plain, { codec: 'none' });
    const navs = [load(packed), load([table, hpa]), load([plain, table]), loadAny(packed), load([hpa, raw])];
    for (const nav of navs) {
      expect(nav.engine).toBe('table');
      for (const q of connectedPairs(grid, 20)) expect(nav.findPath(...q)).toEqual(navs[0].findPath(...q));
    }
    expect(() => load(table)).toThrow(/^unusable blob: sections is [\d,]+, expected those of engine table; /);
    expect(loadAny(hpa).engine).toBe('hpa');
    inspectBlob(packed);
  });

  it('is refused with another bake, both named', async () => {
    const [hpa, other] = await Promise.all([8, 10].map((cluster) => bakeHpa(grid, { cluster })));
    const table = await bakeTable(hpa);
    expect(() => load([other, table])).toThrow(
      /^unusable blob: abstraction of the table is ([0-9a-f]{40}), expected (?!\1)[0-9a-f]{40} as in the hpa blob; bake the table again from this hpa blob$/,
    );
    expect(() => load([other, table])).toThrow(expect.objectContaining({ code: 'mismatch' }));
    expect(() => inspectBlob(packBlobs([other, table]))).toThrow(/^unusable blob: abstraction of the table is /);
    await expect(bakeTable(table)).rejects.toThrow(
      /^unusable blob: artifact is missing, expected hpa; name a blob of prep hpa$/,
    );
  });

  it('holds distances above 32 bits', async () => {
    // A serpentine of the most expensive ground.
    const isOpen = (x: number, y: number) => x % 2 === 0 || y === (x % 4 === 1 ? 0 : 40);
    const long = gridFrom(63, 41, isOpen, () => 255);
    const hpa = await bakeHpa(long, { cluster: 12 });
    const table = await bakeTable(hpa, { method: 'search' });
    expect(await bakeTable(hpa, { method: 'floyd' })).toEqual(table);
    const nav = load([hpa, table]);
    const plain = loadAny(hpa);
    const walk = plain.walk?.(0, 40, 62, 40);
    expect(nav.distance?.(0, 40, 62, 40)).toBe(walk?.cost);
    expect((walk?.cost ?? 0) * 27720).toBeGreaterThan(2 ** 33);
    // Most maps have 32 bits.
    const open = drawn('....\n....');
    const small = await bakeHpa(open, { cluster: 2 });
    for (const [ground, cluster, own, bytes, isWide] of [
      [long, 12, hpa, table, true],
      [open, 2, small, await bakeTable(small), false],
    ] as const) {
      const graph = hpaGraph(ground, buildHpa(ground, { cluster }));
      const [blob, of] = [bytes, own].map((one) => readBlob(one, decompressor));
      expect(loadTable(blob, of, graph).wide).toBe(isWide);
    }
    expect(nav.distance?.(0, 40, 62, 40)).toBe(nav.findPath(0, 40, 62, 40)?.cost);
  });

  it.runIf(IS_LONG)('has the size and the memory that are promised, on a map of 512 x 512', async () => {
    const wide = makeGrid('noise', 512, 512, 0.02, 8);
    const hpa = await bakeHpa(wide, { cluster: 48 });
    const table = await bakeTable(hpa);
    const { nodes } = (unpackBlob(table)[0].metadata as { statistics: { nodes: number } }).statistics;
    expect(nodes).toBeGreaterThan(500);
    expect(table.length / nodes ** 2).toBeLessThan(0.15);
    expect(table.length).toBeLessThan(1e6);
  });
});

/** Paths between every 30th cell and each of the others. */
function askAll(nav: GridNav): void {
  const { width, height } = nav;
  for (let i = 0; i < width * height; i += 30)
    for (let j = 0; j < width * height; j += 30)
      nav.findPath(i % width, Math.floor(i / width), j % width, Math.floor(j / width));
}

describe('a hostile table', () => {
  /** Blobs whose checksums are right and whose sections are changed at random. */
  it('is refused as a blob, or answers every query with a legal path or a refusal', async () => {
    const next = random(23);
    const upTo = (n: number) => Math.floor(next() * n);
    let refused = 0;
    let answered = 0;
    for (let i = 0; i < sample(400); i++) {
      const kind = (['noise', 'maze', 'comb', 'rooms'] as const)[i % 4];
      const grid = makeGrid(kind, 20 + upTo(30), 20 + upTo(30), 0.3, i + 1);
      const bytes = await bakeHpa(grid, { cluster: 4 + upTo(9), levels: 1 + (i % 3), codec: 'none' });
      const hpa = readBlob(bytes, decompressor);
      const own = (unpackBlob(bytes)[0].metadata as { options: object }).options;
      const built = buildHpa(grid, own);
      const table = await buildTable(grid, built, hpaGraph(grid, built), { level: 1 + (i % 3) });
      const sections = tableSections(table, hpa);
      for (let k = 0; k < 1 + upTo(3); k++) {
        // Mostly the runs themselves.
        const { values } = sections[Math.min(2, upTo(9))];
        if (values.length > 0) values[upTo(values.length)] += next() < 0.7 ? 1 : upTo(70000);
      }
      try {
        const nav = load([bytes, await writeBlob(grid, sections, META, { codec: 'none' })]);
        interrogate(nav, 20, next);
        answered++;
      } catch (error) {
        if (!(error instanceof BlobError)) throw error;
        refused++;
      }
    }
    expect(refused).toBeGreaterThan(sample(100, 32));
    expect(answered).toBeGreaterThan(sample(20, 32));
  });

  it('over an abstraction in pieces, where the grid is not, finds no path between them', async () => {
    const grid = makeGrid('rooms', 40, 40, 1, 1);
    for (const level of [1, 2]) {
      const built = buildHpa(grid, { cluster: 8, levels: 2, paths: false });
      // No way through any cluster; what is left are the borders.
      built.pairs.fill(0);
      for (const { pairs } of built.upper) pairs.fill(0);
      const bytes = await writeHpa(grid, {
        ...built,
        upper: built.upper.map((u) => ({ ...u, steps: new Uint16Array(0) })),
      });
      const nav = load([bytes, await bakeTable(bytes, { level })]);
      const missing = /^unusable blob: path is missing, expected one between connected cells; /;
      expect(() => nav.findPath(0, 0, 38, 38)).toThrow(missing);
      expect(() => nav.distance?.(0, 0, 38, 38)).toThrow(missing);
      expect(interrogate(nav, 200, random(3))).toBeGreaterThan(100);
    }
  });

  it('is refused by name of what is wrong', async () => {
    const grid = makeGrid('rooms', 40, 40, 0.4, 1);
    const bytes = await bakeHpa(grid, { cluster: 8 });
    const hpa = readBlob(bytes, decompressor);
    const built = buildHpa(grid, { cluster: 8 });
    const table = await buildTable(grid, built, hpaGraph(grid, built));
    const faults: [message: string, section: number, value: number, from?: number, to?: number][] = [
      ['level is 2, expected 1 to 1; ', 0, 2, 0, 1],
      [`number of nodes is 7, expected ${table.graph.count}; `, 0, 7, 1, 2],
      ['number of runs is 4294967295, expected at most ', 0, 0xffffffff, 3, 4],
      ['run is 0, expected one within its row; ', 1, 0, 0, 1],
      ['run is 0, expected one within its row; ', 2, 200],
    ];
    for (const [message, section, ...fill] of faults) {
      const sections = tableSections(table, hpa).map((one) => ({ ...one, values: one.values.slice() }));
      sections[section].values.fill(...fill);
      const blob = await writeBlob(grid, sections, META);
      expect(() => load([bytes, blob])).toThrow(new RegExp(`^unusable blob: ${message}`));
    }
    // Everything by the first edge: soon a circle, which tools find immediately.
    const first = tableSections({ ...table, hops: table.hops.slice().fill(0) }, hpa);
    const circles = await writeBlob(grid, first, META);
    const nav = load([bytes, circles]);
    expect(() => askAll(nav)).toThrow(CIRCLE);
    expect(() => inspectBlob(packBlobs([bytes, circles]))).toThrow(CIRCLE);
  });

  it('whose bytes are changed after they were loaded ends no query in a circle, and names no edge that is not there', async () => {
    const grid = makeGrid('rooms', 40, 40, 0.4, 1);
    const bytes = await bakeHpa(grid, { cluster: 8 });
    for (const value of [0, 1, 200]) {
      const table = await bakeTable(bytes, { codec: 'none' });
      const [fresh, warm] = [load([bytes, table]), load([bytes, table])];
      askAll(warm);
      const [hops] = readBlob(table, decompressor).entries.find(({ kind }) => kind === KIND.tableHops)?.parts ?? [];
      hops.fill(value);
      for (const nav of [fresh, warm]) expect(() => askAll(nav)).toThrow(CIRCLE);
    }
  });

  it('has at most 2,000 nodes, more only where the game says so', async () => {
    const grid = gridFrom(72, 72, () => true);
    const bytes = await bakeHpa(grid, { cluster: 3, levels: 1 });
    const table = await bakeTable(bytes, { level: 1, maxNodes: 9999 });
    expect(() => load([bytes, table])).toThrow('unusable blob: number of nodes is 2208, expected 2000; raise maxNodes');
    const nav = load([bytes, table], { maxNodes: 2208 });
    expect(nav.findPath(3, 3, 70, 60)?.cost).toBeCloseTo(57 * Math.SQRT2 + 10, 2);
    expect(inspectBlob(packBlobs([bytes, table])).unchecked).toEqual([
      'table: whether its ways lead to their nodes, which are 2208; up to 2000 are followed',
    ]);
  });
});
