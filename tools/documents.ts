/**
 * The experiments of the source documents, repeated: `npm run tool documents -- [ID...]`.
 *
 * Without names all of them; `list` lists them. Each writes `docs/benchmarks/ID.md`; what is measured is kept in `out/documents/ID.csv`, from
 * which an interrupted run continues. Needs the benchmark maps in `../shared/maps`, or where `GRIDPREP_MAPS` says.
 */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { writeFileAtomic } from '../src/core/files/atomic.js';
import { settingOf } from '../src/lab/bench/output.js';
import { drawPairs } from '../src/lab/bench/queries.js';
import { type ResultRow, Results } from '../src/lab/bench/results.js';
import { BENCH_DEFAULTS, benchMap, type MapResult } from '../src/lab/bench/run.js';
import { EXPERIMENTS, type Experiment, sectionsOf } from './documents/experiments.js';
import { readGrid } from './documents/maps.js';
import { engineTable, pageOf } from './documents/page.js';
import { TABLES } from './documents/special.js';
import { logPlot } from './log-plot.js';

/** The slow engines are the point of some experiments. */
const OPTIONS = { ...BENCH_DEFAULTS, repeat: 2, capMillis: 60_000, bakeMillis: 60_000 };

/** Measures the engines of an experiment, as far as its file of results does not have them. */
async function measured({ id, maps, pairs, longer, rows }: Experiment): Promise<readonly ResultRow[]> {
  const csv = `out/documents/${id}.csv`;
  const protocol = `pairs=${pairs} longer=${longer} seed=1`;
  const results = new Results(protocol, existsSync(csv) ? { file: csv, text: readFileSync(csv, 'utf8') } : undefined);
  for (const map of maps) {
    const all = rows.map(({ engine }) => engine);
    const engines = all.filter((engine) => !results.has(map, engine));
    if (engines.length === 0) continue;
    const grid = readGrid(map);
    const onResult = async (result: MapResult) => {
      results.add(result, settingOf(`documents ${id}`), all);
      await writeFileAtomic(csv, Buffer.from(results.toCsv()));
    };
    await benchMap(map, grid, drawPairs(grid, { count: pairs, longer }), { ...OPTIONS, engines, onResult });
  }
  return results.rows;
}

/** Time of each query against the cost of its path, on one map. */
async function plotOf({ id, title, rows, plotted }: Experiment): Promise<string> {
  const grid = readGrid(plotted);
  const engines = rows.map(({ engine }) => engine);
  const { engines: results } = await benchMap(plotted, grid, drawPairs(grid, { count: 300 }), { ...OPTIONS, engines });
  const series = results.map(({ engine, costs, micros }) => ({
    name: engine,
    points: micros.map((time, i) => [costs[i] ?? 1, Math.max(time, 0.01)]),
  }));
  const axes: [string, string] = ['cost of the path, steps', 'time of the query, µs'];
  return logPlot({ title: `${id}: ${title}, ${plotted}`, axes, series, curves: false });
}

async function write(experiment: Experiment): Promise<void> {
  const { id, rows, maps, plotted } = experiment;
  const results = rows.length > 0 ? await measured(experiment) : [];
  const tables = [rows.length > 0 ? engineTable(experiment, results) : await TABLES[id](readGrid, maps)];
  for (const section of sectionsOf(id)) tables.push(await TABLES[section.id](readGrid, section.maps));
  if (plotted) await writeFileAtomic(`docs/benchmarks/${id}.svg`, Buffer.from(await plotOf(experiment)));
  const { machine, node, date } = results[0] ?? settingOf(`documents ${id}`);
  await writeFileAtomic(
    `docs/benchmarks/${id}.md`,
    Buffer.from(pageOf(experiment, tables, `${machine}, Node ${node}, ${date}`)),
  );
}

const ids = process.argv.slice(2);
if (ids[0] === 'list') {
  for (const { id, source, title } of EXPERIMENTS) console.log(`${id.padEnd(16)}${source.padEnd(20)}${title}`);
} else {
  const unknown = ids.filter((id) => !EXPERIMENTS.some((one) => one.id === id));
  if (unknown.length > 0) {
    console.error(
      `there is no experiment ${unknown.join(', ')}; there are ${EXPERIMENTS.map(({ id }) => id).join(', ')}`,
    );
    process.exit(2);
  }
  mkdirSync('out/documents', { recursive: true });
  console.log(`Node ${process.version}, ${cpus().length} x ${cpus()[0]?.model.trim()}`);
  for (const experiment of EXPERIMENTS) {
    if (ids.length > 0 && !ids.includes(experiment.id)) continue;
    const start = performance.now();
    await write(experiment);
    console.log(`${experiment.id}: ${((performance.now() - start) / 1000).toFixed(0)} s`);
    console.log(readFileSync(`docs/benchmarks/${experiment.id}.md`, 'utf8'));
  }
}
