/**
 * Changes to the code that no test notices: `npm run tool mutate -- ROOM|FILE... [--since COMMIT] [--sample N] [--only K] [--seed S] [--floor PERCENT] [--no-retry]`.
 *
 * Makes 40 small changes of a room's files (`--sample`), the same ones for the same contents and seed, in a copy of the project, and runs the tests of
 * the room and those that import it under each of them; who survives is tried once more in a process of its own. `--since main` takes the files that
 * changed since that commit, `--only K` one mutant, `--no-retry` leaves the second try out. Equivalent changes stand in
 * `equivalents.json`, with the reason. Exit code 1 if more survive in a room than its floor allows, or `--floor` for all rooms.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { copyProject } from './mutate/copy.js';
import { belowFloors, isPagePart } from './mutate/floors.js';
import { type Mutant, sampleMutants } from './mutate/instrument.js';
import { testsOf } from './mutate/tests-of.js';
import { type Outcome, tryMutants } from './mutate/try.js';

/** Not code of ours that runs here: other compilers, data. */
const LEFT_OUT = /\.test\.ts$|\.d\.ts$|\/assembly\/|\/module\.ts$|\/measured\.ts$/;
/** Pages, which draw: their files are taken where they are named. */
const PAGE = /\/page\//;
const EQUIVALENTS = 'tools/mutate/equivalents.json';

/** A change that makes no other program, by the text of its line. */
interface Equivalent {
  file: string;
  text: string;
  from: string;
  to: string;
  why: string;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  allowNegative: true,
  options: {
    since: { type: 'string' },
    sample: { type: 'string', default: '40' },
    only: { type: 'string' },
    seed: { type: 'string', default: '1' },
    retry: { type: 'boolean', default: true },
    keep: { type: 'boolean', default: false },
    floor: { type: 'string' },
  },
});

/** @returns source files of a room (`hpa`, `cli/shared`, `src/core/hpa`), or the file */
function filesOf(target: string): string[] {
  const place = ['', 'src/', 'src/core/', 'src/play/', 'src/pipeline/', 'src/lab/']
    .map((wing) => wing + target)
    .find((name) => existsSync(name));
  if (!place) throw new RangeError(`there is no ${target}, expected a file, or a room such as hpa or cli/shared`);
  if (!statSync(place).isDirectory()) return [place];
  const names = readdirSync(place, { recursive: true, encoding: 'utf8' }).map(
    (name) => `${place}/${name.replaceAll('\\', '/')}`,
  );
  const isPage = PAGE.test(`${place}/`);
  return names.filter((name) => name.endsWith('.ts') && !LEFT_OUT.test(name) && (isPage || !PAGE.test(name))).sort();
}

function changedFiles(since: string): string[] {
  const names = execFileSync('git', ['diff', '--name-only', '--diff-filter=d', since, '--', 'src', 'cli'], {
    encoding: 'utf8',
  }).split('\n');
  return names.filter((name) => name.endsWith('.ts') && !LEFT_OUT.test(name) && (isPagePart(name) || !PAGE.test(name)));
}

/** By name, text and change, not by place: files move. */
function reasonOf(known: Equivalent[], mutant: Mutant): string | undefined {
  const same = ({ file, text, from, to }: Equivalent) =>
    basename(mutant.file) === file && mutant.text === text && mutant.from === from && mutant.to === to;
  return known.find(same)?.why;
}

function print({ mutant, state, tests }: Outcome): void {
  const { id, file, line, text, from, to } = mutant;
  const [before, after] = [from, to].map((code) => code.replace(/\s+/g, ' ').slice(0, 90));
  console.log(`${file}:${line}  ${state === 'survived' ? `survived ${tests} tests` : state}  (--only ${id})`);
  console.log(`    ${text.slice(0, 140)}`);
  console.log(`    ${before}  ->  ${after || 'nothing'}`);
}

async function run(): Promise<number> {
  const files = [
    ...new Set([...positionals.flatMap(filesOf), ...(values.since === undefined ? [] : changedFiles(values.since))]),
  ];
  if (files.length === 0) {
    console.log('0 mutants: no source file is named or changed');
    return 0;
  }
  const known: Equivalent[] = JSON.parse(readFileSync(EQUIVALENTS, 'utf8'));
  const sample = sampleMutants(files, Number(values.sample), Number(values.seed));
  const only = values.only === undefined ? undefined : Number(values.only);
  const mutants = sample.filter(
    (mutant) => (only === undefined || mutant.id === only) && reasonOf(known, mutant) === undefined,
  );
  const equivalent = only === undefined ? sample.length - mutants.length : 0;
  const folder = copyProject(mutants);
  process.once('exit', () => {
    if (!values.keep) rmSync(folder, { recursive: true, force: true });
    else console.log(folder);
  });
  // An exit removes the copy and ends the tests that run in it.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));
  const outcomes = await tryMutants(folder, mutants, testsOf(files), values.retry);
  const count = (state: Outcome['state']) => outcomes.filter((one) => one.state === state).length;
  for (const state of ['not reached', 'survived'] as const)
    for (const one of outcomes) if (one.state === state) print(one);
  console.log(
    `${mutants.length + equivalent} mutants, ${count('killed')} killed, ${count('survived')} survived, ${count('not reached')} not reached, ${equivalent} equivalent`,
  );
  const faults = belowFloors(outcomes, values.floor === undefined ? undefined : Number(values.floor));
  for (const fault of faults) console.log(fault);
  return faults.length > 0 ? 1 : 0;
}

process.exitCode = await run();
