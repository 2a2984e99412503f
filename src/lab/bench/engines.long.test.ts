import { describe, expect, it } from 'vitest';
import { answers } from '../../../test/bench-answers.js';
import { makeGrid } from '../../../test/grids.js';
import { IS_LONG } from '../../../test/samples.js';
import { withMoves } from '../../core/grid/clearance.js';
import { bakeHpa } from '../../engines/hpa/bake.js';
import { bakeTable } from '../../engines/table/bake.js';
import { drawCosts } from '../../maps/cost-patterns.js';
import type { BenchEngine } from './engines.js';
import { FAMILIES } from './families.js';
import { ALIASES, defaultEngines, findEngine, knows } from './lookup.js';
import { drawPairs } from './queries.js';
import { makeTaker } from './taker.js';

const GRIDS = [
  makeGrid('noise', 40, 30, 0.25, 3),
  makeGrid('maze', 31, 33, 0, 5),
  makeGrid('rooms', 40, 40, 0.3, 7),
  makeGrid('noise', 70, 20, 0.02, 9),
];

/** All families and aliases, and members that neither has. */
const NAMES = [
  ...Object.keys(FAMILIES),
  ...Object.keys(ALIASES),
  ...['jps-online:prune', 'hpa:cluster=10,levels=2,raw'],
];
const ENGINES: [string, BenchEngine][] = NAMES.map((name) => [name, findEngine(name)]);
const all = ENGINES.filter(([name]) => knows(name, {}));
/** For each engine another grid, where not all are tried. */
const gridsFor = (name: string) => (IS_LONG ? GRIDS : [GRIDS[NAMES.indexOf(name) % GRIDS.length]]);
const SWAMP = drawCosts(makeGrid('noise', 40, 30, 0.2, 3), 'patches');

describe('the registry', () => {
  it.each(all.filter(([, { exact }]) => exact))(
    '%s answers with shortest paths, as it claims',
    async (name, engine) => {
      for (const grid of gridsFor(name)) {
        const { costs, optima, fault } = await answers(engine, grid);
        expect(fault).toBeUndefined();
        expect(costs).toEqual(optima);
      }
    },
  );

  it.each(ENGINES.filter(([name]) => knows(name, SWAMP)))('%s knows costs, as it claims', async (_, engine) => {
    const { costs, optima, fault } = await answers(engine, SWAMP);
    expect(fault).toBeUndefined();
    if (engine.exact) expect(costs).toEqual(optima);
    else expect(costs.every((cost, i) => cost >= optima[i] && cost < Infinity)).toBe(true);
  });

  it('leaves engines to the maps that they know', () => {
    expect(defaultEngines(SWAMP)).toContain('weighted');
    expect(defaultEngines(SWAMP)).not.toContain('jps');
    expect(defaultEngines()).not.toContain('weighted');
  });

  it.each(all.filter(([, { exact }]) => !exact))('%s answers with legal paths', async (name, engine) => {
    for (const grid of gridsFor(name)) {
      const { costs, optima, fault } = await answers(engine, grid);
      expect(fault).toBeUndefined();
      expect(costs.every((cost, i) => cost >= optima[i] && cost < Infinity)).toBe(true);
    }
  });

  it('has hits of the cache that are the paths of HPA*', async () => {
    const [grid] = GRIDS;
    const pairs = drawPairs(grid, { count: 40 });
    const engine = await (await findEngine('hpa+cache').bake(grid)).load();
    for (const { from, to } of pairs) engine.search(...from, ...to);
    const taker = makeTaker(grid, engine, Uint16Array.from(pairs.flatMap(({ from, to }) => [...from, ...to])));
    taker.turn(Infinity);
    expect([...taker.report().costs]).toEqual((await answers(findEngine('hpa'), grid)).costs);
  });

  it.skipIf(!IS_LONG)('takes a table of a higher level where the lowest does not fit', async () => {
    const grid = makeGrid('noise', 300, 300, 0.1, 1);
    await expect(bakeTable(await bakeHpa(grid, { cluster: 20 }))).rejects.toThrow(
      /^level 1 has \d+ nodes, --max-nodes is 2000/,
    );
    const { costs, optima, fault } = await answers(findEngine('table'), grid);
    expect(fault).toBeUndefined();
    expect(costs.every((cost, i) => cost >= optima[i] && cost < Infinity)).toBe(true);
  });

  it('runs what is asked for, or all but the very slow', () => {
    expect(defaultEngines()).toContain('jps');
    expect(defaultEngines()).not.toContain('table2');
    expect(findEngine('astar-zero').about).toBe('A*');
    expect(() => findEngine('magic')).toThrow(/^engine "magic" is not known; known are astar, jps-online, .*, table3$/);
  });
});

describe('engines that know a move rule', () => {
  it.each(['never', 'one-corner', 'always'] as const)('answer under it: %s', async (moves) => {
    const grid = withMoves(GRIDS[0], moves);
    for (const name of ['astar', 'jps', 'jps+bounds', 'hpa', 'table']) {
      const engine = findEngine(name);
      expect(knows(engine, grid), name).toBe(true);
      const { costs, optima, fault } = await answers(engine, grid);
      expect(fault, name).toBeUndefined();
      expect(
        costs.every((cost, i) => (engine.exact ? cost === optima[i] : cost >= optima[i] && cost < Infinity)),
        name,
      ).toBe(true);
    }
    expect(defaultEngines(grid)).not.toContain('jps-bit');
  });
});
