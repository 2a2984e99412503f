/** Functions of games on maps with walls between cells, each against Dijkstra, with edits between. */
import { describe, expect, it } from 'vitest';
import type { Grid } from '../src/core/grid/grid.js';
import { unitOf } from '../src/core/grid/step-costs.js';
import { checkPath } from '../src/core/oracle/check-path.js';
import { dijkstra } from '../src/core/oracle/dijkstra.js';
import { bakeHierarchy } from '../src/engines/ch/bake.js';
import { blockersOf } from '../src/play/avoid/blockers.js';
import { editable } from '../src/play/edit/edit.js';
import type { ChangingNav } from '../src/play/edit/edits.js';
import { findDistances, findNearest } from '../src/play/field/distances.js';
import { fleeField, flowField } from '../src/play/field/field.js';
import { findPathTo } from '../src/play/field/targets.js';
import { pathQueue } from '../src/play/queue/queue.js';
import { findPathAround } from '../src/play/reach/around.js';
import { reach } from '../src/play/reach/reach.js';
import { cachePaths } from '../src/runtime/cache.js';
import { load } from '../src/runtime/load-all.js';
import { random } from './grids.js';
import { IS_LONG } from './samples.js';
import { WALLED_RULES, walledGrid } from './walls.js';

type Cell = [x: number, y: number];
type Play = (nav: ChangingNav, grid: Grid, next: () => number) => void;

const cellsOf = ({ width, height }: Grid): Cell[] =>
  Array.from({ length: width * height }, (_, i) => [i % width, Math.floor(i / width)]);
const anyCell = ({ width, height }: Grid, next: () => number): Cell => [
  Math.floor(next() * width),
  Math.floor(next() * height),
];
/** Steps from one cell to all, by padded cell. */
const stepsFrom = (grid: Grid, [x, y]: Cell): Float64Array => dijkstra(grid, x, y).map((cost) => cost / unitOf(grid));

/** Plays on random maps under both rules, with links and costs on some, before and after edits. */
async function onMaps(seed: number, play: Play, { links = true, maps = IS_LONG ? 9 : 3 } = {}): Promise<void> {
  const next = random(seed);
  for (const rule of WALLED_RULES)
    for (let n = 0; n < maps; n++) {
      const costliest = rule === 'never' && n % 2 ? 9 : 1;
      const grid = walledGrid(next, rule, { side: 11, links: links && n % 3 === 2, maxCost: costliest });
      const nav = editable(load(await bakeHierarchy(grid)));
      for (let round = 0; round < 3; round++) {
        play(nav, Object.assign((nav.grid as Grid).copy(), { links: grid.links }), next);
        const [x, y] = anyCell(grid, next);
        nav.edit({ x, y, open: next() < 0.5 });
        nav.edit({ wall: [Math.min(x, grid.width - 2), y, 'east'], open: next() < 0.5 });
      }
    }
}

