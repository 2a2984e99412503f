import { describe, expect, it } from 'vitest';
import { checkAnswers, randomChanges } from '../../../test/changes.js';
import { drawn, forAllGrids, makeGrid, random } from '../../../test/grids.js';
import { forAllHpa, type HpaCase } from '../../../test/hpa.js';
import { anchorsIn, anchorsOf, withMoves } from '../../core/grid/clearance.js';
import { type Grid, setCosts } from '../../core/grid/grid.js';
import { sampleOpen } from '../../core/grid/sample.js';
import { checkPath } from '../../core/oracle/check-path.js';
import { type Path, PathBuffer } from '../../core/search/path.js';
import { bakeBounds } from '../../engines/bounds/bake.js';
import { bakeHierarchy } from '../../engines/ch/bake.js';
import { bakeHpa } from '../../engines/hpa/bake.js';
import { bakeJps } from '../../engines/jps/bake.js';
import { bakeTable } from '../../engines/table/bake.js';
import { cachePaths } from '../../runtime/cache.js';
import { chEngine, hpaEngine, tableEngine } from '../../runtime/engines.js';
import { loader } from '../../runtime/load.js';
import { load } from '../../runtime/load-all.js';
import { loadGrid } from '../../runtime/load-grid.js';
import type { GridNav, Nav } from '../../runtime/nav.js';
import { diagonalsPart } from '../../runtime/parts.js';
import { nearestOpen } from '../../runtime/places.js';
import { findWalk } from '../../runtime/walk.js';
import { affects } from './affects.js';
import { applyChanges, saveChanges } from './changes.js';
import { findDoor } from './doors.js';
import { editable, editableJps } from './edit.js';
import type { ChangingNav, EditableNav } from './edits.js';
import type { LiveWalk } from './walks.js';

const CODEC = { codec: 'none', threads: 1 } as const;

