import { describe, expect, it } from 'vitest';
import { bundle } from '../../test/bundle.js';
import { checkAnswers, randomChanges } from '../../test/changes.js';
import { drawn, forAllGrids, makeGrid, random } from '../../test/grids.js';
import { forAllHpa } from '../../test/hpa.js';
import { bakeBounds } from '../bounds/bake.js';
import { bakeHierarchy } from '../ch/bake.js';
import { anchorsOf } from '../grid/clearance.js';
import { type Grid, setCosts } from '../grid/grid.js';
import { bakeHpa } from '../hpa/bake.js';
import { bakeJps } from '../jps/bake.js';
import { checkPath } from '../oracle/check-path.js';
import { type Path, PathBuffer } from '../search/path.js';
import { bakeTable } from '../table/bake.js';
import { cachePaths } from './cache.js';
import { affecting, doors, type EditableNav, editable, editableJps, healing, type LiveWalk, load as loadEditable, saving } from './edit.js';
import { load } from './index.js';

const CODEC = { codec: 'none', threads: 1 } as const;

describe('a map that changes', () => {
  it.each([
    ['jps', async (grid: Grid) => [await bakeJps(grid, CODEC)]],
    [
      'jps+bounds',
      async (grid: Grid) => [await bakeJps(grid, CODEC), await bakeBounds(grid, CODEC), await bakeHpa(grid, { ...CODEC, cluster: 6 })],
    ],
    ['ch', async (grid: Grid) => [await bakeHierarchy(grid, CODEC)]],
    ['priced', async (grid: Grid) => [await bakeJps(grid, CODEC)]],
    ['priced+bounds', async (grid: Grid) => [await bakeJps(grid, CODEC), await bakeBounds(grid, CODEC)]],
    ['priced ch', async (grid: Grid) => [await bakeHierarchy(grid, CODEC)]],
  ])('answers as a new bake would, at once: %s', async (name, bake) => {
    const cases: Grid[] = [];
    forAllGrids(18, 40, (grid) => cases.push(grid));
    for (const [i, grid] of cases.entries()) {
      const next = random(i + 1);
      const dear = name.startsWith('priced');
      const engine = name.replace('priced ', '');
      if (dear) setCosts(grid, (x, y) => 2 + (((x >> 2) + y) % 5));
      if (dear && !grid.costs) continue;
      const nav = editable(load(await bake(grid), { engine }));
      for (let e = 0; e < 4; e++) {
        if (e === 3) nav.reset();
        else nav.edit(randomChanges(grid, next, dear || i % 3 === 0));
        checkAnswers(nav, Math.floor(next() * 40), 97);
      }
      expect(nav.grid).toEqual(grid);
    }
  });

  it('with HPA* and tables, costs and all', async () => {
    const cases: [Grid, object][] = [];
    forAllHpa(18, 40, ({ grid, options }) => cases.push([grid, options]));
    for (const [i, [grid, options]] of cases.entries()) {
      const next = random(i + 1);
      const hpa = await bakeHpa(grid, { ...CODEC, ...options });
      const nav = editable(load(i % 2 ? [hpa] : [hpa, await bakeTable(hpa, CODEC)]));
      for (let e = 0; e < 4; e++) {
        if (e === 3) nav.reset();
        else nav.edit(randomChanges(grid, next, true));
        checkAnswers(nav, Math.floor(next() * 40), 97);
      }
      expect(nav.grid.open).toEqual(grid.open);
    }
  });
});

/** Two rooms, a door between them at 3, 1, and a way round below. */
const rooms = () =>
  drawn(`
    ...#...
    .......
    ...#...
    ...#...
    .......`);
const DOORS = [
  { name: 'gate', cells: [3, 1] },
  { name: 'way round', cells: [3, 4] },
];

async function openRooms(options: object = { doors: DOORS }): Promise<EditableNav> {
  return editable(load([await bakeJps(rooms(), CODEC), await bakeBounds(rooms(), CODEC), await bakeHpa(rooms(), CODEC)]), options);
}

