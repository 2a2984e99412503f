/**
 * Peak memory of `prep build` beside `--max-memory`: `npm run tool bench-memory -- [JOBS]`.
 *
 * What `prep build` takes at its peak, against `--max-memory`, for maps and artifacts that press on it in
 * different ways. Each limit lets the largest map in, and not all that JOBS (default 4) threads could do at once. Exit code 1 above 1.2 times the limit.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mapText } from '../test/maps.js';
import { printTable } from './maps.js';

/** Peak over limit that is allowed: estimates are for maps, and what a thread has left behind is collected when it allocates. */
const MOST = 1.2;

const PREP = fileURLToPath(new URL('../cli/prep.js', import.meta.url));
const PEAK = new URL('../test/peak.js', import.meta.url).href;

type Kind = 'rooms' | 'maze' | 'noise';

/** Sides of the maps of a build. */
interface Case {
  about: string;
  kind: Kind;
  sides: number[];
  artifacts: object;
  /** Of --max-memory, in MB. */
  limits: number[];
}

const CASES: Case[] = [
  { about: 'one map, floods with helpers', kind: 'rooms', sides: [700], artifacts: { bounds: {} }, limits: [250, 400] },
  {
    about: 'one map, every cell',
    kind: 'maze',
    sides: [150],
    artifacts: { bounds: { at: 'cells' } },
    limits: [120, 150],
  },
  { about: 'one map of noise', kind: 'noise', sides: [120], artifacts: { bounds: {} }, limits: [110, 130] },
  {
    about: 'large, then smaller',
    kind: 'rooms',
    sides: [1000, 700, 700, 500, 300, 300],
    artifacts: { jps: {}, hpa: {} },
    limits: [250, 350],
  },
  {
    about: 'all alike',
    kind: 'rooms',
    sides: Array(6).fill(400),
    artifacts: { jps: {}, bounds: {}, hpa: {} },
    limits: [160, 250],
  },
  {
    about: 'contraction hierarchies',
    kind: 'rooms',
    sides: [500, 400, 400, 300],
    artifacts: { ch: {} },
    limits: [200, 300],
  },
  {
    about: 'tables',
    kind: 'rooms',
    sides: [250, 250, 200, 200],
    artifacts: { hpa: {}, table: { maxNodes: 4000 } },
    limits: [350, 600],
  },
];

const threads = process.argv[2] ?? '4';
const rows: string[][] = [];
let worst = 0;
for (const { about, kind, sides, artifacts, limits } of CASES) {
  const folder = mkdtempSync(join(tmpdir(), 'gridprep-memory-'));
  mkdirSync(join(folder, 'maps'));
  for (const [i, side] of sides.entries())
    writeFileSync(join(folder, `maps/m${i}.map`), mapText(kind, side, 0.2, i + 1));
  writeFileSync(join(folder, 'prep.config.json'), JSON.stringify({ inputs: [{ maps: 'maps/*.map', artifacts }] }));
  for (const limit of limits) {
    const start = performance.now();
    execFileSync(
      process.execPath,
      ['--import', PEAK, PREP, 'build', '-q', '--force', '--threads', threads, '--max-memory', `${limit}MB`],
      {
        cwd: folder,
        env: { ...process.env, GRIDPREP_PEAK: join(folder, 'peak') },
      },
    );
    const seconds = (performance.now() - start) / 1000;
    const peak = Number(readFileSync(join(folder, 'peak'), 'utf8')) / 1e6;
    worst = Math.max(worst, peak / limit);
    rows.push([
      about,
      kind,
      sides.join(' '),
      Object.keys(artifacts).join(' '),
      `${limit}`,
      peak.toFixed(0),
      (peak / limit).toFixed(2),
      seconds.toFixed(1),
    ]);
  }
  rmSync(folder, { recursive: true });
}
console.log(
  `Node ${process.version}, --threads ${threads}; allowed are ${MOST} times the limit, the most is ${worst.toFixed(2)}`,
);
printTable(['build', 'maps', 'sides', 'artifacts', '--max-memory, MB', 'peak, MB', 'times', 'seconds'], rows);
process.exitCode = worst > MOST ? 1 : 0;
