/**
 * Builds of many tiny maps: `npm run tool bench-tiny -- [MAPS] [BUILD...]`.
 *
 * Generated maps of 8 x 8 cells with jump distances, 100,000 without a number. Builds are `local`, `unchanged`, the same once more, and `queue`,
 * by one worker of one thread over a Redis of its own and a folder cache; all three without a name. Processor time and largest memory of the
 * process that builds, its threads included; some ten minutes on two free cores.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { PREP } from '../test/compiled.js';
import { startWorker } from '../test/fleet.js';
import { random } from '../test/grids.js';
import { startRedis } from '../test/redis.js';
import { printTable } from './maps.js';

const SIDE = 8;
/** Maps of a folder. */
const IN_FOLDER = 1000;
/** Share of cells that are blocked. */
const DENSITY = 0.2;
/** What a build prints when it ends: seconds, MB and seconds by the clock. */
const SAY = `process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  console.error('figures', (userCPUTime + systemCPUTime) / 1e6, maxRSS / 1024, performance.now() / 1000);
});`;

/** Plain writes: no more than a map's text is made. */
function writeMaps(folder: string, count: number): void {
  const next = random(1);
  for (let i = 0; i < count; i++) {
    const place = join(folder, 'maps', String(Math.floor(i / IN_FOLDER)));
    if (i % IN_FOLDER === 0) mkdirSync(place, { recursive: true });
    const row = () => Array.from({ length: SIDE }, () => (next() < DENSITY ? '@' : '.')).join('');
    const rows = Array.from({ length: SIDE }, row).join('\n');
    writeFileSync(join(place, `m${i}.map`), `type octile\nheight ${SIDE}\nwidth ${SIDE}\nmap\n${rows}\n`);
  }
  writeFileSync(join(folder, 'prep.config.json'), '{"inputs":[{"maps":"maps/**/*.map","artifacts":{"jps":{}}}]}');
}

/** @returns processor seconds, MB, seconds by the clock */
async function build(folder: string, argv: string[]): Promise<number[]> {
  const imported = `--import=data:text/javascript,${encodeURIComponent(SAY)}`;
  const prep = resolve(PREP);
  const child = spawn(process.execPath, [imported, prep, 'build', ...argv], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (part) => {
    said += part;
  });
  const [code] = await once(child, 'close');
  const figures = /^figures (.*) (.*) (.*)$/m.exec(said);
  if (code !== 0 || !figures) throw new Error(said);
  return figures.slice(1).map(Number);
}

async function main(): Promise<void> {
  const [first = '100000', ...wanted] = process.argv.slice(2);
  const count = Number(first);
  const folder = mkdtempSync(join(tmpdir(), 'gridprep-tiny-'));
  const rows: (string | number)[][] = [];
  const add = (name: string, [seconds, mb, wall]: number[], more = '') =>
    rows.push([name, ((1000 * seconds) / count).toFixed(2), seconds.toFixed(1), mb.toFixed(0), wall.toFixed(1), more]);
  try {
    writeMaps(folder, count);
    const record = () => `record ${(statSync(join(folder, 'out/.prep-record')).size / 1e6).toFixed(1)} MB`;
    const runs: Record<string, () => Promise<unknown>> = {
      local: async () => add('local', await build(folder, []), record()),
      unchanged: async () => add('unchanged', await build(folder, []), record()),
      async queue() {
        const redis = await startRedis();
        const cache = join(folder, 'cache');
        const worker = await startWorker(folder, redis.url, cache, 'w');
        try {
          const figures = await build(folder, ['--fleet', redis.url, '--cache', cache, '-d', 'by-queue']);
          const objects = readdirSync(cache, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
          add('by queue', figures, `${objects.length} objects in the cache`);
        } finally {
          worker.child.kill('SIGKILL');
          await redis.close();
        }
      },
    };
    for (const name of wanted.length > 0 ? wanted : Object.keys(runs)) await runs[name]();
    console.log(`${count} maps of ${SIDE} x ${SIDE} cells; processor time of the process that builds`);
    printTable(['build', 'ms a map', 'seconds', 'MB', 'seconds by the clock', ''], rows);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

await main();
