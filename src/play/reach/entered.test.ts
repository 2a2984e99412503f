/** Maps whose steps cost what the entered cell costs, against Dijkstra: engines, links, walls, edits, limits, fields, reach. */
import { expect, it } from 'vitest';
import { anyCell, cellsOf, random } from '../../../test/grids.js';
import { linked } from '../../../test/links.js';
import { IS_LONG } from '../../../test/samples.js';
import { walledGrid } from '../../../test/walls.js';
import { weightedGrid } from '../../../test/weighted.js';
import { withMoves } from '../../core/grid/clearance.js';
import { createGrid } from '../../core/grid/create.js';
import { isDirected } from '../../core/grid/entered.js';
import type { Grid } from '../../core/grid/grid.js';
import { ALL_RULES, isStraight, MOVE_RULES } from '../../core/grid/rules.js';
import { STEP } from '../../core/grid/step-costs.js';
import { checkPath } from '../../core/oracle/check-path.js';
import { dijkstra } from '../../core/oracle/dijkstra.js';
import { oracle } from '../../core/oracle/flood.js';
import type { Walk } from '../../core/search/engine.js';
import { bakeHierarchy } from '../../engines/ch/bake.js';
import { bakeHpa } from '../../engines/hpa/bake.js';
import { bakeJps } from '../../engines/jps/bake.js';
import { buildLandmarks } from '../../engines/weighted/landmarks.js';
import { findPathWithin } from '../../runtime/limits.js';
import { linksPart } from '../../runtime/links.js';
import { load } from '../../runtime/load-all.js';
import { loadGrid, navOf } from '../../runtime/load-grid.js';
import { inside, kitOf, type Nav } from '../../runtime/nav.js';
import { findWalk } from '../../runtime/walk.js';
import { wallsPart } from '../../runtime/walls.js';
import { affects } from '../edit/affects.js';
import { applyChanges, saveChanges } from '../edit/changes.js';
import { editable } from '../edit/edit.js';
import { findDistance, findDistances, findNearest } from '../field/distances.js';
import { fleeField, flowField } from '../field/field.js';
import { straighten } from '../straighten/straighten.js';
import { findPathAround } from './around.js';
import { reach } from './reach.js';

const STORED = { codec: 'none', threads: 1 } as const;
const KIT = kitOf([linksPart, wallsPart]);

/** A map of entered cells, every second with links, of four directions every second with walls. */
function enteredGrid(seed: number): Grid {
  const next = random(seed);
  const rule = ALL_RULES[seed % ALL_RULES.length];
  const isWalled = rule === 'never' && seed % 2 === 0;
  const grid = isWalled ? walledGrid(next, rule, { maxCost: 60 }) : withMoves(weightedGrid(seed, 18), rule);
  grid.stepCosts = 'entered';
  return seed % 3 ? grid : linked(grid, 6, next);
}

/** All queries from some cells: costs are those of Dijkstra, and what paths say of them. */
function ask(grid: Grid, nav: Nav, next: () => number): void {
  const { width, height } = grid;
  for (let s = 0; s < 2; s++) {
    const from = anyCell(grid, next);
    const costs = dijkstra(grid, ...from);
    const within = grid.isOpen(...from) ? reach(nav, ...from, 1e6) : undefined;
    const wrong: unknown[] = [];
    for (let t = Math.floor(4 * next()); t < width * height; t += 1 + Math.floor(16 * next())) {
      const to: [number, number] = [t % width, Math.floor(t / width)];
      const cost = costs[grid.cell(...to)] / STEP;
      const path = nav.findPath(...from, ...to);
      const walked = path ? checkPath(grid, path.cells, from, to, path.links) / STEP : Infinity;
      const said = [path?.cost ?? Infinity, walked, findDistance(nav, ...from, ...to)];
      if (within) said.push(within.costAt(...to));
      if (path) said.push(findPathWithin(nav, ...from, ...to, { expanded: 1e6 }).path?.cost ?? Infinity);
      if (t % 3 === 0) {
        const field = flowField(nav, to);
        said.push(field.distanceAt(...from), field.findPath(...from)?.cost ?? Infinity);
      }
      if (said.some((one) => one !== cost)) wrong.push([from, to, cost, said]);
    }
    expect(wrong).toEqual([]);
  }
}

// Every rule, with links and with walls.
const maps = Array.from({ length: IS_LONG ? 48 : 12 }, (_, i) => 1 + i).flatMap((seed) => {
  const grid = enteredGrid(seed);
  return grid.costs && grid.open.includes(1) ? [{ seed, grid, name: `${seed}, ${grid.moveRule}` }] : [];
});

