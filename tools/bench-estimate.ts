/**
 * What `prep estimate` says beside what the bakes take: `npm run tool bench-estimate -- [MAP|FOLDER...]`.
 *
 * What `prep estimate` says and what the bakes then take, each in a process of its own, with one thread.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { mapFiles, printTable } from './maps.js';

const PREP = fileURLToPath(new URL('../cli/prep.js', import.meta.url));
/** Bakes that would take longer, in seconds, are only estimated. */
const MOST_SECONDS = 60;
const RUNS = 2;

const folder = mkdtempSync(join(tmpdir(), 'gridprep-bench-'));
const rows: (string | number)[][] = [];
const worst = { seconds: 1, bytes: 1 };

function prep(...argv: string[]): string {
  return execFileSync(process.execPath, [PREP, ...argv], { encoding: 'utf8' });
}

function factor(a: number, b: number): number {
  return Math.max(a / b, b / a);
}

for (const file of mapFiles(process.argv.slice(2))) {
  for (const line of prep('estimate', file, '--threads', '1', '--json').trim().split('\n').slice(0, -1)) {
    const { artifact, seconds, bytes, problem } = JSON.parse(line);
    if (problem !== undefined) continue;
    const name = basename(file, '.map');
    if (seconds > MOST_SECONDS) {
      rows.push([name, artifact, seconds.toFixed(1), '', '', bytes, '', '']);
      continue;
    }
    let real = Infinity;
    for (let run = 0; run < RUNS; run++)
      real = Math.min(
        real,
        JSON.parse(prep(artifact, file, '--threads', '1', '-d', folder, '--json').split('\n')[0]).seconds,
      );
    const size = statSync(join(folder, `${name}.${artifact}.prep`)).size;
    worst.seconds = Math.max(worst.seconds, factor(seconds, real));
    worst.bytes = Math.max(worst.bytes, factor(bytes, size));
    rows.push([
      name,
      artifact,
      seconds.toFixed(2),
      real.toFixed(2),
      (seconds / real).toFixed(2),
      bytes,
      size,
      (bytes / size).toFixed(2),
    ]);
  }
}
rmSync(folder, { recursive: true });
console.log(`Node ${process.version}, ${cpus().length} x ${cpus()[0].model.trim()}, load ${loadavg()[0].toFixed(1)}`);
printTable(['map', 'artifact', 'estimated s', 'real s', 'ratio', 'estimated bytes', 'real bytes', 'ratio'], rows);
console.log(`at most off by a factor of ${worst.seconds.toFixed(2)} in time, ${worst.bytes.toFixed(2)} in bytes`);
