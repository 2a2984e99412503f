/** Counters and costs of engines, which no machine changes; `npx vitest run tools/documents -u` updates. */
import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { generateMap } from '../../src/core/generate/generate.js';
import { drawCosts } from '../../src/core/maps/cost-patterns.js';
import { FAMILIES } from '../../src/lab/bench/families.js';
import { findEngine, knows } from '../../src/lab/bench/lookup.js';
import { drawPairs } from '../../src/lab/bench/queries.js';
import { EXPERIMENTS } from './experiments.js';

/** Variants in no experiment. */
const OTHERS = [
  ...['astar:aside', 'astar:links', 'astar:ties=small-g', 'astar:open=buckets', 'astar:nodes=5000', 'fringe:restart'],
  ...['jps-bit:bounds', 'jps-pre:bits=8', 'jps', 'jps+bounds', 'jps+bounds:fast', 'priced', 'ch'],
];
const ENGINES = [
  ...new Set([...EXPERIMENTS.flatMap(({ rows }) => rows.map(({ engine }) => engine)), ...OTHERS]),
].sort();
const COLUMNS = ['expanded', 'generated', 'lookedAt', 'heapOperations', 'largestOpen'] as const;

it('has every family of engines', () => {
  const families = ENGINES.map((name) => name.split(':')[0]);
  expect(Object.keys(FAMILIES).filter((name) => !families.includes(name))).toEqual([]);
});

const generated = (kind: 'caves' | 'rooms') => generateMap(kind, { width: 60, height: 50, seed: 4 });

it.each([
  ['caves', generated('caves')],
  ['rooms', generated('rooms')],
  ['patches', drawCosts(generated('caves'), 'patches')],
])('counts on %s', async (kind, grid) => {
  // Lists and levels do not depend on costs.
  const engines = ENGINES.filter(
    (name) => knows(name, grid) && (!grid.costs || /^(astar|priced|ch)\b[^:]*$/.test(name)),
  );
  const pairs = drawPairs(grid, { count: 12, longer: 20 });
  expect(pairs).toHaveLength(12);
  const lines: string[] = [`engine bytes length ${COLUMNS.join(' ')}`];
  for (const name of engines) {
    const baked = await findEngine(name).bake(grid);
    const engine = await baked.load();
    const sums = COLUMNS.map(() => 0);
    let length = 0;
    for (const { from, to } of pairs) {
      expect(engine.search(...from, ...to)).toBe(true);
      length += engine.cost() ?? 0;
      const counters = engine.counters?.();
      for (const [i, column] of COLUMNS.entries()) sums[i] += counters?.[column] ?? Number.NaN;
    }
    // A table searches nothing; every other engine counts what it reaches.
    expect(sums[1] > 0, name).toBe(!name.startsWith('table'));
    lines.push(
      `${name} ${baked.storageBytes} ${length.toFixed(4)} ${sums.map((sum) => (Number.isNaN(sum) ? '-' : sum)).join(' ')}`,
    );
  }
  const file = `fixtures/bench/counts-${kind}.txt`;
  expect(existsSync(file)).toBe(true);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`../../${file}`);
});
