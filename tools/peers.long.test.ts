import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { withMoves } from '../src/core/grid/clearance.js';
import { knows } from '../src/lab/bench/lookup.js';
import { drawCosts } from '../src/maps/cost-patterns.js';
import { answers } from '../test/bench-answers.js';
import { compiled } from '../test/compiled.js';
import { makeGrid } from '../test/grids.js';
import { nodeIn, temporaryFolder } from '../test/prep.js';
import { allCells, ENGINES } from './peer-engines.js';

const GRIDS = [
  makeGrid('noise', 40, 30, 0.25, 3),
  makeGrid('maze', 31, 33, 0, 5),
  makeGrid('rooms', 40, 40, 0.3, 7),
  makeGrid('noise', 70, 20, 0.02, 9),
];
const isLegal = (costs: number[], optima: number[]) => costs.every((cost, i) => cost >= optima[i] && cost < Infinity);

describe('path finders of npm', () => {
  it.each(['pathfinding-astar', 'ngraph.path'])('%s finds shortest paths under our move rule', async (name) => {
    for (const grid of GRIDS) {
      const { costs, optima } = await answers(ENGINES[name], grid);
      expect(costs).toEqual(optima);
    }
  });

  it.each(['pathfinding-jps', 'easystarjs', 'l1-path-finder'])('%s answers with legal paths', async (name) => {
    for (const grid of GRIDS) {
      const { costs, optima, fault } = await answers(ENGINES[name], grid);
      expect(fault).toBeUndefined();
      expect(isLegal(costs, optima)).toBe(true);
    }
  });

  it.each([
    ['never', 5],
    ['one-corner', 3],
    ['always', 4],
  ] as const)('answer where they know %s moves', async (moves, count) => {
    const grid = withMoves(GRIDS[0], moves);
    const knowing = Object.entries(ENGINES).filter(([, engine]) => knows(engine, grid));
    expect(knowing).toHaveLength(count);
    for (const [name, engine] of knowing) {
      const { costs, optima, fault } = await answers(engine, grid);
      expect(fault, name).toBeUndefined();
      expect(isLegal(costs, optima), name).toBe(true);
    }
  });

  it.each(['easystarjs', 'ngraph.path'])('%s knows costs', async (name) => {
    const swamp = drawCosts(makeGrid('noise', 40, 30, 0.2, 3), 'patches');
    expect(knows(ENGINES[name], swamp)).toBe(true);
    const { costs, optima, fault } = await answers(ENGINES[name], swamp);
    expect(fault).toBeUndefined();
    expect(isLegal(costs, optima)).toBe(true);
  });

  it('are measured like ours, each in its process', async () => {
    compiled();
    const out = join(temporaryFolder(), 'peers.csv');
    const argv = [
      'build/tools/peers.js',
      'fixtures/maps/courtyard.map',
      '--engines',
      'jps',
      '--queries',
      '5',
      '-o',
      out,
    ];
    const { code, stdout } = await nodeIn('.', argv);
    expect(code).toBe(0);
    const names = ['jps', ...Object.keys(ENGINES)];
    for (const name of names) expect(stdout).toMatch(new RegExp(`^${name} `, 'm'));
    // It moves in four directions.
    expect(stdout).toMatch(/^l1-path-finder .* 5 longer$/m);
    const rows = readFileSync(out, 'utf8').trimEnd().split('\n').slice(1);
    expect(rows.map((row) => row.split(',')[1])).toEqual(names);
  });

  it('have their corners filled in', () => {
    const corners: [number, number][] = [
      [0, 0],
      [2, 2],
      [2, 0],
    ];
    expect(allCells(corners).join(' ')).toBe('0,0 1,1 2,2 2,1 2,0');
    expect(allCells([])).toEqual([]);
  });
});
