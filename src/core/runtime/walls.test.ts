/** Maps with walls between cells from a bake to answers: every cost against Dijkstra, every path walked. */
import { describe, expect, it } from 'vitest';
import { random } from '../../../test/grids.js';
import { askLinked } from '../../../test/links.js';
import { WALLED_RULES, walledGrid } from '../../../test/walls.js';
import { inspectBlob } from '../artifacts/inspect.js';
import { fingerprint } from '../blob/fingerprint.js';
import { gridOfBlob } from '../blob/pack.js';
import { bakeBounds } from '../bounds/bake.js';
import { bakeHierarchy } from '../ch/bake.js';
import { BlobError } from '../errors.js';
import { componentSizes } from '../grid/components.js';
import { createGrid } from '../grid/create.js';
import type { Grid } from '../grid/grid.js';
import { unitOf } from '../grid/step-costs.js';
import { listWalls } from '../grid/walls.js';
import { bakeJps } from '../jps/bake.js';
import { checkPath } from '../oracle/check-path.js';
import { oracle } from '../oracle/flood.js';
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
  if (grid.costs) return { priced: [jps], ch };
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
    const priced = (options: object) => createGrid(3, 3, (x) => x + 127, { walls: [[0, 0, 'east']], ...options });
    const make = (options: object) => () => loadGrid(priced(options), { parts: [wallsPart] });
    const refusal = new RangeError(
      'walls between cells are for diagonals no-corners without costs, and never with costs up to 128, without wallCosts',
    );
    expect(make({})).toThrow(refusal);
    expect(make({ diagonals: 'never' })).toThrow(refusal);
    const grid = createGrid(3, 3, () => true, { walls: [[0, 0, 'east']], diagonals: 'always' });
    expect(() => loadGrid(grid, { parts: [wallsPart] })).toThrow(refusal);
    expect(() => loadGrid(grid)).toThrow(new TypeError('walls need a part; give loadGrid { parts: [wallsPart] }'));
  });
});
