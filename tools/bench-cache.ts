/**
 * Path caches by cells and by nodes, measured: `npm run tool bench-cache -- [MAP|FOLDER...]`.
 *
 * Starts and goals as document E of the field has them: normally distributed around a square of the map each (here two open cells far apart), and uniform. Engine hpa,
 * cluster 16, 4,000 queries, caches of 1,000 paths and of 10,000. Microseconds of processor time a query, best of some rounds in turn, with an empty cache at the start of each;
 * `longer` is the sum of all paths against those of the engine.
 */

import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { bakeHpa } from '../src/core/hpa/bake.js';
import { parseMap } from '../src/core/maps/movingai.js';
import { cachePaths } from '../src/core/runtime/cache.js';
import { load } from '../src/core/runtime/load-all.js';
import { nearestOpen } from '../src/core/runtime/places.js';
import { PathBuffer } from '../src/core/search/path.js';
import { random } from '../test/grids.js';
import { mapFiles, printTable } from './maps.js';

const MAPS = ['dao/arena2', 'bg512/AR0011SR', 'bg512/AR0300SR'];
const QUERIES = 4_000;
const ROUNDS = 2;

const rows: (string | number)[][] = [];
const files =
  process.argv.length > 2
    ? mapFiles(process.argv.slice(2))
    : mapFiles(MAPS.map((name) => `../shared/maps/${name}.map`));
for (const file of files) {
  const grid = parseMap(readFileSync(file), { file });
  const nav = load(await bakeHpa(grid), { engine: 'hpa' });
  const next = random(7);
  const cell = (): [number, number] => {
    for (;;) {
      const at: [number, number] = [Math.floor(next() * grid.width), Math.floor(next() * grid.height)];
      if (grid.isOpen(...at)) return at;
    }
  };
  const [start, goal] = [cell(), cell()];
  for (let i = 0; i < 1000; i++) {
    const [a, b] = [cell(), cell()];
    if (
      !nav.isReachable(...a, ...b) ||
      Math.hypot(a[0] - b[0], a[1] - b[1]) < Math.hypot(start[0] - goal[0], start[1] - goal[1])
    )
      continue;
    start.splice(0, 2, ...a);
    goal.splice(0, 2, ...b);
  }
  // Box-Muller.
  const around = ([x, y]: [number, number], deviation: number): [number, number] => {
    const r = deviation * Math.sqrt(-2 * Math.log(1 - next()));
    const angle = 2 * Math.PI * next();
    return nearestOpen(nav, Math.round(x + r * Math.cos(angle)), Math.round(y + r * Math.sin(angle)), [x, y]) ?? [x, y];
  };
  for (const deviation of [5, 15, 40, 0]) {
    const queries: [number, number, number, number][] = [];
    while (queries.length < QUERIES) {
      const [a, b] = deviation > 0 ? [around(start, deviation), around(goal, deviation)] : [cell(), cell()];
      if (nav.isReachable(...a, ...b)) queries.push([...a, ...b]);
    }
    const kinds = [
      undefined,
      ...[1000, 10_000].flatMap((entries) =>
        (['cells', 'nodes'] as const).map((by) => ({ by, entries, bytes: 1 << 27 })),
      ),
    ];
    const best = kinds.map(() => Infinity);
    const told = kinds.map(() => '');
    const sums = kinds.map(() => 0);
    const buffer = new PathBuffer();
    for (let round = 0; round < ROUNDS; round++) {
      for (const [i, options] of kinds.entries()) {
        const cached = options && cachePaths(nav, options);
        const asked = cached ?? nav;
        sums[i] = 0;
        const before = process.cpuUsage().user;
        for (const query of queries) if (asked.findPathInto(...query, buffer)) sums[i] += buffer.cost;
        best[i] = Math.min(best[i], (process.cpuUsage().user - before) / QUERIES);
        if (cached)
          told[i] =
            `${((100 * cached.cache.hits) / QUERIES).toFixed(0)} % ${((100 * sums[i]) / sums[0] - 100).toFixed(2)} %`;
      }
    }
    const name = `${basename(file, '.map')} ${deviation > 0 ? `normal, ${deviation} cells` : 'uniform'}`;
    rows.push([name, best[0].toFixed(1), ...kinds.slice(1).map((_, i) => `${told[i + 1]} ${best[i + 1].toFixed(1)}`)]);
  }
}
printTable(['hits, longer, us', 'no cache', 'cells 1,000', 'nodes 1,000', 'cells 10,000', 'nodes 10,000'], rows);
