/**
 * Path finders of npm, measured as `prep bench` does: `npm run tool peers -- MAP... [--engines LIST] [--queries N] [--diagonals RULE]
 * [--cost-pattern NAME] [-o FILE.csv]`. Each runs under the move rule of the map, where it has one.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { table } from '../cli/shared/output.js';
import { writeFileAtomic } from '../src/core/files/atomic.js';
import { withMoves } from '../src/core/grid/clearance.js';
import type { MoveRule } from '../src/core/grid/grid.js';
import { engineList, knows } from '../src/lab/bench/lookup.js';
import { drawPairs } from '../src/lab/bench/queries.js';
import { type Bench, settingOf, toCsv, toRows } from '../src/lab/bench/results.js';
import { BENCH_DEFAULTS, benchMap } from '../src/lab/bench/run.js';
import { type CostPattern, drawCosts } from '../src/maps/cost-patterns.js';
import { parseMap } from '../src/maps/movingai.js';
import { ENGINES } from './peer-engines.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    engines: { type: 'string', default: 'astar,jps,jps+bounds' },
    queries: { type: 'string', default: '50' },
    diagonals: { type: 'string', default: 'no-corners' },
    'cost-pattern': { type: 'string' },
    out: { type: 'string', short: 'o' },
  },
});
const bench: Bench = { setting: settingOf(process.argv.slice(2).join(' ')), maps: [] };
for (const file of positionals) {
  const plain = withMoves(parseMap(readFileSync(file), { file }), values.diagonals as MoveRule);
  const pattern = values['cost-pattern'];
  const grid = pattern === undefined ? plain : drawCosts(plain, pattern as CostPattern);
  const peers = Object.entries(ENGINES).flatMap(([name, engine]) => (knows(engine, grid) ? [name] : []));
  const engines = [...engineList(values.engines).filter((name) => knows(name, grid)), ...peers];
  const queries = drawPairs(grid, { count: Number(values.queries) });
  const module = new URL('peer-engines.js', import.meta.url).href;
  const result = await benchMap(file, grid, queries, { ...BENCH_DEFAULTS, repeat: 2, engines, module });
  bench.maps.push(result);
  console.log(`${file}\n${table(toRows(result)).join('\n')}\n`);
}
if (values.out !== undefined) await writeFileAtomic(values.out, Buffer.from(toCsv(bench)));
