/**
 * The experiments of the source documents, ours beside theirs: `npm run tool documents -- [ID...]`.
 *
 * Without names all of them; `list` lists them. Each writes `docs/benchmarks/ID.md`; what is measured is kept in `out/documents/ID.csv`, from
 * which a run that was cut off goes on. Needs the benchmark maps in `../shared/maps`, or where `GRIDPREP_MAPS` says.
 */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { writeFileAtomic } from '../src/core/files/atomic.js';
import { settingOf } from '../src/lab/bench/output.js';
import { drawPairs } from '../src/lab/bench/queries.js';
import { Results } from '../src/lab/bench/results.js';
import { BENCH_DEFAULTS, benchMap, type MapResult } from '../src/lab/bench/run.js';
import { EXPERIMENTS, type Experiment } from './documents/experiments.js';
import { readGrid } from './documents/maps.js';
import { pageOf, specialPage } from './documents/page.js';
import { SPECIALS } from './documents/special.js';
import { markdown } from './documents/table.js';
import { logPlot } from './log-plot.js';

/** The slow engines are the point of some experiments. */
const OPTIONS = { ...BENCH_DEFAULTS, repeat: 2, capMillis: 60_000, bakeMillis: 60_000 };

async function run(experiment: Experiment): Promise<void> {
  const { id, maps, pairs, longer = 0, rows } = experiment;
  const csv = `out/documents/${id}.csv`;
  const protocol = `pairs=${pairs} longer=${longer} seed=1`;
  const results = new Results(protocol, existsSync(csv) ? { file: csv, text: readFileSync(csv, 'utf8') } : undefined);
  for (const map of maps) {
    const all = rows.map(({ engine }) => engine);
    const engines = all.filter((engine) => !results.has(map, engine));
    if (engines.length === 0) continue;
    const grid = readGrid(map);
    const queries = drawPairs(grid, { count: pairs, longer });
    const onResult = async (result: MapResult) => {
      results.add(result, settingOf(`documents ${id}`), all);
      await writeFileAtomic(csv, Buffer.from(results.toCsv()));
    };
    await benchMap(map, grid, queries, { ...OPTIONS, engines, onResult });
  }
  const sections: string[] = [];
  if (experiment.plotted) {
    await writeFileAtomic(`docs/benchmarks/${id}.svg`, Buffer.from(await plotOf(experiment, experiment.plotted)));
    sections.push(`![Time of each query against the cost of its path on ${experiment.plotted}](${id}.svg)`);
  }
  for (const { title, rows: tabulate, seen } of experiment.sections ?? [])
    sections.push(`## ${title}`, markdown(await tabulate(readGrid)), seen);
  await writeFileAtomic(`docs/benchmarks/${id}.md`, Buffer.from(pageOf(experiment, results.rows, sections)));
}

/** Time of each query against the cost of its path, on one map. */
async function plotOf({ id, title, rows }: Experiment, map: string): Promise<string> {
  const grid = readGrid(map);
  const engines = rows.map(({ engine }) => engine);
  const { engines: results } = await benchMap(map, grid, drawPairs(grid, { count: 300 }), { ...OPTIONS, engines });
  const series = results.map(({ engine, costs, micros }) => ({
    name: engine,
    points: micros.map((time, i) => [costs[i] ?? 1, Math.max(time, 0.01)]),
  }));
  const axes: [string, string] = ['cost of the path, steps', 'time of the query, µs'];
  return logPlot({ title: `${id}: ${title}, ${map}`, axes, series, curves: false });
}

const WORK = [
  ...EXPERIMENTS.map((experiment) => ({ ...experiment, write: () => run(experiment) })),
  ...SPECIALS.map((special) => ({
    ...special,
    async write() {
      const page = specialPage(special, await special.rows(readGrid), settingOf(`documents ${special.id}`));
      await writeFileAtomic(`docs/benchmarks/${special.id}.md`, Buffer.from(page));
    },
  })),
];
const ids = process.argv.slice(2);
if (ids[0] === 'list') {
  for (const { id, source, title } of WORK) console.log(`${id.padEnd(16)}${source.padEnd(20)}${title}`);
} else {
  const unknown = ids.filter((id) => !WORK.some((work) => work.id === id));
  if (unknown.length > 0) {
    console.error(`there is no experiment ${unknown.join(', ')}; there are ${WORK.map(({ id }) => id).join(', ')}`);
    process.exit(2);
  }
  mkdirSync('out/documents', { recursive: true });
  console.log(`Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model.trim()}`);
  for (const { id, write } of WORK) {
    if (ids.length > 0 && !ids.includes(id)) continue;
    const start = performance.now();
    await write();
    console.log(`${id}: ${((performance.now() - start) / 1000).toFixed(0)} s`);
    console.log(readFileSync(`docs/benchmarks/${id}.md`, 'utf8'));
  }
}
