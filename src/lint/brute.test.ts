/** Lint against brute force on random maps: every cell, door and link closed in turn, and the map flooded again. */
import { expect, it } from 'vitest';
import { cellsOf, random } from '../../test/grids.js';
import { sample } from '../../test/samples.js';
import { anchorsOf } from '../core/grid/clearance.js';
import { Grid } from '../core/grid/grid.js';
import { type Link, waysOf } from '../core/grid/links.js';
import type { Place } from '../core/grid/places.js';
import { ALL_RULES, isHex } from '../core/grid/rules.js';
import { hexSteps, isDiagonalLegal } from '../core/oracle/rules.js';
import type { Kind } from './findings.js';
import type { LintMap } from './level.js';
import { difference, lint } from './lint.js';

const key = (x: number, y: number) => `${x},${y}`;
const pointOf = (name: string) => name.split(',').map(Number) as [number, number];

/** Cells that are reached by single moves and links, with some cells and links closed. */
function flood(
  grid: Grid,
  from: string[],
  closed = new Set<string>(),
  links = grid.links ?? [],
  reverse = false,
): Set<string> {
  const isOpen = (x: number, y: number) => grid.isOpen(x, y) && !closed.has(key(x, y));
  const isFree = (x: number, y: number, dx: number, dy: number) =>
    isOpen(x + dx, y + dy) &&
    !((grid.walls?.[grid.cell(Math.min(x, x + dx), Math.min(y, y + dy))] ?? 0) & (dx ? 1 : 2));
  const reached = new Set(from.filter((name) => isOpen(...pointOf(name))));
  const ways = waysOf(links).map(({ from: a, to: b }) => (reverse ? [key(...b), key(...a)] : [key(...a), key(...b)]));
  for (const name of reached) {
    const [x, y] = pointOf(name);
    const hexes = hexSteps(grid.moveRule, x, y);
    for (let dx = -1; dx <= 1; dx++)
      for (let dy = -1; dy <= 1; dy++) {
        if (!isOpen(x + dx, y + dy)) continue;
        const beside = Number(isOpen(x + dx, y)) + Number(isOpen(x, y + dy));
        const corners =
          isFree(x, y, dx, 0) && isFree(x, y, 0, dy) && isFree(x + dx, y, 0, dy) && isFree(x, y + dy, dx, 0);
        const legal = hexes
          ? hexes.some(([u, v]) => u === dx && v === dy)
          : dx && dy
            ? isDiagonalLegal(grid.moveRule, beside) && (!grid.walls || corners)
            : isFree(x, y, dx, dy);
        if (legal) reached.add(key(x + dx, y + dy));
      }
    for (const [a, b] of ways) if (a === name && isOpen(...pointOf(b))) reached.add(b);
  }
  return reached;
}

interface Drawn extends LintMap {
  opened: Grid;
}

/** A map of at most 8 x 8 cells with doors, markers and links, of any rule. */
function draw(seed: number, sides?: [number, number]): Drawn {
  const next = random(seed);
  const below = (most: number) => Math.floor(next() * most);
  const [width, height] = sides ?? [2 + below(7), 2 + below(7)];
  const rule = ALL_RULES[seed % ALL_RULES.length];
  const opened = new Grid(width, height, '', rule);
  const share = 0.2 + 0.6 * next();
  for (let i = 0; i < width * height; i++)
    opened.open[opened.cell(i % width, Math.floor(i / width))] = Number(next() < share);
  const place = (name: string, count: number): Place => ({
    name,
    cells: Array.from({ length: count }, () => [below(width), below(height)]).flat(),
  });
  const doors = Array.from({ length: below(3) }, (_, i) => place(`door ${i % 2}`, 1 + below(3)));
  const markers = Array.from({ length: 1 + below(4) }, (_, i) => place(`marker ${i}`, 1));
  const grid = opened.copy();
  for (const { cells } of doors)
    for (let i = 0; i < cells.length; i += 2) {
      opened.open[opened.cell(cells[i], cells[i + 1])] = 1;
      if (seed % 2 === 0) grid.open[grid.cell(cells[i], cells[i + 1])] = 0;
    }
  const cells = openOf(grid);
  const links: Link[] = [];
  for (let i = below(4); i > 0 && cells.length > 1; i--) {
    const [from, to] = [pointOf(cells[below(cells.length)]), pointOf(cells[below(cells.length)])];
    if (key(...from) !== key(...to)) links.push({ name: `link ${i % 2}`, from, to, cost: 1, oneWay: next() < 0.5 });
  }
  // Walls stand between cells under rules that let no unit cut corners.
  if (!isHex(grid) && rule !== 'always' && next() < 0.5) {
    opened.walls = Uint8Array.from(opened.open, () => (next() < 0.4 ? 1 + below(3) : 0));
    grid.walls = opened.walls;
  }
  opened.links = grid.links = links;
  const between = opened.walls;
  if (between && doors.length > 0) {
    const [x, y, east] = [below(width - 1), below(height - 1), below(2)];
    doors[0].walls = [[x, y, east ? 'east' : 'south']];
    grid.walls = between.slice();
    between[grid.cell(x, y)] &= east ? 2 : 1;
  }
  return { grid, opened, doors, markers };
}

