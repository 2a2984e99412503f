/**
 * Random maps by every engine against Dijkstra: `npm run tool fuzz -- [QUERIES SEED] [--kind NAME]`.
 *
 * QUERIES of each kind, a seed for each map. A failure prints the seed: `1 SEED --kind NAME` repeats it. `plain`: the
 * default rules, every form of goal bounds. `weighted`: costs from nearly equal ones, which make ties, to 254 and 255.
 * `hexes`: all layouts, half of them with costs. `agents`: units of 1 to 5 cells with random terrain in one file, swept
 * over the letters of the map. `edits`: maps of every rule with costs, links, walls, doors and larger units that
 * change, with what games hold meanwhile. `follow`: walkers on maps with links, each update checked.
 */
import { parseArgs } from 'node:util';
import { editable } from '../src/play/edit/edit.js';
import type { ChangingNav } from '../src/play/edit/edits.js';
import { random } from '../test/grids.js';
import { linkedMaps } from '../test/links.js';
import { walkAtRandom } from '../test/walkers.js';
import { fuzzAgents } from './fuzz/agents.js';
import { fuzzHexes, fuzzPlain, fuzzWeighted } from './fuzz/cells.js';
import { fuzzEdits } from './fuzz/edits.js';

/** Updates of walkers on some maps. */
async function fuzzFollow(seed: number): Promise<number> {
  const next = random(seed);
  let updates = 0;
  for await (const [grid, nav] of linkedMaps(35, next))
    updates += walkAtRandom(grid, editable(nav) as ChangingNav, next, 60);
  return updates;
}

/** Each checks the map of a seed and returns the number of queries. */
const KINDS: Record<string, (seed: number) => Promise<number>> = {
  plain: fuzzPlain,
  weighted: fuzzWeighted,
  hexes: fuzzHexes,
  agents: fuzzAgents,
  edits: fuzzEdits,
  follow: fuzzFollow,
};

const { values, positionals } = parseArgs({ allowPositionals: true, options: { kind: { type: 'string' } } });
const [queries = 1_000_000, first = 1] = positionals.map(Number);
const kinds = values.kind === undefined ? Object.keys(KINDS) : [values.kind];
const unknown = kinds.find((kind) => !(kind in KINDS));
if (unknown !== undefined) {
  console.error(`there is no kind ${unknown}, expected one of: ${Object.keys(KINDS).join(', ')}`);
  process.exit(2);
}
for (const kind of kinds) {
  let [checked, seed] = [0, first];
  try {
    for (; checked < queries; seed++) checked += await KINDS[kind](seed);
  } catch (error) {
    console.error(`${kind}, seed ${seed}: ${(error as Error).stack}`);
    process.exit(1);
  }
  console.log(`${kind}: ${checked} queries on maps of seeds ${first} to ${seed - 1}: all right`);
}
