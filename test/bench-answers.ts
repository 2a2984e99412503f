/** Compares the answers of an engine of the benchmark with the oracle. */

import type { Grid } from '../src/core/grid/grid.js';
import { dijkstra } from '../src/core/oracle/dijkstra.js';
import type { BenchEngine } from '../src/lab/bench/engines.js';
import { drawPairs } from '../src/lab/bench/queries.js';
import { makeTaker } from '../src/lab/bench/taker.js';

/** Seeded pairs of a grid, and their optimal integer costs. */
function drawQueries(grid: Grid) {
  const pairs = drawPairs(grid, { count: 40 });
  return { pairs, optima: pairs.map(({ from, to }) => dijkstra(grid, ...from)[grid.cell(...to)]) };
}
const known = new Map<Grid, ReturnType<typeof drawQueries>>();

/** Found and optimal integer costs of those pairs. */
export async function answers(
  engine: BenchEngine,
  grid: Grid,
): Promise<{ costs: number[]; optima: number[]; fault: string | undefined }> {
  const { pairs, optima } = known.get(grid) ?? drawQueries(grid);
  known.set(grid, { pairs, optima });
  const { load } = await engine.bake(grid);
  const taker = makeTaker(grid, await load(), Uint16Array.from(pairs.flatMap(({ from, to }) => [...from, ...to])));
  taker.turn(Infinity);
  const { costs, firstFault } = taker.report();
  return { costs: [...costs], optima, fault: firstFault };
}