describe('on maps with walls between cells', () => {
  it('fields have exact distances, directions and paths', () =>
    onMaps(70, (nav, grid, next) => {
      const goals = [anyCell(grid, next), anyCell(grid, next)];
      const field = flowField(nav, goals.flat(), { costs: [0, 1.5] });
      const from = goals.map((goal) => stepsFrom(grid, goal));
      for (const [x, y] of cellsOf(grid)) {
        const cell = grid.cell(x, y);
        const least = Math.min(...from.map((costs, i) => costs[cell] + 1.5 * i));
        expect(field.distanceAt(x, y)).toBeCloseTo(least, 6);
        const path = field.findPath(x, y);
        expect(path !== null).toBe(least < Infinity);
        if (!path) continue;
        const end: Cell = [path.cells.at(-2) as number, path.cells.at(-1) as number];
        const start = goals.findIndex(([u, v]) => `${u},${v}` === end.join());
        const cost = checkPath(grid, path.cells, [x, y], end, path.links) / unitOf(grid);
        expect(cost).toBeCloseTo(path.cost, 6);
        expect([0, 1.5].some((more) => Math.abs(cost + more - least) < 1e-6) && start >= 0).toBe(true);
        const step = field.next(x, y);
        if (step) expect([...step]).toEqual([...path.cells.slice(2, 4)]);
      }
      const near = flowField(nav, goals[0], { maxCost: 3 });
      for (const [x, y] of cellsOf(grid)) {
        const steps = from[0][grid.cell(x, y)];
        expect(near.distanceAt(x, y)).toBeCloseTo(steps <= 3 ? steps : Infinity, 6);
      }
    }));

  it.each([Infinity, 4])('fields lead away from danger, up to %d', (maxCost) =>
    onMaps(
      71,
      (nav, grid, next) => {
        const danger = anyCell(grid, next);
        const field = fleeField(nav, flowField(nav, danger, { maxCost }), { factor: 1.5 });
        const steps = stepsFrom(grid, danger);
        const cells = cellsOf(grid);
        const starts = cells.filter(([x, y]) => steps[grid.cell(x, y)] < Infinity);
        const worth = (cell: number) => -1.5 * Math.min(steps[cell], maxCost);
        if (maxCost < Infinity) return void expect(field.done).toBe(true);
        const all = starts.map((cell) => [worth(grid.cell(...cell)), stepsFrom(grid, cell)] as const);
        const lowest = Math.min(...all.map(([cost]) => cost));
        for (const [x, y] of starts) {
          const least = Math.min(...all.map(([cost, costs]) => cost + costs[grid.cell(x, y)]));
          expect(field.distanceAt(x, y)).toBeCloseTo(least - lowest, 3);
          const step = field.next(x, y);
          if (step) expect(grid.isOpen(...step)).toBe(true);
        }
      },
      { links: false, maps: IS_LONG ? 4 : 2 },
    ),
  );

  it('a flight from danger that is near does not stop between cells', () =>
    onMaps(
      72,
      (nav, grid, next) => {
        const danger = anyCell(grid, next);
        const away = fleeField(nav, flowField(nav, danger, { maxCost: 5 }), { factor: 1.3 });
        let [x, y] = danger;
        for (let i = 0; i < 200; i++) {
          const step = away.next(x, y);
          if (!step) break;
          [x, y] = step;
          expect(i).toBeLessThan(150);
        }
      },
      { links: false },
    ));

  it('reach has the cells within a number of steps, around units', () =>
    onMaps(73, (nav, grid, next) => {
      const from = anyCell(grid, next);
      const avoid = [anyCell(grid, next), anyCell(grid, next)].filter((cell) => cell.join() !== from.join());
      const now = grid.copy();
      for (const cell of avoid) now.open[grid.cell(...cell)] = 0;
      const steps = stepsFrom(now, from);
      const moves = reach(nav, ...from, 5, { avoid: avoid.flat() });
      for (const [x, y] of cellsOf(grid)) {
        const cost = steps[grid.cell(x, y)];
        expect(moves.costAt(x, y)).toBeCloseTo(cost <= 5 + 1e-9 ? cost : Infinity, 6);
        const path = moves.pathTo(x, y);
        if (path) expect(checkPath(now, path.cells, from, [x, y], path.links) / unitOf(grid)).toBeCloseTo(cost, 6);
      }
    }));

  it('paths lead around units', () =>
    onMaps(74, (nav, grid, next) => {
      const blockers = blockersOf(nav);
      const units = Array.from({ length: 6 }, () => anyCell(grid, next));
      for (const [i, cell] of units.entries()) blockers.move(i, ...cell);
      for (let i = 0; i < 12; i++) {
        const [from, to] = [anyCell(grid, next), anyCell(grid, next)];
        const now = grid.copy();
        for (const cell of units) if (![from.join(), to.join()].includes(cell.join())) now.open[grid.cell(...cell)] = 0;
        const optimal = dijkstra(now, ...from)[grid.cell(...to)];
        for (const avoid of [blockers, units.flat()]) {
          const path = findPathAround(nav, ...from, ...to, avoid);
          expect(path ? checkPath(now, path.cells, from, to, path.links) : Infinity).toBe(optimal);
          if (path) expect(path.cost).toBeCloseTo(optimal / unitOf(grid), 6);
        }
      }
      for (const i of units.keys()) blockers.remove(i);
    }));

  it('queries in bulk, to targets, from caches and queues agree', () =>
    onMaps(75, (nav, grid, next) => {
      const [from, goals] = [anyCell(grid, next), Array.from({ length: 6 }, () => anyCell(grid, next))];
      const steps = stepsFrom(grid, from);
      const optima = goals.map((goal) => steps[grid.cell(...goal)]);
      const costs = findDistances(nav, from, goals.flat());
      for (const [i, optimal] of optima.entries()) expect(costs[i]).toBeCloseTo(optimal, 6);
      const nearest = findNearest(nav, ...from, goals.flat());
      expect(nearest < 0 ? Infinity : optima[nearest]).toBeCloseTo(Math.min(...optima), 6);
      const [target] = goals;
      const inRange = cellsOf(grid).filter(([x, y]) => Math.abs(x - target[0]) + Math.abs(y - target[1]) <= 1);
      const least = Math.min(...inRange.map((cell) => steps[grid.cell(...cell)]));
      const path = findPathTo(nav, ...from, target, { metric: 'manhattan' });
      expect(path?.cost ?? Infinity).toBeCloseTo(least, 6);
      const cached = cachePaths(nav);
      const queue = pathQueue(nav, { budget: { work: next() < 0.5 ? 50 : 1e9 } });
      let answered = 0;
      for (let i = 0; i < 24; i++) {
        const [start, goal] = [anyCell(grid, next), goals[i % 2]];
        const optimal = dijkstra(grid, ...start)[grid.cell(...goal)];
        queue.request(...start, ...goal, ({ path: late }) => {
          expect(late ? checkPath(grid, late.cells, start, goal, late.links) : Infinity).toBe(optimal);
          if (late) expect(late.cost).toBeCloseTo(optimal / unitOf(grid), 6);
          answered++;
        });
      }
      for (let i = 0; i < 1e5 && queue.pending > 0; i++) queue.update();
      expect(answered).toBe(24);
      for (const goal of goals) {
        const expected = nav.findPath(...from, ...goal);
        expect(cached.findPath(...from, ...goal)).toEqual(expected);
        expect(cached.findPath(...from, ...goal)).toEqual(expected);
      }
    }));
});