it.each(maps)('gives the costs of Dijkstra with every engine, before and after edits: map $name', async (map) => {
  const { grid, seed } = map;
  const next = random(seed);
  const isExact = (nav: Nav) => nav.engine !== 'hpa';
  const blobs = [await bakeJps(grid, { ...STORED, layout: seed % 2 ? 'mapped' : 'compact' })];
  if (!isDirected(grid)) blobs.push(await bakeHierarchy(grid, STORED));
  if (isStraight(grid) && !grid.walls) blobs.push(await bakeHpa(grid, { ...STORED, cluster: 6 }));
  const navs = [navOf(grid.copy(), KIT), ...load(blobs).engines.map((engine) => load(blobs, { engine }))];
  for (const nav of navs.filter(isExact)) ask(grid, nav, next);
  for (const loaded of navs) {
    const nav = editable(loaded);
    for (let i = 0; i < 5; i++) {
      const [x, y] = anyCell(grid, next);
      if (next() < 0.6) nav.setCost(x, y, 1 + Math.floor(60 * next()));
      else nav.setOpen(x, y, next() < 0.5);
    }
    const now = Object.assign((inside(nav).grid as Grid).copy(), { links: grid.links });
    if (isExact(nav)) ask(now, nav, next);
    else checkNear(now, nav, next);
    const other = editable(loaded);
    applyChanges(other, saveChanges(nav));
    if (isExact(nav)) ask(now, other, next);
  }
});

/** Paths and walks of HPA*, which may be longer, cost what they say. */
function checkNear(grid: Grid, nav: Nav, next: () => number): void {
  for (let i = 0; i < 60; i++) {
    const [x0, y0, x1, y1] = [...anyCell(grid, next), ...anyCell(grid, next)];
    const path = nav.findPath(x0, y0, x1, y1);
    const least = dijkstra(grid, x0, y0)[grid.cell(x1, y1)];
    expect(path?.cost ?? Infinity).toBeGreaterThanOrEqual(least / STEP);
    if (!path) continue;
    expect(path.cost).toBe(checkPath(grid, path.cells, [x0, y0], [x1, y1], path.links) / STEP);
    const walk = findWalk(nav, x0, y0, x1, y1) as Walk;
    const { cost } = walk;
    expect(cost * STEP + 1e-6).toBeGreaterThanOrEqual(checkPath(grid, [...walk].flat(), [x0, y0], [x1, y1]));
  }
}

it.each([...MOVE_RULES, 'hex-odd-q'] as const)(
  'knows affected paths, nearest cells and all distances: %s',
  async (diagonals) => {
    const next = random(5);
    const cells = Array.from({ length: 24 * 20 }, () => (next() < 0.25 ? 0 : 1 + Math.floor(9 * next())));
    const grid = createGrid(24, 20, (x, y) => cells[24 * y + x], { diagonals, costs: 'entered' });
    const jps = await bakeJps(grid, STORED);
    const blob = isDirected(grid) ? jps : await bakeHierarchy(grid, STORED);
    const nav = editable(load(blob));
    const ends = Array.from({ length: 16 }, () => [Math.floor(24 * next()), Math.floor(20 * next())]).flat();
    const few = ends.slice(0, 6);
    for (const [from, to] of [
      [few, ends],
      [ends, few],
    ]) {
      for (const of of [load(blob), loadGrid(grid)]) {
        const costs = findDistances(of, from, to);
        for (let r = 0; r < from.length / 2; r++) {
          const least = dijkstra(grid, from[2 * r], from[2 * r + 1]);
          for (let c = 0; c < to.length / 2; c++)
            expect(costs[(r * to.length) / 2 + c]).toBe(least[grid.cell(to[2 * c], to[2 * c + 1])] / STEP);
        }
      }
    }
    // More goals than are searched one by one.
    const all = cellsOf(grid).flat();
    const [x, y] = [cells.findIndex((cost) => cost > 0) % 24, Math.floor(cells.findIndex((cost) => cost > 0) / 24)];
    const least = dijkstra(grid, x, y);
    const nearest = findNearest(nav, x, y, all, 120).map((i) => least[grid.cell(all[2 * i], all[2 * i + 1])]);
    expect(nearest).toEqual(
      Array.from(least)
        .sort((a, b) => a - b)
        .slice(0, 120),
    );
    for (let i = 0; i < 20; i++) {
      const [to, u] = [Math.floor(24 * 20 * next()), Math.floor(24 * 20 * next())];
      const goal: [number, number] = [to % 24, Math.floor(to / 24)];
      const path = nav.findPath(x, y, ...goal);
      if (!path) continue;
      nav.setCost(u % 24, Math.floor(u / 24), 1 + Math.floor(9 * next()));
      const isSame = checkPath(inside(nav).grid, path.cells, [x, y], goal) / STEP === path.cost;
      if (!diagonals.startsWith('hex')) expect(affects(nav, path)).toBe(!isSame);
      const slow = [path.cells[2], path.cells[3], 1];
      const around = findPathAround(nav, x, y, ...goal, slow.slice(0, 2), { slow });
      const walled = (inside(nav).grid as Grid).copy();
      if (path.cells.length > 4) walled.open[walled.cell(slow[0], slow[1])] = 0;
      expect(around?.cost ?? Infinity).toBe(dijkstra(walled, x, y)[walled.cell(...goal)] / STEP);
    }
  },
);

