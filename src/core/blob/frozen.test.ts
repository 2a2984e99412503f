import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { connectedPairs } from '../../../test/queries.js';
import { bakeBounds } from '../../engines/bounds/bake.js';
import { bakeHierarchy } from '../../engines/ch/bake.js';
import { bakeHpa } from '../../engines/hpa/bake.js';
import { inspectBlob } from '../../engines/inspect.js';
import { bakeJps } from '../../engines/jps/bake.js';
import { bakeTable } from '../../engines/table/bake.js';
import { parseMap } from '../../maps/movingai.js';
import { parseScenarios } from '../../maps/scen.js';
import { load } from '../../runtime/load-all.js';
import { anchorsOf, withMoves } from '../grid/clearance.js';
import { createGrid } from '../grid/create.js';
import type { Grid } from '../grid/grid.js';
import type { LinkInput } from '../grid/links.js';
import { STRAIGHT, unitOf } from '../grid/step-costs.js';
import { withWallCosts } from '../grid/wall-costs.js';
import { withLinks } from '../grid/with-links.js';
import { checkPath } from '../oracle/check-path.js';
import { dijkstra } from '../oracle/dijkstra.js';

const file = 'fixtures/maps/courtyard.map';
const map = 'courtyard.map';
const PRICED = ['hpa', 'table', 'jps-costs', 'ch-costs'];
/** Since 2.0. */
const REVISIONS: Record<string, number> = {
  ...{ 'links.jps': 3, 'links.ch': 3, 'v4.links.jps': 3, 'v4.links.ch': 3, 'hex-odd-r.jps': 1, 'hex-odd-r.bounds': 1 },
  ...{ 'never.jps-costs': 2, 'never.ch-costs': 2, 'wall-costs.ch': 2 },
  ...{ 'mapped.ch': 4, 'mapped.hpa': 4, 'mapped.jps': 4, 'mapped.bounds': 4 },
};

/**
 * Made by `prep jps fixtures/maps/courtyard.map`, and `prep bounds` without options and with
 * `--boxes cells --no-exact`, `prep ch`, and `prep hpa` with `--cluster 8 --levels 2 --costs` of {"G":2,"S":5}, and
 * `prep table` of that blob; since 1.0 `prep ch --costs`, and `prep jps` under the moves `always` and for size 2; since 2.0 of a map with two links,
 * of hexagons, of four directions with costs, of costs near walls, and in the layout `mapped`; since 4.0 of two links without lists;
 * never to be made again for the same version. HPA* blobs with costs are of algorithm revision 2 of weighted maps,
 * those of the layout `mapped` of revision 4. The ones of revision 1 are there to be refused.
 */
const frozen = (name: string) => readFileSync(`fixtures/blobs/courtyard-v1${suffix(name)}.${name}.prep`);
const suffix = (name: string) => {
  const revision = PRICED.includes(name) ? 2 : (REVISIONS[name] ?? 1);
  return revision > 1 ? `r${revision}` : '';
};
const jps = frozen('jps');

const COSTS = { G: 2, S: 5 };

const LINKS: LinkInput[] = [
  { name: 'ladder', from: [2, 2], to: [36, 27], cost: 5, oneWay: true },
  { name: 'stairs', from: [3, 25], to: [20, 9] },
];
const linked = (grid: Grid) => withLinks(grid, LINKS);
const hexes = (grid: Grid) => createGrid(40, 30, (x, y) => grid.isOpen(x, y), { diagonals: 'hex-odd-r' });
const mapped = { layout: 'mapped', map } as const;

const BAKES: Record<string, (grid: Grid) => Promise<Uint8Array>> = {
  jps: (grid) => bakeJps(grid, { map }),
  bounds: (grid) => bakeBounds(grid, { map }),
  ch: (grid) => bakeHierarchy(grid, { map }),
  hpa: (grid) => bakeHpa(grid, { cluster: 8, levels: 2, map }),
  table: async (grid) => bakeTable(await bakeHpa(grid, { cluster: 8, levels: 2, map })),
  'jps-costs': (grid) => bakeJps(grid, { storeLandmarks: true, landmarks: 3, map }),
  'ch-costs': (grid) => bakeHierarchy(grid, { map }),
  'always.jps': (grid) => bakeJps(withMoves(grid, 'always'), { map }),
  'size-2.jps': (grid) => bakeJps(anchorsOf(grid, 2), { map }),
  'cells.bounds': (grid) => bakeBounds(grid, { at: 'cells', exact: false, map }),
  'links.jps': (grid) => bakeJps(linked(grid), { map }),
  'links.ch': (grid) => bakeHierarchy(linked(grid), { map }),
  'v4.links.jps': (grid) => bakeJps(linked(grid), { map }),
  'v4.links.ch': (grid) => bakeHierarchy(linked(grid), { map }),
  'hex-odd-r.jps': (grid) => bakeJps(hexes(grid), { map }),
  'hex-odd-r.bounds': (grid) => bakeBounds(hexes(grid), { map }),
  'never.jps-costs': (grid) => bakeJps(withMoves(grid, 'never'), { map }),
  'never.ch-costs': (grid) => bakeHierarchy(withMoves(grid, 'never'), { map }),
  'wall-costs.ch': (grid) => bakeHierarchy(withWallCosts(grid, [4, 2]), { map }),
  'mapped.ch': (grid) => bakeHierarchy(grid, mapped),
  'mapped.hpa': (grid) => bakeHpa(grid, { cluster: 8, levels: 2, ...mapped }),
  'mapped.jps': (grid) => bakeJps(grid, mapped),
  'mapped.bounds': (grid) => bakeBounds(grid, mapped),
};
const ENDS = ['37,27', '20,9', '3,25'].map((end) => end.split(',').map(Number));
const mapFor = (name: string) =>
  parseMap(readFileSync(file), { costs: name.endsWith('costs') || PRICED.includes(name) ? COSTS : {} });