/** The map with some doors closed. */
function shut({ opened }: Drawn, doors: readonly Place[]): Grid {
  const grid = opened.copy();
  for (const cell of doors.flatMap(pairsOf)) grid.open[grid.cell(...pointOf(cell))] = 0;
  for (const [x, y, side] of doors.flatMap(({ walls = [] }) => walls))
    if (grid.walls) grid.walls[grid.cell(x, y)] |= side === 'east' ? 1 : 2;
  return grid;
}

/** Cells of a place, and those on both sides of its walls. */
const around = (place: Place) => [
  ...pairsOf(place),
  ...(place.walls ?? []).flatMap(([x, y, side]) => [key(x, y), side === 'east' ? key(x + 1, y) : key(x, y + 1)]),
];

const openOf = (grid: Grid) => cellsOf(grid).flatMap(([x, y]) => (grid.isOpen(x, y) ? [key(x, y)] : []));
const pairsOf = ({ cells }: Place) =>
  Array.from({ length: cells.length / 2 }, (_, i) => key(cells[2 * i], cells[2 * i + 1]));
const sorted = (values: Iterable<unknown>) => [...values].map(String).sort();

/** Groups of cells that are joined whatever way links lead. */
function groups(grid: Grid, cells: string[]): string[][] {
  const others = new Set(openOf(grid).filter((cell) => !cells.includes(cell)));
  const both = (grid.links ?? []).map((link) => ({ ...link, oneWay: false }));
  const left = new Set(cells);
  const found: string[][] = [];
  for (const cell of left) {
    const group = [...flood(grid, [cell], others, both)];
    found.push(group);
    for (const one of group) left.delete(one);
  }
  return found;
}

it('finds what brute force finds: markers, areas, ways back, choke points, doors and links', () => {
  const counts = new Map<Kind, number>();
  for (let seed = 1, compared = 0; compared < sample(10_000, 48); seed++) {
    const map = draw(seed);
    const { opened, markers, doors } = map;
    if (openOf(opened).length === 0) continue;
    const findings = lint(map, { from: 'marker 0', cells: 1, details: true, open: true });
    for (const { kind } of findings) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    const found = (kind: Kind) => findings.filter((one) => one.kind === kind);
    const [first] = pairsOf(markers[0]);
    if (!opened.isOpen(...pointOf(first))) {
      expect(found('blocked').map(({ id }) => id)).toContain('blocked marker "marker 0"');
      continue;
    }
    compared++;
    const reached = flood(opened, [first]);
    const named = [
      ...markers.map((one) => ({ name: `marker "${one.name}"`, cells: pairsOf(one) })),
      ...doors.map((one) => ({ name: `door "${one.name}"`, cells: around(one) })),
      ...(opened.links ?? []).map(({ name, from, to, oneWay }) => ({
        name: `link "${name}"`,
        cells: oneWay ? [key(...from)] : [key(...from), key(...to)],
      })),
    ];
    const isShut = ({ cells }: { cells: string[] }) => cells.every((cell) => !opened.isOpen(...pointOf(cell)));
    const isApart = ({ cells }: { cells: string[] }) => cells.every((cell) => !reached.has(cell));
    const context = `seed ${seed}`;
    const ids = (kind: Kind) => sorted(found(kind).map(({ id }) => id));
    const unique = (values: string[]) => sorted(new Set(values));
    const sizes = (kind: Kind) => sorted(found(kind).map(({ cells }) => cells));
    const sizesOf = (cells: string[]) => sorted(groups(opened, cells).map((group) => group.length));
    expect(ids('blocked'), context).toEqual(unique(named.filter(isShut).map(({ name }) => `blocked ${name}`)));
    const apart = named.filter((one) => !isShut(one) && isApart(one));
    expect(ids('unreachable'), context).toEqual(unique(apart.map(({ name }) => `unreachable ${name}`)));
    const closable = doors.filter((door) => !around(door).includes(first));
    const shutAll = flood(shut(map, closable), [first]);
    const behind = markers.filter((one) => pairsOf(one).some((cell) => reached.has(cell) && !shutAll.has(cell)));
    expect(ids('behind-doors'), context).toEqual(sorted(behind.map(({ name }) => `behind-doors marker "${name}"`)));
    const unreached = openOf(opened).filter((cell) => !reached.has(cell));
    expect(sizes('area'), context).toEqual(sizesOf(unreached));
    const back = flood(opened, [first], undefined, opened.links, true);
    const lost = [...reached].filter((cell) => !back.has(cell));
    expect(sizes('no-return'), context).toEqual(sizesOf(lost));
    const cuts = [...reached]
      .filter((cell) => cell !== first && !doors.flatMap(around).includes(cell))
      .flatMap((cell) => {
        const cut = reached.size - 1 - flood(opened, [first], new Set([cell])).size;
        return cut > 0 ? [`${cell} ${cut}`] : [];
      });
    expect(sorted(found('choke').map(({ at, cells }) => `${at} ${cells}`)), context).toEqual(sorted(cuts));
    const ways: string[] = [];
    for (const name of new Set(closable.map((door) => door.name))) {
      const closed = closable.filter((door) => door.name === name);
      const cells = closed.flatMap(pairsOf);
      const rest = [...reached].filter((cell) => !cells.includes(cell));
      const cut = rest.length - flood(shut(map, closed), [first]).size;
      if (cut > 0) ways.push(`only-way door "${name}" ${cut}`);
    }
    for (const name of new Set((opened.links ?? []).map((link) => link.name))) {
      const others = (opened.links ?? []).filter((link) => link.name !== name);
      const cut = reached.size - flood(opened, [first], undefined, others).size;
      if (cut > 0) ways.push(`only-way link "${name}" ${cut}`);
    }
    expect(sorted(found('only-way').map(({ id, cells }) => `${id} ${cells}`)), context).toEqual(sorted(ways));
  }
  const kinds: Kind[] = ['blocked', 'unreachable', 'area', 'no-return', 'choke', 'only-way', 'behind-doors'];
  for (const kind of kinds) expect(counts.get(kind), kind).toBeGreaterThan(sample(320, 48));
});

