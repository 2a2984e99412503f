/**
 * Whether maps of one state give the same cells, whatever came before: `npm run tool lockstep -- [QUERIES SEED]`.
 *
 * Every engine, without costs and with: a map that is edited and asked, one that joins late by `applyChanges`, one in
 * JavaScript with the same edits in another order and more that were taken back. Prints the queries of which one of them has other
 * cells. 1,000,000 queries if none are named.
 */
import { differing, LOCKSTEP_CASES } from '../test/lockstep.js';

const [queries = 1_000_000, seed = 1] = process.argv.slice(2).map(Number);
const EACH = 1500;
const rounds = Math.ceil(queries / LOCKSTEP_CASES.length / EACH);
let all = 0;
for (const one of LOCKSTEP_CASES) {
  let others = 0;
  for (let i = 0; i < rounds; i++) others += (await differing(one, seed + i, EACH)).length;
  all += others;
  console.log(`${one.name}${one.priced ? ', with costs' : ''}: ${others} of ${rounds * EACH} queries have other cells`);
}
process.exitCode = all > 0 ? 1 : 0;
