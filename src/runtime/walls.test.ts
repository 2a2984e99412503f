/** Maps with walls between cells from a bake to answers: every cost against Dijkstra, every path walked. */
import { describe, expect, it } from 'vitest';
import { forge, repaired, withSection } from '../../test/forge.js';
import { random } from '../../test/grids.js';
import { interrogate } from '../../test/hostile.js';
import { askLinked } from '../../test/links.js';
import { WALLED_RULES, walledGrid } from '../../test/walls.js';
import { fingerprint } from '../core/blob/fingerprint.js';
import * as KIND from '../core/blob/kinds.js';
import { gridOfBlob } from '../core/blob/pack.js';
import { readBlob } from '../core/blob/read.js';
import { unzstd } from '../core/blob/unzstd.js';
import { assemble, rawEntry } from '../core/blob/write.js';
import { BlobError } from '../core/errors.js';
import { componentSizes } from '../core/grid/components.js';
import { createGrid } from '../core/grid/create.js';
import type { Grid } from '../core/grid/grid.js';
import { unitOf } from '../core/grid/step-costs.js';
import { listWalls } from '../core/grid/walls.js';
import { checkPath } from '../core/oracle/check-path.js';
import { oracle } from '../core/oracle/flood.js';
import { bakeBounds } from '../engines/bounds/bake.js';
import { bakeHierarchy } from '../engines/ch/bake.js';
import { bakeHpa } from '../engines/hpa/bake.js';
import { inspectBlob } from '../engines/inspect.js';
import { bakeJps } from '../engines/jps/bake.js';
import { boundsEngine, chEngine } from './engines.js';
import { findPathWithin } from './limits.js';
import { loader } from './load.js';
import { load } from './load-all.js';
import { loadGrid } from './load-grid.js';
import type { GridNav } from './nav.js';
import { zstdPart } from './parts.js';
import { wallsPart } from './walls.js';

/** The blobs of each engine. */
async function bakeAll(grid: Grid, options: { layout?: 'mapped' } = {}): Promise<Record<string, Uint8Array[]>> {
  const jps = await bakeJps(grid, options);
  const ch = [await bakeHierarchy(grid, options)];
  if (grid.costs) return { weighted: [jps], ch };
  return { jps: [jps], ch, 'jps+bounds': [jps, await bakeBounds(grid, options)] };
}

