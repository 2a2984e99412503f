/** Outputs of a benchmark: rows for the terminal, and the page. */
import { readFileSync } from 'node:fs';
import { cpus, platform, release, totalmem } from 'node:os';
import { packageFile, version } from '../version.js';
import type { EngineResult, MapResult } from './run.js';

export interface Setting {
  machine: string;
  node: string;
  gridprep: string;
  date: string;
  options: string;
}

export interface Bench {
  setting: Setting;
  maps: MapResult[];
}

/** Machine, versions and command line of a run, for each output. @param options the command line */
export function settingOf(options: string): Setting {
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  return {
    machine: `${cpus().length} x ${cpus()[0]?.model.trim()}, ${memory}, ${platform()} ${release()}`,
    node: process.version,
    gridprep: version,
    date: new Date().toISOString().slice(0, 19).replace('T', ' '),
    options,
  };
}

/** One page that opens offline: plotting library, script and data. @throws {Error} if the bundle is missing */
export function toHtml(bench: Bench): string {
  const read = (file: string) => readFileSync(packageFile(`dist/pages/${file}`), 'utf8');
  // In a script element only this would end it too early.
  const data = JSON.stringify(bench).replaceAll('<', '\\u003c');
  const script = (read('plot.js') + read('bench.js')).replaceAll('</script', '<\\/script');
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>gridprep benchmark</title>
<style>${read('bench.css')}</style>
<main></main>
<script type="application/json" id="data">${data}</script>
<script>${script}</script>
</html>
`;
}

/** Rows of the table of one map, the header first; speedups are quotients of means, the first engine over each. */
export function toRows({ engines, queries }: MapResult): string[][] {
  const times = {
    mean: 'meanMicros',
    typical: 'typicalMicros',
    p50: 'medianMicros',
    p95: 'p95Micros',
    p99: 'p99Micros',
    longest: 'longestMicros',
  } as const;
  const heads = [...Object.keys(times).map((name) => `${name} µs`), `faster than ${engines[0]?.engine}`];
  const row = ({ engine, measures: m, front }: EngineResult) => {
    const unasked = queries.length - m.queries;
    const faults = { 'not asked': unasked, invalid: m.invalid, unsolved: m.unsolved, 'too long': m.suboptimal };
    const notes = Object.entries(faults).flatMap(([name, count]) => (count > 0 ? `${count} ${name}` : []));
    return [
      engine,
      ...Object.values(times).map((measure) => threeDigits(m[measure])),
      threeDigits(engines[0].measures.meanMicros / m.meanMicros),
      `${(100 * m.meanSuboptimality).toFixed(2)} %`,
      `${m.solved}`,
      m.expanded?.toFixed(0) ?? '',
      m.storageBytes === 0 ? '0' : `${(m.storageBytes / 1000).toFixed(1)} kB`,
      threeDigits(60 * m.precomputeMinutes),
      [...(front ? ['front'] : []), ...notes].join(', '),
    ];
  };
  return [['engine', ...heads, 'excess', 'solved', 'expanded', 'storage', 'bake s', ''], ...engines.map(row)];
}

/** Three digits that count, and no exponent. */
function threeDigits(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : value >= 1 ? 2 : 3);
}
