/**
 * How long a fresh Node process takes to its first answer: `npm run tool first-answer -- [MAP...]`.
 *
 * The package's runtime, a blob and one query against an empty program, as pairs of processes in turns: medians of the differences in milliseconds on
 * the clock and of the processor, and processor time of the main thread for `load` alone (of the process where there is no /proc).
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bakeBounds } from '../src/core/bounds/bake.js';
import { bakeJps } from '../src/core/jps/bake.js';
import { parseMap } from '../src/core/maps/movingai.js';
import { parseScenarios } from '../src/core/maps/scen.js';
import { builtRuntime } from '../test/bundle.js';
import { printTable } from './maps.js';

const PAIRS = 15;
const DEFAULT_MAPS = ['dao/arena2', 'bg512/AR0011SR', 'bg512/AR0300SR', 'sc1/AcrosstheCape'];
/** Most milliseconds above an empty program, and of the processor for a load, where the project has set itself a limit. */
const LIMITS: Record<string, string> = { 'arena2 jps': '45', 'arena2 jps+bounds': '60', 'AR0011SR jps+bounds': '80' };
const LOAD_LIMITS: Record<string, string> = {
  'arena2 jps+bounds': '12',
  'AR0300SR jps+bounds': '18',
  'AcrosstheCape jps+bounds': '35',
};

interface Cost {
  clock: number;
  processor: number;
  output: string;
}

function run(argv: string[]): Cost {
  const start = performance.now();
  const { stdout, stderr, status } = spawnSync(
    'bash',
    ['-c', `TIMEFORMAT='%U %S'; time "$@"`, 'bash', process.execPath, ...argv],
    { encoding: 'utf8' },
  );
  const clock = performance.now() - start;
  if (status !== 0) throw new Error(`${argv.join(' ')}: ${stderr}`);
  const [user, system] = (stderr.trim().split('\n').at(-1) ?? '').split(' ').map(Number);
  return { clock, processor: 1000 * (user + system), output: stdout };
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1];

const runtime = pathToFileURL(builtRuntime()).href;
const folder = mkdtempSync(join(tmpdir(), 'gridprep-first-answer-'));
const empty = join(folder, 'empty.mjs');
writeFileSync(empty, '');
const maps = process.argv.slice(2);
const rows: string[][] = [];
for (const file of maps.length > 0 ? maps : DEFAULT_MAPS.map((name) => `../shared/maps/${name}.map`)) {
  const grid = parseMap(readFileSync(file), { file });
  const [{ startX, startY, goalX, goalY }] = parseScenarios(readFileSync(`${file}.scen`, 'utf8'), file).slice(-1);
  writeFileSync(join(folder, 'jps'), await bakeJps(grid));
  writeFileSync(join(folder, 'bounds'), await bakeBounds(grid));
  for (const [engine, blobs] of [
    ['jps', ['jps']],
    ['jps+bounds', ['jps', 'bounds']],
  ] as const) {
    const name = `${basename(file, '.map')} ${engine}`;
    const program = join(folder, 'answer.mjs');
    const files = blobs.map((blob) => `readFileSync(${JSON.stringify(join(folder, blob))})`);
    writeFileSync(
      program,
      `import { existsSync, readFileSync, writeSync } from 'node:fs';
import { load } from '${runtime}';
const file = \`/proc/self/task/\${process.pid}/schedstat\`;
// The first call brings the file up to date.
const now = () => {
  const { user, system } = process.cpuUsage();
  return existsSync(file) ? readFileSync(file, 'utf8').split(' ')[0] / 1e6 : (user + system) / 1000;
};
const blobs = [${files.join(', ')}];
const start = now();
const nav = load(blobs);
const took = now() - start;
if (!nav.findPath(${[startX, startY, goalX, goalY].join(', ')})) throw new Error('no path');
// A console would be made first, which takes as long as the query.
writeSync(1, String(took));
`,
    );
    const pairs = Array.from({ length: PAIRS }, () => [run([program]), run([empty])]);
    const above = (key: 'clock' | 'processor') => median(pairs.map(([full, none]) => full[key] - none[key])).toFixed(0);
    const load = median(pairs.map(([{ output }]) => Number(output))).toFixed(1);
    rows.push([name, above('clock'), LIMITS[name] ?? '', above('processor'), load, LOAD_LIMITS[name] ?? '']);
  }
}
rmSync(folder, { recursive: true });
printTable(['map and engine', 'clock ms', 'asked', 'processor ms', 'load, main thread ms', 'asked'], rows);