describe('the frozen blobs of format version 1', () => {
  it.each([
    ['jps', [jps]],
    ['jps+bounds', [jps, frozen('bounds')]],
    ['jps+bounds', [jps, frozen('cells.bounds')]],
    ['ch', [frozen('ch')]],
  ])('are read by this version, and answer: %s', (engine, blobs) => {
    for (const blob of blobs)
      expect(inspectBlob(blob)).toMatchObject({ formatVersion: 1, algorithmRevision: 1, width: 40, height: 30 });
    const nav = load(blobs);
    expect(nav.engine).toBe(engine);
    for (const { startX, startY, goalX, goalY, optimal } of parseScenarios(readFileSync(`${file}.scen`, 'utf8'))) {
      expect(nav.findPath(startX, startY, goalX, goalY)?.cost).toBeCloseTo(optimal, 6);
    }
  });

  it('are read and answer: HPA* on weighted terrain', () => {
    expect(inspectBlob(frozen('hpa'))).toMatchObject({ formatVersion: 1, algorithmRevision: 2, width: 40, height: 30 });
    const nav = load(frozen('hpa'));
    const optimal = dijkstra(nav.grid.copy(), 2, 2)[nav.grid.cell(37, 27)] / (2 * STRAIGHT);
    const path = nav.findPath(2, 2, 37, 27);
    expect(path?.cost).toBeGreaterThanOrEqual(optimal);
    expect(path?.cost).toBeLessThan(1.05 * optimal);
    expect(checkPath(nav.grid, path?.cells ?? [], [2, 2], [37, 27]) / (2 * STRAIGHT)).toBe(path?.cost);
  });

  it('are read and answer: a table of that bake of HPA*', () => {
    const [hpa, nav] = [load(frozen('hpa')), load([frozen('hpa'), frozen('table')])];
    expect(inspectBlob(frozen('table'))).toMatchObject({ formatVersion: 1, algorithmRevision: 2 });
    expect(nav.engine).toBe('table');
    for (const q of connectedPairs(nav.grid.copy(), 100)) expect(nav.distance?.(...q)).toBe(hpa.walk?.(...q)?.cost);
  });

  it.each([
    ['hpa', 2],
    ['table', 2],
    ['mapped.hpa', 4],
  ])('of revision 1 are refused where other bytes are baked today: %s', (name, revision) => {
    const old = readFileSync(`fixtures/blobs/courtyard-v1.${name}.prep`);
    expect(() => load(old)).toThrow(
      `unusable blob: algorithm revision is 1, expected ${revision}; bake it again with this gridprep`,
    );
  });

  it.each([
    ['weighted', 'jps-costs'],
    ['ch', 'ch-costs'],
    ['jps', 'always.jps'],
    ['jps', 'size-2.jps'],
  ])(
    'are read and answer optimally on weighted terrain, under other moves, for larger walkers: %s, %s',
    (engine, name) => {
      const nav = load(frozen(name));
      expect(nav.engine).toBe(engine);
      const grid = nav.grid.copy();
      const optima = dijkstra(grid, 2, 2);
      for (const [x, y] of ENDS) {
        const optimum = optima[grid.cell(x, y)] / unitOf(grid);
        expect(nav.findPath(2, 2, x, y)?.cost ?? Infinity).toBe(optimum);
      }
    },
  );

  it.each(Object.keys(REVISIONS))(
    'of links, hexagons, costs near walls, of the mapped layout, answer as those of today: %s',
    async (name) => {
      expect(inspectBlob(frozen(name))).toMatchObject({ formatVersion: 1, algorithmRevision: REVISIONS[name] });
      const partners = name.endsWith('bounds') ? [frozen(name.replace('bounds', 'jps'))] : [];
      const navs = [frozen(name), await BAKES[name](mapFor(name))].map((blob) =>
        load([blob, ...partners], { wasm: false }),
      );
      for (const [x, y] of ENDS) {
        const [old, now] = navs.map((nav) => nav.findPath(2, 2, x, y)?.cost);
        expect(old).toBeGreaterThan(0);
        expect(old).toBe(now);
      }
    },
  );

  // Versions before 4.0 stored lists of links.
  it.each(Object.keys(BAKES).filter((name) => !name.startsWith('links')))(
    'equal what this version writes, byte for byte, unless the algorithm revision was raised: %s',
    async (name) => expect(Buffer.compare(await BAKES[name](mapFor(name)), frozen(name))).toBe(0),
  );
});