describe('an editable map', () => {
  it('has versions, events, stale artifacts, doors by name, and goes back to what was baked', async () => {
    const nav = await openRooms();
    const told: unknown[] = [];
    const end = nav.onChange((event) => told.push(event));
    expect([nav.version, nav.stale, nav.engine, nav.isReachable(0, 1, 6, 1)]).toEqual([0, [], 'jps+bounds', true]);
    expect(nav.findPath(0, 1, 6, 1)?.cost).toBe(6);
    const gate = nav.door('gate');
    gate.close();
    expect([nav.version, nav.stale, gate.isOpen, nav.isOpen(3, 1)]).toEqual([1, ['bounds'], false, false]);
    expect(nav.findPath(0, 1, 6, 1)?.cost).toBeGreaterThan(8);
    gate.close();
    expect(told).toEqual([{ version: 1, areas: [{ x: 3, y: 1, width: 1, height: 1 }], changes: [{ x: 3, y: 1, open: false }] }]);
    nav.door('way round').close();
    expect([nav.isReachable(0, 1, 6, 1), nav.findPath(0, 1, 6, 1), nav.nearestOpen(6, 1, [0, 1])]).toEqual([false, null, [2, 1]]);
    end();
    nav.setOpen(3, 0, true);
    expect([nav.findPath(0, 0, 6, 0)?.cost, told.length]).toEqual([6, 2]);
    nav.reset();
    expect([nav.version, nav.stale, nav.grid.open, nav.findPath(0, 1, 6, 1)?.cost]).toEqual([4, [], rooms().open, 6]);
    nav.edit([]);
    nav.reset();
    expect(nav.version).toBe(4);
  });

  it('closes a door where nobody stands, for walkers of two cells as for those of one, and tells others what has changed', async () => {
    const ground = drawn(`
      .......
      .......
      ##..###
      ##..###
      .......
      .......`);
    const doors = [{ name: 'gate', cells: [2, 2, 3, 2, 2, 3, 3, 3] }];
    const [walker, cart, other] = await Promise.all(
      [1, 2, 2].map(async (size) => editable(load(await bakeJps(anchorsOf(ground, size), CODEC)), { doors })),
    );
    cart.onChange(({ changes }) => other.edit(changes));
    const across = (nav: EditableNav) => nav.isReachable(0, 0, 0, 4);
    const close = (taken?: (x: number, y: number) => boolean) => [walker, cart].map((nav) => nav.door('gate').close(taken));
    expect([walker, cart].map((nav) => nav.door('gate').isOpen)).toEqual([true, true]);
    expect(close((x) => x === 3)).toEqual([false, false]);
    expect([walker, cart].map((nav) => nav.door('gate').isOpen)).toEqual([false, false]);
    expect([walker, cart, other].map(across)).toEqual([true, false, false]);
    expect(close((_, y) => y === 2)).toEqual([false, false]);
    expect([across(walker), walker.isOpen(3, 2), walker.isOpen(3, 3)]).toEqual([false, true, false]);
    expect(close()).toEqual([true, true]);
    expect(walker.isOpen(3, 2)).toBe(false);
    for (const nav of [walker, cart]) nav.door('gate').open();
    expect([walker, cart, other].map((nav) => [across(nav), nav.door('gate').isOpen])).toEqual([
      [true, true],
      [true, true],
      [true, true],
    ]);
  });

  it('refuses what is not on the map, costs without an engine for them, and doors that nobody knows; nothing is changed then', async () => {
    const nav = await openRooms();
    const say = (what: () => unknown, message: string) => expect(what).toThrow(new RangeError(message));
    say(() => nav.setOpen(7, 0, true), 'area 7, 0, 1 x 1 is not on the map of 7 x 5 cells');
    say(
      () =>
        nav.edit([
          { x: 0, y: 0, open: false },
          { x: 0, y: 0, width: 8, open: true },
        ]),
      'area 0, 0, 8 x 1 is not on the map of 7 x 5 cells',
    );
    say(() => nav.setCost({ x: 0, y: 0 }, 256), 'cost is 256, allowed is a whole number from 1 to 255');
    say(() => nav.door('gat'), 'there is no door gat; there are gate, way round');
    const bare = editableJps(load(await bakeJps(rooms(), CODEC)), doors([]));
    say(
      () => bare.edit([{ x: 0, y: 0, cost: 2 }]),
      'cost is 2, and nothing here finds paths over costs; take editable in place of editableJps, and HPA* where diagonals are not no-corners',
    );
    say(() => bare.door('gate'), 'there is no door gate; give editable the doors that readMeta finds');
    const hpa = load(await bakeHpa(rooms(), CODEC));
    say(() => editableJps(hpa), 'engine is hpa; this editable changes maps of jps, jps+bounds and ch');
    expect([nav.version, bare.version, bare.walk]).toEqual([0, 0, undefined]);
  });

  it('prices cells, and remembers what a closed one costs', async () => {
    const nav = await openRooms();
    nav.setCost({ x: 3, y: 1 }, 3);
    expect([nav.engine, nav.findPath(2, 1, 4, 1)?.cost]).toEqual(['priced', 4]);
    nav.setOpen(3, 1, false);
    nav.setCost({ x: 3, y: 1 }, 4);
    expect(nav.engine).toBe('jps+bounds');
    nav.setOpen(3, 1, true);
    expect(nav.findPath(2, 1, 4, 1)?.cost).toBe(5);
    nav.reset();
    expect([nav.engine, nav.findPath(2, 1, 4, 1)?.cost]).toEqual(['jps+bounds', 2]);
  });

  it('says which held paths a change crosses', async () => {
    const nav = await openRooms();
    const through = nav.findPath(0, 1, 6, 1) as Path;
    const beside = nav.findPath(0, 0, 2, 3) as Path;
    const buffer = new PathBuffer();
    nav.findPathInto(0, 1, 6, 1, buffer);
    nav.setOpen(3, 1, false);
    expect([through, beside, buffer].map((path) => nav.affects(path))).toEqual([true, false, true]);
    nav.reset();
    nav.setCost({ x: 5, y: 1 }, 3);
    expect([through, beside, buffer].map((path) => nav.affects(path))).toEqual([true, false, true]);
  });

  it('has walks that go on from where they are, wait where there is no way, and go on when there is one again', async () => {
    const nav = await openRooms();
    const walk = nav.walk?.(0, 1, 6, 1) as LiveWalk;
    const cells = [walk.next().value, walk.next().value];
    nav.door('gate').close();
    cells.push(walk.next().value);
    expect([walk.replans, walk.blocked]).toEqual([1, false]);
    nav.door('way round').close();
    expect([walk.next().done, walk.blocked, walk.cost]).toEqual([true, true, Infinity]);
    nav.door('gate').open();
    cells.push(...walk);
    expect([walk.replans, walk.blocked, walk.next().done]).toEqual([3, false, true]);
    checkPath(nav.grid, cells.flat(), [0, 1], [6, 1]);
  });

  it('of larger walkers takes the ground that they stand on: closed where a square would touch it, open where one fits again', async () => {
    const ground = makeGrid('noise', 30, 24, 0.06, 3);
    const anchors = anchorsOf(ground, 2);
    const nav = editable(load([await bakeJps(anchors, CODEC), await bakeBounds(anchors, CODEC)]));
    const next = random(4);
    for (let e = 0; e < 12; e++) {
      const [change] = randomChanges(ground, next, false);
      nav.edit([change]);
      const { x, y, width = 1, height = 1 } = change;
      for (let row = y; row < y + height; row++) for (let i = x; i < x + width; i++) ground.open[ground.cell(i, row)] = Number(change.open);
      // Ground on which no walker fits is not known, so that a walker may fit there now and not be let in.
      const expected = anchorsOf(ground, 2);
      expect(nav.grid.open.every((open, c) => open <= expected.open[c])).toBe(true);
      if (!change.open) expect(nav.isOpen(x, y) || (x > 0 && nav.isOpen(x - 1, y))).toBe(false);
      checkAnswers(nav, e, 211);
    }
    expect(() => nav.setCost({ x: 0, y: 0 }, 2)).toThrow(
      new RangeError('cost is 2; the map is of walkers of 2 x 2 cells, whose costs cannot change'),
    );
    nav.reset();
    expect(nav.grid).toEqual(anchors);
  });

  it('is saved in a few bytes, and is the same where they are applied', async () => {
    const nav = await openRooms();
    nav.door('gate').close();
    nav.setCost({ x: 0, y: 0, width: 2 }, 7);
    const saved = nav.changes();
    expect(saved.length).toBeLessThan(30);
    const bytesOfOther = await bakeJps(makeGrid('noise', 7, 5, 0.1, 1), CODEC);
    const other = await openRooms();
    other.setOpen(3, 0, true);
    other.applyChanges(saved);
    expect([other.grid, other.version, other.changes()]).toEqual([nav.grid, 2, saved]);
    expect(() => editable(load(bytesOfOther)).applyChanges(saved)).toThrow(/^unusable blob: map of the changes is /);
    const bytesOf = [await bakeJps(rooms(), CODEC), await bakeHpa(rooms(), CODEC)];
    const loaded = loadEditable([...bytesOf, saved], { editable: true });
    expect([loaded.grid, loaded.version, loaded.findPath(0, 1, 6, 1)]).toEqual([nav.grid, 0, nav.findPath(0, 1, 6, 1)]);
    loaded.setOpen(3, 1, true);
    loaded.reset();
    expect([loaded.grid, loaded.fingerprint, loaded.changes()]).toEqual([nav.grid, nav.fingerprint, saved]);
    expect(() => loadEditable([...bytesOf, saved, saved])).toThrow(new RangeError('there are 2 patches, expected 1 at most'));
    expect(loadEditable(bytesOf).version).toBeUndefined();
  });

  it('has the doors of its blobs, where it is loaded as one', async () => {
    const places = { doors: DOORS, points: [] };
    const nav = loadEditable([await bakeJps(rooms(), CODEC), await bakeBounds(rooms(), { ...CODEC, places })], { editable: true });
    nav.door('gate').close();
    expect(nav.isOpen(3, 1)).toBe(false);
  });

  it('empties a cache of its paths', async () => {
    const nav = await openRooms();
    const cached = cachePaths(nav);
    cached.findPath(0, 1, 6, 1);
    nav.setOpen(3, 1, false);
    expect(cached.findPath(0, 1, 6, 1)).toEqual(nav.findPath(0, 1, 6, 1));
    expect([cached.cache.hits, cached.cache.misses]).toEqual([0, 2]);
  });

  it('with editableJps can what is named, and no more', async () => {
    const loaded = () => bakeJps(rooms(), CODEC).then((bytes) => load(bytes));
    const nav = editableJps(await loaded(), doors(DOORS), affecting, saving, healing);
    const path = nav.findPath(0, 1, 6, 1) as Path;
    nav.door('gate').close();
    expect([nav.affects(path), nav.isOpen(3, 1), await nav.heal({ worker: { postMessage() {} } })]).toEqual([true, false, false]);
    const other = editableJps(await loaded(), saving);
    other.applyChanges(nav.changes());
    expect([other.grid, other.findPath(0, 1, 6, 1)?.cost]).toEqual([nav.grid, nav.findPath(0, 1, 6, 1)?.cost]);
    other.reset();
    expect(other.grid.open).toEqual(rooms().open);
    expect(Object.keys(other).filter((key) => ['door', 'affects', 'heal', 'setCost'].includes(key))).toEqual([]);
  });

  it('stays below 4.25 kB with JPS+ and goal bounds, minified and gzipped, where HPA* and all extras are left out', async () => {
    const size = async (code: string) => (await bundle(code)).gzipped;
    const bounds = await size(`export { load } from './src/runtime/bounds.ts';`);
    const edit = await size(`export { load } from './src/runtime/bounds.ts'; export { editableJps } from './src/runtime/edit.ts';`);
    const extras: string[] = [];
    for (const extra of ['doors', 'affecting', 'saving', 'healing']) {
      const more = await size(
        `export { load } from './src/runtime/bounds.ts'; export { editableJps, ${extra} } from './src/runtime/edit.ts';`,
      );
      extras.push(`${extra} ${more - edit}`);
      expect(more - edit, extra).toBeGreaterThan(50);
    }
    const all = await size(`export { load } from './src/runtime/index.ts';`);
    const both = await size(`export { load } from './src/runtime/index.ts'; export { editable } from './src/runtime/edit.ts';`);
    console.info(`edits: ${edit - bounds} bytes gzipped with jps+bounds (${extras.join(', ')}), ${both - all} with every engine`);
    expect(edit - bounds).toBeLessThanOrEqual(4250);
  });
});
