/**
 * Random programs over all operations of the runtime, against a model: `npm run tool fuzz -- [SECONDS SEED] [--most N]`.
 *
 * Runs programs of the seeds from SEED on for SECONDS. A program that fails is made short and printed, ready to be a
 * test; after N of them (default: 1) it ends. Then it prints how often each operation was run. `fuzz/model.ts` is the
 * model, `fuzz/queries.ts` and `fuzz/held.ts` have a row for each operation, `fuzz/programs.ts` draws programs.
 */
import { parseArgs } from 'node:util';
import { run, shorten, textOf } from './fuzz/driver.js';
import { programOf } from './fuzz/programs.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { most: { type: 'string', default: '1' } },
});
const [seconds = 60, first = 1] = positionals.map(Number);
const counts = new Map<string, number>();
const kinds = new Map<string, number>();
const count = (of: Map<string, number>, key: string) => of.set(key, (of.get(key) ?? 0) + 1);
const told = (of: Map<string, number>) => [...of].sort((a, b) => b[1] - a[1]).map(([key, n]) => `${key} ${n}`);
const spent = () => `after ${(process.cpuUsage().user / 1e6).toFixed(1)} s of a processor`;
let seed = first;
for (const end = Date.now() + 1000 * seconds; Date.now() < end && kinds.size < Number(values.most); seed++) {
  const program = programOf(seed);
  const failure = await run(program, (row) => count(counts, row));
  if (!failure || count(kinds, failure.kind).get(failure.kind) !== 1) continue;
  console.log(`seed ${seed}, ${spent()}:`);
  console.log(`${textOf(...(await shorten(program, failure)))}\n`);
}
console.log(`${seed - first} programs of seeds ${first} to ${seed - 1} ${spent()}, ${kinds.size} kinds of failures`);
console.log(told(counts).join(', '));
if (kinds.size > 0) console.log(told(kinds).join('\n'));
process.exit(Number(kinds.size > 0));