describe('a map with walls between cells', () => {
  it.each(WALLED_RULES)('has shortest paths under %s with every engine, in both layouts', async (rule) => {
    const next = random(64);
    for (let n = 0; n < 12; n++) {
      const grid = walledGrid(next, rule, { side: 12, links: n % 3 === 2, maxCost: rule === 'never' && n % 2 ? 9 : 1 });
      for (const [engine, blobs] of Object.entries(await bakeAll(grid, n % 4 === 3 ? { layout: 'mapped' } : {}))) {
        const nav = load(blobs, { wasm: n % 2 === 0 });
        expect(nav.engine).toBe(engine);
        askLinked(grid, nav as GridNav, false, next);
      }
    }
  });

  it('is the map that was baked, and made in the game the same', async () => {
    const next = random(65);
    for (const rule of WALLED_RULES) {
      const grid = walledGrid(next, rule);
      const blob = await bakeJps(grid);
      const read = gridOfBlob(blob);
      expect([read.open, read.walls, read.moveRule]).toEqual([grid.open, grid.walls, rule]);
      expect(inspectBlob(blob)).toMatchObject({ algorithmRevision: 5, walls: listWalls(grid) });
      const nav = load(blob);
      expect(nav.fingerprint).toBe(Buffer.from(fingerprint(grid)).toString('hex'));
      expect([nav.width, nav.height]).toEqual([grid.width, grid.height]);
      const made = loadGrid(grid, { parts: [wallsPart] });
      askLinked(grid, made as GridNav, false, next);
      const { costs } = oracle(grid);
      const far = nav.findPath(0, 0, grid.width - 1, grid.height - 1);
      expect(costs([0, 0], [[grid.width - 1, grid.height - 1]])).toEqual([
        far ? expect.closeTo(far.cost * unitOf(grid), 3) : Infinity,
      ]);
    }
  });

  it('counts components behind walls', () => {
    const walls = [0, 1].map((y) => [0, y, 'east'] as const);
    expect(componentSizes(createGrid(3, 2, () => true, { walls }))).toEqual([2, 4]);
  });

  it('leads past the end of no wall, as past no corner', () => {
    const grid = createGrid(2, 2, () => true, { walls: [[0, 0, 'east']] });
    const nav = loadGrid(grid, { parts: [wallsPart] });
    expect(nav.findPath(0, 0, 1, 1)?.cost).toBe(2);
    expect(nav.findPath(0, 0, 1, 0)?.cells).toEqual(Uint16Array.of(0, 0, 0, 1, 1, 1, 1, 0));
  });

  it('stops at a limit with the nearest cell reached', async () => {
    const walls = Array.from({ length: 39 }, (_, y) => [20, y, 'east'] as const);
    const grid = createGrid(40, 40, () => true, { walls });
    const nav = load(await bakeJps(grid));
    const { status, path } = findPathWithin(nav, 0, 0, 39, 0, { expanded: 1, partial: true });
    expect(status).toBe('limit');
    if (path) checkPath(grid, path.cells, [0, 0], [path.cells.at(-2) as number, path.cells.at(-1) as number]);
    expect(findPathWithin(nav, 0, 0, 39, 0, { expanded: 1000 }).path?.cost).toBe(nav.findPath(0, 0, 39, 0)?.cost);
  });

  it('needs its part, which an error names', async () => {
    const grid = createGrid(3, 3, () => true, { walls: [[0, 0, 'east']] });
    const blob = await bakeHierarchy(grid);
    expect(() => loader(chEngine, zstdPart)(blob)).toThrow(
      'walls is some, expected another; also give loader wallsPart',
    );
    expect(() => loader(boundsEngine, zstdPart)(blob)).toThrow(BlobError);
  });

  it('also refuses maps made in the game that cannot have walls', () => {
    const weighted = (options: object) => createGrid(3, 3, (x) => x + 127, { walls: [[0, 0, 'east']], ...options });
    const make = (options: object) => () => loadGrid(weighted(options), { parts: [wallsPart] });
    expect(make({})).toThrow(
      new RangeError(
        'map with walls is 3 x 3 cells, size 1, diagonals no-corners, costs to 129; expected sides to 4096, size 1, ' +
          'diagonals never, or no-corners without costs, costs to 128, no wallCosts',
      ),
    );
    expect(make({ diagonals: 'never' })).toThrow('diagonals never, costs to 129; expected');
    const grid = createGrid(3, 3, () => true, { walls: [[0, 0, 'east']], diagonals: 'always' });
    expect(() => loadGrid(grid, { parts: [wallsPart] })).toThrow('size 1, diagonals always, costs to 1; expected');
    expect(() => loadGrid(grid)).toThrow(new TypeError('walls need a part; give loadGrid { parts: [wallsPart] }'));
  });
});

