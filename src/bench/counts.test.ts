/** Counters and costs of engines, which no machine changes; `npx vitest run src/bench/counts.test.ts -u` updates. */
import { expect, it } from 'vitest';
import { generateMap } from '../generate/generate.js';
import { findEngine } from './lookup.js';
import { drawPairs } from './queries.js';

const ENGINES = [
  ...[
    'astar',
    'astar:h=manhattan',
    'astar:w=1.75',
    'astar:aside',
    'astar:bounds',
    'astar:open=list',
    'astar:open=list-hash',
    'astar:open=hash',
  ],
  ...[
    'astar:open=tree',
    'astar:open=queue',
    'astar:open=five',
    'astar:open=sorted',
    'astar:open=sorted-buckets',
    'astar:open=sorted-free',
  ],
  ...[
    'astar:open=buckets',
    'fringe',
    'fringe:buckets',
    'fringe:restart',
    'jps-online',
    'jps-online:bounds',
    'jps-bit',
    'jps-bit:prune',
  ],
  ...[
    'jps-pre',
    'jps-pre:prune',
    'jps-pre:bounds',
    'hpa-classic',
    'hpa-classic:search=fringe',
    'hpa-classic:refine=jps',
  ],
  ...['hpa:cluster=10,raw', 'hpa:cluster=10,levels=2,raw', 'jps', 'jps+bounds', 'ch'],
];
const COLUMNS = ['expanded', 'generated', 'lookedAt', 'heapOperations', 'largestOpen'] as const;

it.each(['caves', 'rooms'] as const)('counts on %s', async (kind) => {
  const grid = generateMap(kind, { width: 60, height: 50, seed: 4 });
  const pairs = drawPairs(grid, { count: 12, longer: 20 });
  const lines: string[] = [`engine bytes length ${COLUMNS.join(' ')}`];
  for (const name of ENGINES) {
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
    lines.push(
      `${name} ${baked.storageBytes} ${length.toFixed(4)} ${sums.map((sum) => (Number.isNaN(sum) ? '-' : sum)).join(' ')}`,
    );
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`../../fixtures/bench/counts-${kind}.txt`);
});
