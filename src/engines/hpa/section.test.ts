import { describe, expect, it } from 'vitest';
import { withSection } from '../../../test/forge.js';
import { makeGrid, random } from '../../../test/grids.js';
import { interrogate, spoil } from '../../../test/hostile.js';
import { forAllHpa } from '../../../test/hpa.js';
import { loadHpa } from '../../../test/loaders.js';
import { sample } from '../../../test/samples.js';
import { decompressor } from '../../core/blob/decompress.js';
import * as KIND from '../../core/blob/kinds.js';
import { readBlob } from '../../core/blob/read.js';
import { writeBlob } from '../../core/blob/write.js';
import { BlobError } from '../../core/errors.js';
import { gridFrom } from '../../core/grid/grid.js';
import { load } from '../../runtime/load-all.js';
import { inspectBlob } from '../inspect.js';
import { bakeJps } from '../jps/bake.js';
import { bakeHpa, writeHpa } from './bake.js';
import { buildHpa } from './build.js';
import { hpaGraph } from './graph.js';
import { hpaSections, loadAbstraction } from './section.js';

const META = { artifact: 'hpa', map: '' };
const kinds = ['noise', 'maze', 'comb', 'rooms'] as const;

describe('an abstraction in a blob', () => {
  it('loads to what was built, with and without paths, costs and upper levels', async () => {
    const cases: Parameters<Parameters<typeof forAllHpa>[2]>[0][] = [];
    forAllHpa(60, 60, (c) => void cases.push(c));
    for (const { grid, options } of cases) {
      const built = buildHpa(grid, options);
      const bytes = await writeHpa(grid, built, { codec: 'none' });
      expect(loadAbstraction(readBlob(bytes, decompressor), grid)).toEqual(built);
      const nav = loadHpa(bytes);
      expect(nav.grid.costs).toEqual(grid.costs);
      expect(nav.engine).toBe('hpa');
      inspectBlob(bytes);
    }
  });

  it('compresses to the same bytes again, and answers the same', async () => {
    const grid = makeGrid('rooms', 120, 100, 0.4, 5);
    const blob = await bakeHpa(grid, { levels: 2 });
    expect(await bakeHpa(grid, { levels: 2, threads: 1 })).toEqual(blob);
    expect(loadHpa(blob).findPath(0, 0, 118, 98)).toEqual(
      load(await bakeHpa(grid, { levels: 2, codec: 'none' })).findPath(0, 0, 118, 98),
    );
  });

  it('has the costs in its fingerprint', async () => {
    const open = () => true;
    const [plain, ones, swamp] = [
      gridFrom(9, 9, open),
      gridFrom(9, 9, open, () => 1),
      gridFrom(9, 9, open, (x) => 1 + (x & 1)),
    ];
    const prints = await Promise.all(
      [plain, ones, swamp].map(async (grid) => loadHpa(await bakeHpa(grid)).fingerprint),
    );
    expect(prints[1]).toBe(prints[0]);
    expect(prints[2]).not.toBe(prints[0]);
    const [a, b] = [await bakeJps(plain), await bakeHpa(swamp)];
    expect(() => load([a, b])).toThrow(/^unusable blob: weighted is true, expected false as in the first blob; /);
    expect(load([a, await bakeHpa(ones)]).engine).toBe('jps');
  });

  it('is refused with costs on other cells than the open ones', async () => {
    const swamp = gridFrom(
      9,
      9,
      (x) => x !== 4,
      () => 2,
    );
    const sections = hpaSections(buildHpa(swamp));
    swamp.costs?.fill(2, swamp.cell(4, 4), swamp.cell(5, 4));
    const blob = await writeBlob(swamp, sections, META, { codec: 'none' });
    expect(() => loadHpa(blob)).toThrow(
      /^unusable blob: cost plane is of other cells, expected a cost for each open cell; /,
    );
  });
});