it('has landmarks of maps whose ways cost more in one direction', () => {
  const grid = createGrid(3, 1, (x) => [1, 1, 255][x], { costs: 'entered' });
  const { costs, unit } = buildLandmarks(grid, 1);
  const way = dijkstra(grid, 0, 0)[grid.cell(2, 0)];
  expect(costs[grid.cell(2, 0)]).toBe(Math.floor(way / unit));
});

it('takes the option of the map or its own in reach, and refuses others', () => {
  const cells = [1, 5, 1];
  const nav = loadGrid(3, 1, (x) => cells[x], { costs: 'entered' });
  expect(nav.findPath(0, 0, 1, 0)?.cost).toBe(5);
  expect(reach(nav, 0, 0, 5).count).toBe(2);
  expect(reach(nav, 0, 0, 3, { costs: 'average' }).count).toBe(2);
  expect(reach(nav, 0, 0, 3).count).toBe(1);
  expect(() => loadGrid(3, 1, () => 1, { costs: 'left' as never })).toThrow(
    'costs is left, allowed are average and entered',
  );
});

it.each(ALL_RULES)('flees by what steps away cost: %s', (rule) => {
  const next = random(7);
  const cells = Array.from({ length: 12 * 10 }, () => (next() < 0.2 ? 0 : 1 + Math.floor(9 * next())));
  const grid = createGrid(12, 10, (x, y) => cells[12 * y + x], { diagonals: rule, costs: 'entered' });
  const nav = loadGrid(grid);
  const danger = flowField(nav, [6, 5, 0, 0]);
  const away = fleeField(nav, danger, { factor: 1.3 });
  const places = cellsOf(grid).filter((at) => danger.distanceAt(...at) < Infinity);
  const worth = places.map((at) => -Math.round(1.3 * Math.round(danger.distanceAt(...at) * STEP)));
  const lowest = Math.min(...worth);
  for (const at of places) {
    const costs = dijkstra(grid, ...at);
    const best = Math.min(...places.map((to, i) => costs[grid.cell(...to)] + worth[i]));
    expect(away.distanceAt(...at)).toBe((best - lowest) / STEP);
  }
});

it.each(MOVE_RULES)('keeps the cost of a straightened path: %s', (diagonals) => {
  const next = random(11);
  const grid = createGrid(30, 30, () => next() > 0.1 && 1 + Math.floor(2 * next()), { diagonals, costs: 'entered' });
  const nav = loadGrid(grid);
  for (let i = 0; i < 300; i++) {
    const [x0, y0, x1, y1] = Array.from({ length: 4 }, () => Math.floor(30 * next()));
    const path = nav.findPath(x0, y0, x1, y1);
    if (path) expect(checkPath(grid, straighten(nav, path).cells, [x0, y0], [x1, y1]) / STEP).toBe(path.cost);
  }
});

it('answers in the oracle of verify as Dijkstra does', () => {
  for (const { grid } of maps) {
    const next = random(3);
    const from = anyCell(grid, next);
    expect(oracle(grid).allCosts(from)).toEqual(dijkstra(grid, ...from));
  }
});

it('is refused where an engine of the average would find other paths', async () => {
  const grid = createGrid(4, 4, (x) => 1 + x, { costs: 'entered' });
  const says =
    'are for steps that cost the average of both cells, and here they cost what the entered cell costs, under diagonals no-corners; bake this map with prep jps, or set diagonals to never';
  await expect(bakeHierarchy(grid)).rejects.toThrow(`contraction hierarchies ${says}`);
  await expect(async () => bakeHpa(grid)).rejects.toThrow(`abstractions of HPA* ${says}`);
});

it('makes another map: blobs of the average are refused', async () => {
  const cell = (x: number) => 1 + x;
  const [average, entered] = await Promise.all(
    (['average', 'entered'] as const).map((costs) => bakeJps(createGrid(4, 4, cell, { costs }), STORED)),
  );
  expect(() => load([average, entered])).toThrow('fingerprint');
});
