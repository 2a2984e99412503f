/**
 * HPA* on terrain that costs, step by step: `npm run tool bench-priced-hpa -- [--queries N --patterns LIST --cluster N MAP...]`.
 *
 * HPA* on terrain that costs, step by step: by the commit before crossings lay where they
 * are cheap, by today's search with the crossings of then, with those of today, and with windows. All in this process, in turns, processor time, median of
 * the rounds; the ratio is to the first, and of the last to the one before it. Quality is over all scenarios, against the optimal engine.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildHpa } from '../src/hpa/build.js';
import { hpaGraph } from '../src/hpa/graph.js';
import { hpaSearch } from '../src/hpa/query.js';
import { bakeJps } from '../src/jps/bake.js';
import { COST_PATTERNS, drawCosts } from '../src/maps/cost-patterns.js';
import { parseMap } from '../src/maps/movingai.js';
import { parseScenarios } from '../src/maps/scen.js';
import { load } from '../src/runtime/load-all.js';
import { PathBuffer } from '../src/search/path.js';
import { mapFiles, printTable } from './maps.js';
import { bundleOf } from './yardstick.js';

/** The last commit before the crossings. */
const BEFORE = 'f36e183';
const ROUNDS = 12;
const { values, positionals } = parseArgs({
  options: {
    queries: { type: 'string', default: '300' },
    patterns: { type: 'string', default: 'patches,roads' },
    cluster: { type: 'string', default: '10' },
  },
  allowPositionals: true,
});
const DEFAULT = ['bg512/AR0300SR', 'dao/arena2', 'sc1/AcrosstheCape'].map((name) => `../shared/maps/${name}.map`);

interface Then {
  buildHpa: typeof buildHpa;
  hpaGraph: typeof hpaGraph;
  hpaSearch: typeof hpaSearch;
  PathBuffer: typeof PathBuffer;
}
const contents = ['hpa/build', 'hpa/graph', 'hpa/query', 'search/path']
  .map((file) => `export * from './src/${file}.ts';`)
  .join('');
const then = (await import(resolve(await bundleOf(BEFORE, contents, 'crossings')))) as Then;
const now: Then = { buildHpa, hpaGraph, hpaSearch, PathBuffer };
const FORMS: [name: string, search: Then, bake: Then, refine: boolean][] = [
  ['before', then, then, false],
  ['crossings of then', now, then, false],
  ['crossings', now, now, false],
  ['windows', now, now, true],
];

const microseconds = (): number => {
  const { user, system } = process.cpuUsage();
  return user + system;
};

const rows: (string | number)[][] = [];
for (const file of mapFiles(positionals.length > 0 ? positionals : DEFAULT)) {
  const ground = parseMap(readFileSync(file), { file });
  const all = parseScenarios(readFileSync(`${file}.scen`, 'utf8'), `${file}.scen`).filter(({ optimal }) => optimal > 0);
  const count = Math.min(all.length, Number(values.queries));
  const queries = Array.from({ length: count }, (_, i) => all[Math.floor(((i + 0.5) * all.length) / count)]);
  for (const pattern of COST_PATTERNS.filter((name) => values.patterns.split(',').includes(name))) {
    const grid = drawCosts(ground, pattern);
    const exact = load(await bakeJps(grid, { codec: 'none' }));
    const best = new PathBuffer();
    const optimal = all.map(({ startX, startY, goalX, goalY }) => {
      exact.findPathInto(startX, startY, goalX, goalY, best);
      return best.cost;
    });
    const options = { cluster: Number(values.cluster) };
    const engines = FORMS.map(([, code, bake, refine]) => {
      const abstraction = bake.buildHpa(grid, options);
      const search = code.hpaSearch(grid, abstraction, code.hpaGraph(grid, abstraction));
      search.refine = refine;
      return { search, path: new code.PathBuffer(), times: [] as number[] };
    });
    for (let round = -3; round < ROUNDS; round++) {
      for (const { search, path, times } of engines) {
        const begin = microseconds();
        for (const { startX, startY, goalX, goalY } of queries) search.search(startX, startY, goalX, goalY, path);
        if (round >= 0) times.push((microseconds() - begin) / count);
      }
    }
    const medians = engines.map(({ times }) => times.sort((a, b) => a - b)[ROUNDS >> 1]);
    for (const [k, { search, path }] of engines.entries()) {
      const excess = all.map(({ startX, startY, goalX, goalY }, i) => {
        search.search(startX, startY, goalX, goalY, path);
        return 100 * (path.cost / optimal[i] - 1);
      });
      excess.sort((a, b) => a - b);
      const mean = excess.reduce((a, b) => a + b) / excess.length;
      const quality = [mean, excess[Math.floor(0.99 * excess.length)], excess[excess.length - 1]].map((value) =>
        value.toFixed(2),
      );
      rows.push([
        `${file.replace(/.*\//, '')} ${pattern}, ${FORMS[k][0]}`,
        medians[k].toFixed(0),
        (medians[k] / medians[0]).toFixed(2),
        k > 0 ? (medians[k] / medians[k - 1]).toFixed(2) : '',
        ...quality,
      ]);
    }
  }
}
printTable(['map, pattern, form', 'us', 'to before', 'to the one above', 'mean %', 'p99 %', 'worst %'], rows);