it('finds what brute force finds for larger units: passages that are too narrow, and areas without any', () => {
  let [narrow, apart] = [0, 0];
  for (let seed = 1, compared = 0; compared < sample(10_000, 48); seed++) {
    const { opened: single, markers } = draw(seed % 4 === 0 ? seed : 9 * seed, [8, 9]);
    if (isHex(single) || single.walls) continue;
    single.links = undefined;
    let grid: Grid;
    try {
      grid = anchorsOf(single, 2);
    } catch {
      continue;
    }
    compared++;
    const findings = lint({ grid, single, markers, doors: [] }, { cells: 1 });
    const [start] = [...openOf(grid)].map((cell) => flood(grid, [cell])).sort((a, b) => b.size - a.size);
    const beyond = flood(single, [...start]);
    const others = openOf(grid).filter((cell) => !start.has(cell));
    const areas = groups(grid, others);
    const isNarrow = (area: string[]) => beyond.has(area[0]);
    const wide = areas.filter((area) => !isNarrow(area)).map((area) => area.length);
    const found = (kind: Kind) => findings.filter((one) => one.kind === kind);
    expect(sorted(found('area').map(({ cells }) => cells)), `seed ${seed}`).toEqual(sorted(wide));
    // Several areas may lie behind one place.
    expect(found('narrow').length, `seed ${seed}`).toBeLessThanOrEqual(areas.filter(isNarrow).length);
    expect(found('narrow').length > 0, `seed ${seed}`).toBe(areas.some(isNarrow));
    for (const { at } of found('narrow')) expect(beyond.has(key(...at))).toBe(true);
    narrow += found('narrow').length;
    apart += found('area').length;
  }
  expect([narrow > 10, apart > 10]).toEqual([true, true]);
});

it('finds the pairs of markers that another version of the map has lost, and the cells that changed', () => {
  let lost = 0;
  for (let seed = 1; seed <= sample(2000, 16); seed++) {
    const [before, after] = [draw(9 * seed, [5, 6]), draw(9 * seed + 9 * 7919, [5, 6])];
    const findings = difference(before, after);
    const reach = ({ opened }: Drawn, a: Place, b: Place) => flood(opened, pairsOf(a)).has(pairsOf(b)[0]);
    const pairs = new Set<string>();
    for (const a of after.markers)
      for (const b of after.markers) {
        const [oldA, oldB] = [a, b].map(({ name }) => before.markers.find((one) => one.name === name));
        if (a === b || !oldA || !oldB) continue;
        if (reach(before, oldA, oldB) && !reach(after, a, b)) pairs.add([a.name, b.name].sort().join());
      }
    const pairOf = (id: string) => Array.from(id.matchAll(/"(.*?)"/g), ([, name]) => name).sort();
    const found = findings.filter(({ kind }) => kind === 'lost').map(({ id }) => pairOf(id).join());
    expect(sorted(new Set(found)), `seed ${seed}`).toEqual(sorted(pairs));
    lost += found.length;
    const cells = (kind: Kind) =>
      findings.filter((one) => one.kind === kind).reduce((sum, { cells = 0 }) => sum + cells, 0);
    const [olds, news] = [openOf(before.grid), openOf(after.grid)];
    expect([cells('closed'), cells('opened')]).toEqual([
      olds.filter((cell) => !news.includes(cell)).length,
      news.filter((cell) => !olds.includes(cell)).length,
    ]);
  }
  expect(lost).toBeGreaterThan(20);
});
