/**
 * How long commands take to start, as multiples of `node -e 0`: `npm run tool start`.
 *
 * Processor time of the command line as it is packed, in pairs with an empty program, the median of the quotients; files that it opens where
 * `strace` is installed; milliseconds until something is on the terminal where `script` is, the least of all runs, beside those of a program that
 * only prints. Fails where one is over its limit.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { printTable } from './maps.js';

const PREP = resolve('dist/cli/prep.js');
const PAIRS = 9;
/** Commands, each with its limit. */
const LIMITS: [string[], number][] = [
  [['--version'], 2.5],
  [['--help'], 2.5],
  [['jps', 'map.map'], 5],
  [['query', 'out/map.jps.prep', '--from', '2,2', '--to', '37,27'], 3.5],
];
/** Milliseconds until something is on the terminal of a quiet machine, where a program that only prints takes 60; elsewhere in proportion. */
const MOST_MS = 150;
const QUIET_MS = 60;
/** Files that `prep jps` may open, those of the system left out. */
const MOST_FILES = 40;

const map = process.argv[2] ?? 'fixtures/maps/courtyard.map';
const folder = mkdtempSync(join(tmpdir(), 'gridprep-start-'));
cpSync(map, join(folder, 'map.map'));

/** Seconds of the processor that a process takes. */
function cost(argv: string[]): number {
  const { stderr, status } = spawnSync(
    'bash',
    ['-c', `TIMEFORMAT='%U %S'; time "$@" > /dev/null`, 'bash', process.execPath, ...argv],
    {
      cwd: folder,
      encoding: 'utf8',
    },
  );
  if (status !== 0) throw new Error(`${argv.join(' ')}: ${stderr}`);
  const [user, system] = (stderr.trim().split('\n').at(-1) ?? '').split(' ').map(Number);
  return user + system;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}

execFileSync('npm', ['run', '-s', 'build:bundle'], { stdio: 'inherit' });
let over = 0;
const rows = LIMITS.map(([argv, limit]) => {
  const multiple = median(Array.from({ length: PAIRS }, () => cost([PREP, ...argv]) / cost(['-e', '0'])));
  if (multiple > limit) over++;
  return [`prep ${argv[0]}`, multiple.toFixed(2), limit.toFixed(1)];
});
printTable(['command', 'times node -e 0', 'at most'], rows);

const trace = join(folder, 'trace');
const traced = spawnSync(
  'strace',
  ['-f', '-e', 'trace=openat', '-o', trace, process.execPath, PREP, 'jps', 'map.map'],
  { cwd: folder },
);
if (traced.status === 0) {
  const opened = readFileSync(trace, 'utf8')
    .split('\n')
    .filter((line) => /openat.*\.(js|mjs|cjs|json|map)"/.test(line) && !line.includes('ENOENT'));
  console.log(`files that prep jps opens: ${opened.length}, at most ${MOST_FILES}`);
  if (opened.length > MOST_FILES) over++;
}

/** Milliseconds until a command on a terminal prints. */
function firstSign(argv: string): Promise<number> {
  const command = `exec "${process.execPath}" ${argv}`;
  const start = performance.now();
  return new Promise((done) => {
    spawn('script', ['-qfec', command, '/dev/null'], { cwd: folder })
      .on('error', () => done(NaN))
      .stdout.once('data', () => done(performance.now() - start));
  });
}

const signs: number[][] = [[], []];
for (let i = 0; i < PAIRS; i++)
  for (const [k, argv] of [`"${PREP}" jps map.map`, '-e "console.log(1)"'].entries())
    signs[k].push(await firstSign(argv));
const [sign, least] = signs.map((all) => Math.min(...all));
if (!Number.isNaN(sign)) {
  const most = (MOST_MS * Math.max(least, QUIET_MS)) / QUIET_MS;
  console.log(
    `until prep jps shows something: ${sign.toFixed(0)} ms, node alone ${least.toFixed(0)}, at most ${most.toFixed(0)}`,
  );
  if (sign > most) over++;
}
// The last command may be writing yet.
rmSync(folder, { recursive: true, maxRetries: 5 });
process.exitCode = over > 0 ? 1 : 0;