describe('forged blobs of maps with walls', () => {
  const open = (width: number, height: number, options: object) => createGrid(width, height, () => true, options);
  const eastOf7 = (bytes: Uint8Array) =>
    withSection(bytes, KIND.walls, (walls) => {
      for (let y = 0; y < 16; y++) walls[y] |= 1 << 7;
      return walls;
    });

  it('have no walk by HPA* of another map', async () => {
    const walled = await bakeHierarchy(
      open(12, 12, { walls: [[3, 3, 'east']], links: [{ name: 'a', from: [1, 1], to: [9, 9] }] }),
      { codec: 'none' },
    );
    const other = await bakeHpa(open(12, 12, {}), { codec: 'none', cluster: 4 });
    const [first, second] = [walled, other].map((bytes) => readBlob(bytes, unzstd).entries);
    const hpa = second.filter(({ kind }) => kind >= KIND.hpaInfo && kind <= KIND.hpaUpperSteps);
    const nav = load(assemble(walled.slice(0, 80), [...first, ...hpa])) as GridNav;
    expect(nav.engines).toContain('hpa');
    expect(nav.walk).toBeUndefined();
    expect(nav.findPath(0, 0, 11, 11)).not.toBeNull();
  });

  it('are refused if the stored doubled grid has other walls, costs or cells', async () => {
    const other = 'unusable blob: arrays of map is of other walls, expected those that were baked';
    const bytes = await bakeJps(open(16, 16, { walls: [[0, 15, 'east']] }), { layout: 'mapped' });
    expect(() => load(eastOf7(bytes))).toThrow(other);
    const closed = withSection(bytes, KIND.grid, (bits) => bits.fill(0, 3, 4));
    expect(() => load(closed)).toThrow(other);
    const weighted = createGrid(16, 16, () => 2, { walls: [[0, 15, 'east']], diagonals: 'never' });
    const cheaper = withSection(await bakeJps(weighted, { layout: 'mapped' }), KIND.costs, (costs) =>
      costs.fill(1, 40, 41),
    );
    expect(() => load(cheaper)).toThrow(other);
  });

  it.each(WALLED_RULES)('give legal paths or a BlobError under %s, whatever was changed', async (rule) => {
    const next = random(66);
    let paths = 0;
    for (let n = 0; n < 12; n++) {
      const grid = walledGrid(next, rule, { side: 12, maxCost: rule === 'never' && n % 2 ? 9 : 1 });
      const bytes = n % 3 ? await bakeHierarchy(grid, { layout: 'mapped' }) : await bakeJps(grid, { layout: 'mapped' });
      for (let i = 0; i < 8; i++) {
        try {
          const nav = load(forge(bytes, bytes, next).bytes, { wasm: n % 2 === 0 });
          paths += 20 - interrogate(nav as GridNav, 20, next);
        } catch (error) {
          expect(error).toBeInstanceOf(BlobError);
        }
      }
    }
    expect(paths).toBeGreaterThan(5);
  });

  it('are refused if a map of that rule, these costs or that size has no walls', async () => {
    const walls = [[3, 3, 'east'] as const];
    const bytes = await bakeJps(open(16, 16, { walls }));
    const head = (at: number, value: number) => repaired(Uint8Array.from(bytes).fill(value, at, at + 1));
    expect(() => load(head(24, 3))).toThrow(
      new BlobError(
        'unusable blob: map with walls is 16 x 16 cells, size 1, diagonals always, costs to 1, expected sides to 4096, ' +
          'size 1, diagonals never, or no-corners without costs, costs to 128, no wallCosts; ' +
          'bake it again with this gridprep',
      ),
    );
    expect(() => load(head(24, 5))).toThrow(BlobError);
    expect(() => load(head(26, 1))).toThrow('walls is 16 x 16 cells, size 2, diagonals');
    const { entries } = readBlob(bytes, unzstd);
    const withCosts = (kind: 3 | 5, values: Uint8Array) =>
      assemble(bytes.slice(0, 80), [...entries.slice(0, 1), rawEntry(kind, values), ...entries.slice(1)]);
    const weighted = await bakeHierarchy(createGrid(16, 16, () => 2, { walls, diagonals: 'never' }));
    expect(() => load([withCosts(KIND.wallCosts, Uint8Array.of(4))])).toThrow('no wallCosts');
    expect(() => load(withSection(weighted, KIND.costs, (costs) => costs.fill(200)))).toThrow(
      'diagonals never, costs to 200, expected',
    );
  });

  it('are refused before they are unpacked if a side is above 4096, or the doubled grid has too many cells', async () => {
    const bytes = Uint8Array.from(await bakeJps(open(16, 16, { walls: [[3, 3, 'east']] })));
    expect(() => load(bytes, { maxCells: 31 * 31 })).not.toThrow();
    expect(() => load(bytes, { maxCells: 31 * 31 - 1 })).toThrow(
      new BlobError('unusable blob: number of cells is 961, expected 960; raise maxCells', 'unsupported'),
    );
    new DataView(bytes.buffer).setUint16(16, 4097, true);
    expect(() => load(repaired(bytes))).toThrow('walls is 4097 x 16 cells, size 1');
  });

  it('are read from the blob whose arrays are used', async () => {
    const [walled, plain] = [{ walls: [[7, 3, 'east']] }, {}].map((options) => open(16, 16, options));
    const [a, b] = [await bakeJps(walled), await bakeHierarchy(plain, { layout: 'mapped' })];
    // The header of the first on the sections of the other: two maps under one fingerprint.
    const forged = assemble(a.slice(0, 80), readBlob(b, unzstd).entries);
    for (const blobs of [
      [a, forged],
      [forged, a],
    ]) {
      const nav = load(blobs) as GridNav;
      expect(interrogate(nav, 50, random(3))).toBeLessThan(50);
    }
  });
});