describe('a map that changes', () => {
  it.each([
    ['jps', async (grid: Grid) => [await bakeJps(grid, CODEC)]],
    [
      'jps+bounds',
      async (grid: Grid) => [
        await bakeJps(grid, CODEC),
        await bakeBounds(grid, CODEC),
        await bakeHpa(grid, { ...CODEC, cluster: 6 }),
      ],
    ],
    ['ch', async (grid: Grid) => [await bakeHierarchy(grid, CODEC)]],
    ['weighted', async (grid: Grid) => [await bakeJps(grid, CODEC)]],
    ['weighted ch', async (grid: Grid) => [await bakeHierarchy(grid, CODEC)]],
  ])('answers immediately as a new bake would: %s', async (name, bake) => {
    const cases: Grid[] = [];
    forAllGrids(18, 40, (grid) => cases.push(grid));
    for (const [i, grid] of cases.entries()) {
      const next = random(i + 1);
      const isWeighted = name.startsWith('weighted');
      const engine = name.replace('weighted ', '');
      if (isWeighted) setCosts(grid, (x, y) => 2 + (((x >> 2) + y) % 5));
      if (isWeighted && !grid.costs) continue;
      const nav = editable(load(await bake(grid), { engine }));
      for (let e = 0; e < 4; e++) {
        if (e === 3) nav.reset();
        else nav.edit(randomChanges(grid, next, isWeighted || i % 3 === 0));
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

async function openRooms(options: object = { doors: DOORS }): Promise<ChangingNav> {
  return editable(
    load([await bakeJps(rooms(), CODEC), await bakeBounds(rooms(), CODEC), await bakeHpa(rooms(), CODEC)]),
    options,
  );
}

describe('an editable map', () => {
  it('has versions, events, stale artifacts, doors by name, and goes back to what was baked', async () => {
    const nav = await openRooms();
    const events: unknown[] = [];
    const end = nav.onChange((event) => events.push(event));
    expect([nav.version, nav.stale, nav.engine, nav.isReachable(0, 1, 6, 1)]).toEqual([0, [], 'jps+bounds', true]);
    expect(nav.findPath(0, 1, 6, 1)?.cost).toBe(6);
    const gate = findDoor(nav, 'gate');
    gate.close();
    expect([nav.version, nav.stale, gate.isOpen, nav.isOpen(3, 1)]).toEqual([1, ['bounds'], false, false]);
    expect(nav.findPath(0, 1, 6, 1)?.cost).toBeGreaterThan(8);
    gate.close();
    expect(events).toEqual([
      { version: 1, areas: [{ x: 3, y: 1, width: 1, height: 1 }], changes: [{ x: 3, y: 1, open: false }] },
    ]);
    findDoor(nav, 'way round').close();
    expect([nav.isReachable(0, 1, 6, 1), nav.findPath(0, 1, 6, 1), nearestOpen(nav, 6, 1, [0, 1])]).toEqual([
      false,
      null,
      [2, 1],
    ]);
    end();
    nav.setOpen(3, 0, true);
    expect([nav.findPath(0, 0, 6, 0)?.cost, events.length]).toEqual([6, 2]);
    nav.reset();
    expect([nav.version, nav.stale, nav.grid.open, nav.findPath(0, 1, 6, 1)?.cost]).toEqual([4, [], rooms().open, 6]);
    nav.edit([]);
    nav.reset();
    expect(nav.version).toBe(4);
  });

  it('closes a door where no unit stands, for walkers of two cells as for those of one, and reports to others what has changed', async () => {
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
    const close = (taken?: (x: number, y: number) => boolean) =>
      [walker, cart].map((nav) => findDoor(nav, 'gate').close(taken));
    expect([walker, cart].map((nav) => findDoor(nav, 'gate').isOpen)).toEqual([true, true]);
    expect(close((x) => x === 3)).toEqual([false, false]);
    expect([walker, cart].map((nav) => findDoor(nav, 'gate').isOpen)).toEqual([false, false]);
    expect([walker, cart, other].map(across)).toEqual([true, false, false]);
    expect(close((_, y) => y === 2)).toEqual([false, false]);
    expect([across(walker), walker.isOpen(3, 2), walker.isOpen(3, 3)]).toEqual([false, true, false]);
    expect([close(), close(() => true)]).toEqual([
      [true, true],
      [true, true],
    ]);
    expect(walker.isOpen(3, 2)).toBe(false);
    for (const nav of [walker, cart]) findDoor(nav, 'gate').open();
    expect([walker, cart, other].map((nav) => [across(nav), findDoor(nav, 'gate').isOpen])).toEqual([
      [true, true],
      [true, true],
      [true, true],
    ]);
  });

  it('refuses what is not on the map, costs without an engine for them, and unknown doors; nothing is changed then', async () => {
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
    for (const [x, y, width, height] of [
      [0, 0, 0, 1],
      [0, 0, 1, 0],
      [-1, 0, 2, 1],
      [0, -1, 1, 2],
      [6, 0, 2, 1],
      [0, 4, 1, 2],
      [0.5, 0, 1, 1],
      [0, 0, 1, 1.5],
    ])
      say(
        () => nav.edit({ x, y, width, height, open: false }),
        `area ${x}, ${y}, ${width} x ${height} is not on the map of 7 x 5 cells`,
      );
    const plain = editable(loadGrid(3, 3, () => true));
    say(() => findDoor(plain, 'gate'), 'there is no door gate; mark doors in the map, or give editable { doors }');
    say(() => nav.setCost(0, 0, 256), 'cost is 256, allowed is a whole number from 1 to 255');
    say(() => findDoor(nav, 'gat'), 'there is no door gat; there are gate, way round');
    const bare = editableJps(load(await bakeJps(rooms(), CODEC)));
    say(
      () => bare.edit([{ x: 0, y: 0, cost: 2 }]),
      'cost is 2, and nothing here finds paths over costs; take editable in place of editableJps, and HPA* where there are no diagonals',
    );
    say(() => findDoor(bare, 'gate'), 'there is no door gate; mark doors in the map, or give editable { doors }');
    const hpa = load(await bakeHpa(rooms(), CODEC));
    say(() => editableJps(hpa), 'engine is hpa; this editable changes maps of jps, jps+bounds and ch');
    expect([nav.version, bare.version]).toEqual([0, 0]);
    expect(() => findWalk(bare, 0, 0, 1, 1)).toThrow(
      'unusable blob: artifact is missing, expected hpa, which walks need; ',
    );
  });

  it('refuses misuse in plain words', async () => {
    const nav = await openRooms();
    const say = (what: () => unknown, message: string) => expect(what).toThrow(new TypeError(message));
    say(() => affects(nav, {} as Path), 'path is [object Object], expected a Path or PathBuffer');
    say(() => affects(nav, null as unknown as Path), 'path is null, expected a Path or PathBuffer');
    say(() => nav.onChange(1 as never), 'listener is 1, expected a function');
    say(() => nav.setOpen(0, 0, 7 as never), 'open is 7, expected true or false');
    say(() => nav.edit(1 as never), 'change is 1, expected { x, y, width?, height?, open?, cost? }');
    say(() => nav.edit({ x: 1, y: 1, opn: false } as never), 'option opn is unknown; did you mean open?');
    say(() => nav.edit({ link: 'a', opened: true } as never), 'option opened is unknown; did you mean open?');
    say(() => editable(nav, { follow: nav } as never), 'option follow is unknown; did you mean follows?');
    say(() => editable(nav, { lockstep: true } as never), 'option lockstep is unknown; known are follows, doors');
    say(() => editable({} as Nav), 'nav is [object Object], expected what load gives');
    say(() => editable(null as never), 'nav is null, expected what load gives');
    say(() => editable(nav, { doors: [5] as never }), 'doors is 5, expected a list of { name, cells }');
    const doors = [{ name: 'a', cells: [1, 1] }];
    say(() => findDoor(editable(nav, { doors }), 'a').close(5 as never), 'taken is 5, expected a function');
    say(() => editable(nav, 1 as never), 'options is 1, expected { follows?, doors? }');
    say(() => editable(nav, { doors: 1 as never }), 'doors is 1, expected a list of { name, cells }');
    for (const no of [undefined, null, {}, 1])
      say(() => saveChanges(no as never), 'nav cannot change: make it with editable(nav)');
    expect(nav.version).toBe(0);
  });

  it('calls every listener of every map although one throws, then throws its error: the edit is applied', () => {
    const nav = editable(loadGrid(3, 3, () => true));
    const follower = editable(
      loadGrid(3, 3, () => true),
      { follows: nav },
    );
    const events: string[] = [];
    nav.onChange(() => {
      throw new Error('first');
    });
    nav.onChange(() => events.push('second'));
    follower.onChange(() => {
      throw new Error('third');
    });
    follower.onChange(() => events.push('fourth'));
    expect(() => nav.setOpen(1, 1, false)).toThrow(new Error('first'));
    expect(events).toEqual(['second', 'fourth']);
    expect([nav.isOpen(1, 1), follower.isOpen(1, 1), nav.version]).toEqual([false, false, 1]);
  });

  it('prices cells, and remembers what a closed one costs', async () => {
    const nav = await openRooms();
    nav.setCost(3, 1, 3);
    expect([nav.engine, nav.findPath(2, 1, 4, 1)?.cost]).toEqual(['weighted', 4]);
    nav.setOpen(3, 1, false);
    nav.setCost(3, 1, 4);
    expect(nav.engine).toBe('jps+bounds');
    nav.setOpen(3, 1, true);
    expect(nav.findPath(2, 1, 4, 1)?.cost).toBe(5);
    nav.reset();
    expect([nav.engine, nav.findPath(2, 1, 4, 1)?.cost]).toEqual(['jps+bounds', 2]);
  });

  it('with a table, and a bundle without HPA*, has distances and the nearest goal', async () => {
    const hpa = await bakeHpa(rooms(), { ...CODEC, cluster: 4 });
    const nav = editable(loader(tableEngine)([hpa, await bakeTable(hpa, CODEC)]));
    nav.setOpen(3, 1, false);
    const cost = nav.walk?.(0, 1, 6, 1)?.cost;
    // Optimal: the live engine answers.
    expect(cost).toBeCloseTo(2 + 4 * Math.SQRT2 + 2, 3);
    expect(cost).toBe(nav.findPath(0, 1, 6, 1)?.cost);
    expect([nav.distance?.(0, 1, 6, 1), nav.nearest?.(0, 1, [6, 1, 2, 1, 3, 1])]).toEqual([cost, 1]);
  });

  it('says which held paths a change crosses', async () => {
    const nav = await openRooms();
    const through = nav.findPath(0, 1, 6, 1) as Path;
    const beside = nav.findPath(0, 0, 2, 3) as Path;
    const [buffer, near] = [new PathBuffer(), new PathBuffer()];
    nav.findPathInto(0, 1, 6, 1, buffer);
    nav.findPathInto(0, 1, 6, 1, near);
    nav.findPathInto(0, 0, 2, 3, near);
    nav.setOpen(3, 1, false);
    expect([through, beside, buffer, near].map((path) => affects(nav, path))).toEqual([true, false, true, false]);
    nav.reset();
    nav.setCost(5, 1, 3);
    expect([through, beside, buffer, near].map((path) => affects(nav, path))).toEqual([true, false, true, false]);
    nav.reset();
    nav.setOpen(0, 1, false);
    expect(affects(nav, through)).toBe(true);
    expect(affects(nav, { waypoints: [0, 1], cells: [0, 1], cost: 0 } as unknown as Path)).toBe(true);
  });

  it('has walks that continue from where they are, wait where there is no way, and continue when there is one again', async () => {
    const nav = await openRooms();
    const walk = findWalk(nav, 0, 1, 6, 1) as LiveWalk;
    const cells = [walk.next().value, walk.next().value];
    findDoor(nav, 'gate').close();
    cells.push(walk.next().value);
    expect([walk.replans, walk.blocked]).toEqual([1, false]);
    findDoor(nav, 'way round').close();
    expect([walk.next().done, walk.blocked, walk.cost]).toEqual([true, true, Infinity]);
    findDoor(nav, 'gate').open();
    cells.push(...walk);
    expect([walk.replans, walk.blocked, walk.next().done]).toEqual([3, false, true]);
    checkPath(nav.grid, cells.flat(), [0, 1], [6, 1]);
  });

  it('has walks along whole paths after an edit, which enter clusters where their portals say', async () => {
    const cases: HpaCase[] = [];
    forAllHpa(18, 60, (one) => cases.push(one));
    let walks = 0;
    for (const { grid, options } of cases) {
      const next = random(grid.width);
      const nav = editable(load(await bakeHpa(grid, { ...CODEC, ...options }))) as EditableNav & GridNav;
      nav.edit(randomChanges(grid, next, false));
      const [from, to] = sampleOpen(nav.grid as Grid, 2, next);
      if (nav.stale.length === 0 || !from || !nav.isReachable(...from, ...to)) continue;
      const walk = findWalk(nav, ...from, ...to) as LiveWalk;
      const portals = walk.portals();
      const { cluster } = options;
      const cornerOf = (at: number) => at - (at % cluster);
      const entered: object[] = [];
      let [x, y] = from;
      expect(walk.cost).toBe(nav.findPath(...from, ...to)?.cost);
      for (const [toX, toY] of walk) {
        if (cornerOf(x) !== cornerOf(toX) || cornerOf(y) !== cornerOf(toY)) {
          entered.push({ x: toX, y: toY, cluster: { x: cornerOf(toX), y: cornerOf(toY), size: cluster } });
          expect(walk.portals()).toEqual(portals.slice(entered.length));
        }
        [x, y] = [toX, toY];
      }
      expect([entered, walk.portals(), [x, y]]).toEqual([portals, [], to]);
      walks++;
    }
    expect(walks).toBeGreaterThan(cases.length / 4);
  });

  it.each(['never', 'always'] as const)('needs no engine but its own in the bundle: moves %s', async (rule) => {
    const grid = withMoves(makeGrid('noise', 24, 20, 0.25, 3), rule);
    const hpa = loader(hpaEngine)(await bakeHpa(grid, { ...CODEC, cluster: 6 }));
    const ch = loader(chEngine, diagonalsPart)(await bakeHierarchy(grid, CODEC));
    for (const loaded of [hpa, ch]) {
      const nav = editable(loaded) as ChangingNav;
      const next = random(2);
      for (let e = 0; e < 6; e++) {
        nav.edit(randomChanges(grid, next, e > 2));
        checkAnswers(nav, e, 61);
      }
    }
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
      for (let row = y; row < y + height; row++)
        for (let i = x; i < x + width; i++) ground.open[ground.cell(i, row)] = Number(change.open);
      // GroundCells on which no walker fits is not known, so that a walker may fit there now and not be let in.
      const expected = anchorsOf(ground, 2);
      expect(nav.grid.open.every((open, c) => open <= expected.open[c])).toBe(true);
      if (!change.open) expect(nav.isOpen(x, y) || (x > 0 && nav.isOpen(x - 1, y))).toBe(false);
      checkAnswers(nav, e, 211);
    }
    nav.reset();
    expect(nav.grid).toEqual(anchors);
  });

  it('is saved in a few bytes, and is the same where they are applied', async () => {
    const nav = await openRooms();
    findDoor(nav, 'gate').close();
    nav.edit({ x: 0, y: 0, width: 2, cost: 7 });
    const saved = saveChanges(nav);
    expect(saved.length).toBeLessThan(30);
    const bytesOfOther = await bakeJps(makeGrid('noise', 7, 5, 0.1, 1), CODEC);
    const other = await openRooms();
    other.setOpen(3, 0, true);
    applyChanges(other, saved);
    expect([other.grid, other.version, saveChanges(other)]).toEqual([nav.grid, 2, saved]);
    expect(() => applyChanges(editable(load(bytesOfOther)), saved)).toThrow(/^unusable blob: map of the changes is /);
    const bytesOf = [await bakeJps(rooms(), CODEC), await bakeHpa(rooms(), CODEC)];
    const loaded = editable(load(bytesOf));
    applyChanges(loaded, saved);
    expect([loaded.grid, loaded.findPath(0, 1, 6, 1)]).toEqual([nav.grid, nav.findPath(0, 1, 6, 1)]);
    expect(load(bytesOf).version).toBe(0);
  });

  it('has the doors of its blobs', async () => {
    const places = { doors: DOORS, markers: [] };
    const nav = editable(load([await bakeJps(rooms(), CODEC), await bakeBounds(rooms(), { ...CODEC, places })]));
    findDoor(nav, 'gate').close();
    expect(nav.isOpen(3, 1)).toBe(false);
  });

  it('empties a cache of its paths', async () => {
    const nav = await openRooms();
    const cached = cachePaths(nav);
    cached.findPath(0, 1, 6, 1);
    nav.setOpen(3, 1, false);
    expect(cached.findPath(0, 1, 6, 1)).toEqual(nav.findPath(0, 1, 6, 1));
    expect([cached.cache.hits, cached.cache.misses]).toEqual([0, 2]);
    const message = 'nav has a cache, which edits would bypass; use cachePaths(editable(nav))';
    for (const make of [editable, editableJps]) expect(() => make(cached)).toThrow(message);
  });

  it('with editableJps can close doors, and be saved, in a third of the bytes', async () => {
    const loaded = () => bakeJps(rooms(), CODEC).then((bytes) => load(bytes));
    const nav = editableJps(await loaded(), { doors: DOORS });
    const path = nav.findPath(0, 1, 6, 1) as Path;
    findDoor(nav, 'gate').close();
    expect([affects(nav, path), nav.isOpen(3, 1)]).toEqual([true, false]);
    const other = editableJps(await loaded());
    applyChanges(other, saveChanges(nav));
    expect([other.findPath(0, 1, 6, 1)?.cost, other.isOpen(3, 1)]).toEqual([nav.findPath(0, 1, 6, 1)?.cost, false]);
    other.reset();
    expect(other.isOpen(3, 1)).toBe(true);
    expect(() => findDoor(load as never, 'gate')).toThrow(
      new TypeError('nav cannot change: make it with editable(nav)'),
    );
  });
});

describe('walkers of several sizes over one map', () => {
  const ground = drawn(`
    .......
    .......
    ##..###
    ##..###
    .......
    .......`);
  const doors = [{ name: 'gate', cells: [2, 2, 3, 2, 2, 3, 3, 3] }];
  const of = async (size: number, weighted = false) => {
    const grid = ground.copy();
    if (weighted) setCosts(grid, (x) => 1 + (x % 3));
    return load(await bakeJps(anchorsOf(grid, size), CODEC));
  };

  it.each([false, true])('change together, what cells cost too; baked with costs: %s', async (weighted) => {
    const man = editable(await of(1, weighted), { doors });
    man.setCost(0, 0, 9);
    const cart = editable(await of(2, weighted), { follows: man });
    const train = editable(await of(2, weighted), { follows: cart });
    const check = () => {
      const { open, costs } = anchorsIn(man.grid.copy(), 2);
      for (const { grid } of [cart, train]) {
        expect(grid.open).toEqual(open);
        expect(grid.costs ?? grid.open).toEqual(costs ?? open);
      }
    };
    check();
    const next = random(11);
    for (let e = 0; e < 8; e++) {
      man.edit(randomChanges(ground, next, true));
      check();
      checkAnswers(cart, e, 7);
    }
    man.reset();
    findDoor(man, 'gate').close();
    expect([cart.isReachable(0, 0, 0, 4), findDoor(cart, 'gate').isOpen]).toEqual([false, false]);
    check();
  });

  it('know what cells cost where none of the larger walkers fitted, as soon as an edit makes room there', async () => {
    const shut = drawn('..\n.#');
    setCosts(shut, () => 3);
    const man = editable(load(await bakeJps(shut, CODEC)));
    const cart = editable(load(await bakeJps(anchorsIn(shut, 2), CODEC)), { follows: man });
    man.edit({ x: 1, y: 1, open: true, cost: 2 });
    expect([cart.grid.costAt(0, 0), cart.findPath(0, 0, 0, 0)?.cost]).toEqual([3, 0]);
  });

  it('change all, or none', async () => {
    const man = editable(await of(1), { doors });
    // Its blob has only costs of squares, and not of the same ground.
    const cart = editable(await of(2, true), { follows: man });
    expect(() => man.setCost(2, 4, 5)).toThrow(
      /^cost is 5; a blob for walkers of 2 x 2 cells does not tell what single cells cost: /,
    );
    expect([man.version, cart.version, man.costAt(2, 4)]).toEqual([0, 0, 1]);
    man.setOpen(2, 2, false);
    expect([man.version, cart.version]).toEqual([1, 1]);
    // Costs of single cells are unknown where the map to follow has other walls or other costs.
    const isWeighted = drawn('....\n....\n....');
    setCosts(isWeighted, (x) => 1 + x);
    const large = load(await bakeJps(anchorsIn(isWeighted, 2), CODEC));
    for (const [open, cost, isSame] of [
      [false, 1, false],
      [true, 9, false],
      [true, 1, true],
    ] as const) {
      const other = isWeighted.copy();
      other.open[other.cell(3, 1)] = Number(open);
      if (other.costs) other.costs[other.cell(3, 1)] = open ? Math.max(cost, 4) : 0;
      const follower = editable(large, { follows: editable(load(await bakeJps(other, CODEC))) });
      const price = () => follower.setCost(0, 0, 7);
      if (isSame) expect([price(), follower.costAt(0, 0)]).toEqual([undefined, 7]);
      else expect(price).toThrow(/^cost is 7; a blob for walkers of 2 x 2 cells does not tell /);
    }
    const small = load(await bakeJps(drawn('..'), CODEC));
    expect(() => editable(small, { follows: man })).toThrow(new RangeError('map is 2 x 1, that to follow 7 x 6'));
  });
});
