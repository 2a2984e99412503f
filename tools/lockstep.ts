/**
 * Whether maps of one state give the same cells, whatever came before: `npm run tool lockstep -- [QUERIES SEED]`.
 *
 * Every engine, without costs and with, under several move rules and over links: a map that is edited and asked, one that
 * joins late by `applyChanges`, one in JavaScript and of the mapped layout with the same edits in another order and more
 * that were taken back; then fields, reaches and paths around units, kept and made again. Prints the queries of which one of them has other cells. 1,000,000 queries if none are named.
 */
import { differing, differingUnits, LOCKSTEP_CASES } from '../test/lockstep.js';

const [queries = 1_000_000, seed = 1] = process.argv.slice(2).map(Number);
const EACH = 1500;
const rounds = Math.ceil(queries / LOCKSTEP_CASES.length / EACH);
let all = 0;
for (const one of LOCKSTEP_CASES) {
  let others = 0;
  for (let i = 0; i < rounds; i++) others += (await differing(one, seed + i, EACH)).length;
  all += others;
  const kind = `${one.name}, ${one.rule}${one.priced ? ', with costs' : ''}${one.links ? ', over links' : ''}`;
  console.log(`${kind}: ${others} of ${rounds * EACH} queries have other cells`);
}
for (const rule of ['no-corners', 'never', 'always', 'hex-odd-r'] as const) {
  const others: string[] = [];
  for (let i = 0; i < 2 * rounds; i++)
    others.push(...(await differingUnits(rule, i % 2 > 0 && rule !== 'hex-odd-r', seed + i, EACH / 15)));
  all += others.length;
  console.log(`units, ${rule}: ${others.length} answers of ${2 * rounds} maps differ`);
}
process.exitCode = all > 0 ? 1 : 0;