describe('a hostile abstraction', () => {
  it('has its numbers of nodes on upper levels checked before the pairs are unpacked that they imply', async () => {
    const grid = makeGrid('rooms', 40, 40, 0.4, 1);
    const sections = hpaSections(buildHpa(grid, { cluster: 5, levels: 3 }));
    const blob = await writeBlob(grid, sections, META, { codec: 'none' });
    for (const [count, expected] of [
      [200, 'at most 36'],
      [7, 'another'],
    ] as const) {
      const read: number[] = [];
      const forged = readBlob(
        withSection(blob, KIND.hpaUpperCounts, (values) => values.fill(count)),
        decompressor,
      );
      const watched = {
        ...forged,
        section: ((kind, ...rest) => read.push(kind) && forged.section(kind, ...rest)) as typeof forged.section,
      };
      expect(() => hpaGraph(grid, loadAbstraction(watched, grid))).toThrow(
        `unusable blob: number of nodes is ${count}, expected ${expected}; `,
      );
      expect(read).toContain(KIND.hpaUpperCounts);
      expect(read).not.toContain(KIND.hpaUpperPairs);
    }
  });

  it('has the lengths of all paths of its upper levels bounded together before their steps are unpacked', async () => {
    const grid = gridFrom(64, 64, () => true);
    const { upper, places } = buildHpa(grid, { cluster: 4, levels: 3 });
    const blob = await bakeHpa(grid, { cluster: 4, levels: 3, codec: 'none' });
    const each = Math.min(places.length, 200);
    const pairs = upper.reduce((sum, level) => sum + level.pairs.length, 0);
    const forged = readBlob(
      withSection(
        withSection(blob, KIND.hpaUpperPairs, (values) => values.fill(1 + each)),
        KIND.hpaUpperSteps,
        () => new Uint16Array(each * pairs),
      ),
      decompressor,
    );
    const read: number[] = [];
    const section = ((kind, ...rest) => read.push(kind) && forged.section(kind, ...rest)) as typeof forged.section;
    expect(() => hpaGraph(grid, loadAbstraction({ ...forged, section }, grid))).toThrow(
      `unusable blob: abstraction is ${each * pairs}, expected at most ${4 * (2 * pairs + 4096)}; bake it again with this gridprep`,
    );
    expect(read).toContain(KIND.hpaUpperPairs);
    expect(read).not.toContain(KIND.hpaUpperSteps);
  });

  /** Blobs whose checksums are right and whose sections are changed at random. */
  it('is refused as a blob, or answers every query with a legal path or a refusal', async () => {
    const next = random(17);
    const upTo = (n: number) => Math.floor(next() * n);
    let refused = 0;
    let contradicted = 0;
    let answered = 0;
    for (let i = 0; i < sample(1200); i++) {
      const grid = makeGrid(kinds[i % 4], 20 + upTo(30), 20 + upTo(30), 0.3, i + 1);
      if (i % 3 === 0) grid.costs = grid.open.map((open) => open * (1 + upTo(4)));
      const sections = hpaSections(buildHpa(grid, { cluster: 4 + upTo(9), levels: 1 + (i % 3), paths: i % 2 === 0 }));
      spoil(sections, next);
      const bytes = await writeBlob(grid, sections, META, { codec: 'none' });
      try {
        const nav = loadHpa(bytes);
        if (interrogate(nav, 20, next) > 0) contradicted++;
        answered++;
      } catch (error) {
        if (!(error instanceof BlobError)) throw error;
        refused++;
      }
    }
    expect(refused).toBeGreaterThan(sample(100, 32));
    expect(answered).toBeGreaterThan(sample(20, 32));
    expect(contradicted).toBeGreaterThanOrEqual(sample(10, 32) - 1);
  });

  it('whose nodes lie outside of their cluster is refused, although the cell is open', async () => {
    const grid = gridFrom(24, 24, () => true);
    const built = buildHpa(grid, { cluster: 8 });
    // The last node of the first cluster, moved to the first cell of the one below.
    built.places[built.counts[0] - 1] = 64;
    expect(() => hpaGraph(grid, built)).toThrow(/^unusable blob: node is misplaced, expected an open cell; /);
  });

  it('that knows no nodes finds nothing: refused when it is asked, and by tools', async () => {
    const grid = makeGrid('rooms', 40, 40, 1, 1);
    for (const costs of [false, true]) {
      if (costs) grid.costs = grid.open.map((open, c) => open * (1 + (c % 3)));
      const built = buildHpa(grid, { cluster: 8 });
      built.counts.fill(0);
      const empty = { ...built, places: new Uint16Array(0), pairs: new Uint16Array(0), runs: new Uint8Array(0) };
      const blob = await writeHpa(grid, empty);
      const nav = loadHpa(blob);
      const missing = /^unusable blob: path is missing, expected one between connected cells; /;
      expect(() => nav.findPath(0, 0, 38, 38)).toThrow(missing);
      expect(() => nav.walk?.(0, 0, 38, 38)).toThrow(missing);
      expect(interrogate(nav, 200, random(3))).toBeGreaterThan(100);
      expect(() => inspectBlob(blob)).toThrow(
        /^unusable blob: nodes of cluster 0 is 0, expected the \d+ that the grid gives; /,
      );
    }
  });

  it('whose stored costs are not those of the paths is refused when they are met, or when they are above any', async () => {
    const grid = makeGrid('noise', 40, 40, 0.3, 1);
    const built = buildHpa(grid, { cluster: 8, paths: false });
    const costly = { ...built, pairs: built.pairs.map((pair) => (pair > 0 ? 0xffffffff : 0)) };
    const blob = await writeHpa(grid, costly);
    expect(() => loadHpa(blob)).toThrow(/^unusable blob: path is \d+, expected one that leads from node to node; /);
    const cheap = { ...built, pairs: built.pairs.map((pair) => Math.min(pair, 1)) };
    const nav = loadHpa(await writeHpa(grid, cheap));
    expect(interrogate(nav, 200, random(3))).toBeGreaterThan(10);
  });

  it('is measured before it is unpacked', async () => {
    const grid = makeGrid('rooms', 40, 40, 0.4, 1);
    const built = buildHpa(grid, { cluster: 8 });
    const changed = async (
      kind: number,
      change: (values: { fill(value: number, from?: number, to?: number): unknown }) => void,
    ) => {
      const sections = hpaSections(built).map((s) => (s.kind === kind ? { kind, values: s.values.slice() } : s));
      for (const s of sections) if (s.kind === kind) change(s.values);
      return readBlob(await writeBlob(grid, sections, META, { codec: 'none' }), decompressor);
    };
    const cluster = await changed(KIND.hpaInfo, (v) => v.fill(65, 0, 1));
    expect(() => loadAbstraction(cluster, grid)).toThrow(/^unusable blob: abstraction is 65, expected 2 to 64; /);
    const none = await changed(KIND.hpaInfo, (v) => v.fill(0, 0, 1));
    expect(() => loadAbstraction(none, grid)).toThrow(/^unusable blob: abstraction is 0, expected 2 to 64; /);
    const many = await changed(KIND.hpaInfo, (v) => v.fill(1600, 4, 5));
    expect(() => loadAbstraction(many, grid)).toThrow(/^unusable blob: abstraction is 1600, expected at most \d+; /);
    const nodes = await changed(KIND.hpaCounts, (v) => v.fill(33, 0, 1));
    expect(() => loadAbstraction(nodes, grid)).toThrow(/^unusable blob: number of nodes is 33, expected at most 32; /);
    const place = await changed(KIND.hpaPlaces, (v) => v.fill(64, 0, 1));
    expect(() => hpaGraph(grid, loadAbstraction(place, grid))).toThrow(
      /^unusable blob: node is misplaced, expected an open cell; /,
    );
    const inner = await changed(KIND.hpaPlaces, (v) => v.fill(9, 0, 1));
    const read: number[] = [];
    const section = ((kind, ...rest) => read.push(kind) && inner.section(kind, ...rest)) as typeof inner.section;
    expect(() => loadAbstraction({ ...inner, section }, grid)).toThrow(
      /^unusable blob: node is misplaced, expected a cell on the side of its cluster; /,
    );
    expect(read).not.toContain(KIND.hpaPairs);
    const runs = await changed(KIND.hpaRuns, (v) => v.fill(0));
    expect(() => hpaGraph(grid, loadAbstraction(runs, grid))).toThrow(
      /^unusable blob: path is \d+, expected one that leads from node to node; /,
    );
  });
});
