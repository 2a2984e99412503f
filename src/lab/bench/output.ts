/** Outputs of a benchmark: its setting, and rows for the terminal. */
import { cpus, platform, release, totalmem } from 'node:os';
import { version } from '../../core/version.js';
import { type Measures, textOf } from './measures.js';
import type { Setting } from './results.js';
import type { EngineResult, MapResult } from './run.js';
import { digits } from './statistics.js';

export interface Bench {
  setting: Setting;
  maps: MapResult[];
}

/** Machine, versions and command line of a run, for each output. @param options the command line */
export function settingOf(options: string): Setting {
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  const machine = `${cpus().length} x ${cpus()[0]?.model.trim()}, ${memory}, ${platform()} ${release()}`;
  const date = new Date().toISOString().slice(0, 19).replace('T', ' ');
  return { machine, node: process.version, gridprep: version, date, options };
}

const TIMES = ['meanMicros', 'typicalMicros', 'medianMicros', 'p95Micros', 'p99Micros', 'longestMicros'] as const;
const OTHERS = ['meanSuboptimality', 'solved', 'expanded', 'storageBytes', 'precomputeMinutes'] as const;

/** Rows of the table of one map, the header first; speedups are quotients of means, the first engine over each. */
export function toRows({ engines, queries }: MapResult): string[][] {
  const heads = (measures: readonly (keyof Measures)[]) => measures.map((one) => textOf(one)[0]);
  const row = ({ engine, measures: m, front }: EngineResult) => {
    const texts = (measures: readonly (keyof Measures)[]) => measures.map((one) => textOf(one)[1](m));
    const unasked = queries.length - m.queries;
    const faults = { 'not asked': unasked, invalid: m.invalid, unsolved: m.unsolved, 'too long': m.suboptimal };
    const notes = Object.entries(faults).flatMap(([name, count]) => (count > 0 ? `${count} ${name}` : []));
    const faster = digits(engines[0].measures.meanMicros / m.meanMicros);
    return [engine, ...texts(TIMES), faster, ...texts(OTHERS), [...(front ? ['front'] : []), ...notes].join(', ')];
  };
  const header = ['engine', ...heads(TIMES), `faster than ${engines[0]?.engine}`, ...heads(OTHERS), ''];
  return [header, ...engines.map(row)];
}
