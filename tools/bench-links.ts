/**
 * What links cost a query: `npm run tool bench-links -- [--engine ch] [MAP...]`.
 *
 * Mean microseconds over up to 800 scenario queries, whole cells, the least of 12 passes in turns in one process: without links, and with so many directed ones.
 * Half of the links are teleporters between any two cells, at cost 1, both ways; half are ledges and stairs between cells up to 6 apart, at their octile distance.
 * `first` is the milliseconds of the first query, which measures the links, `with %` the share of queries whose path takes one.
 */
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { bakeBounds } from '../src/core/bounds/bake.js';
import { bakeHierarchy } from '../src/core/ch/bake.js';
import type { Grid } from '../src/core/grid/grid.js';
import { type LinkInput, withLinks } from '../src/core/grid/links.js';
import { random } from '../src/core/grid/sample.js';
import { bakeJps } from '../src/core/jps/bake.js';
import { readMap } from '../src/core/maps/read-map.js';
import { parseScenarios } from '../src/core/maps/scen.js';
import { load } from '../src/core/runtime/load-all.js';
import { PathBuffer } from '../src/core/search/path.js';
import { mapFiles, printTable } from './maps.js';

const COUNTS = [8, 32, 128, 1000];
const PASSES = 12;
const QUERIES = 800;
const NEAR = 6;

const { values, positionals } = parseArgs({ options: { engine: { type: 'string' } }, allowPositionals: true });

/** About so many directed links. */
function linksOf(grid: Grid, directed: number): LinkInput[] {
  const next = random(7);
  const any = (): [number, number] => {
    for (;;) {
      const cell: [number, number] = [Math.floor(next() * grid.width), Math.floor(next() * grid.height)];
      if (grid.isOpen(...cell)) return cell;
    }
  };
  const links: LinkInput[] = [];
  for (let n = 0; n < directed / 2; n += 2) links.push({ from: any(), to: any(), cost: 1 });
  for (let n = 0; n < directed / 2; ) {
    const [x, y] = any();
    const to: [number, number] = [x, y].map((v) => v + Math.round((2 * next() - 1) * NEAR)) as [number, number];
    if (!grid.isOpen(...to) || (to[0] === x && to[1] === y)) continue;
    links.push({ from: [x, y], to, oneWay: true });
    n++;
  }
  return links;
}

const rows: string[][] = [];
for (const file of mapFiles(positionals)) {
  const { grid } = await readMap(file);
  const scen = `${file}.scen`;
  const all = existsSync(scen) ? parseScenarios(readFileSync(scen, 'utf8')) : [];
  const every = Math.max(1, Math.floor(all.length / QUERIES));
  const queries = all.filter((_, i) => i % every === 0);
  const navs = await Promise.all(
    [0, ...COUNTS].map(async (count) => {
      const map = count > 0 ? withLinks(grid.copy(), linksOf(grid, count)) : grid;
      const blobs = values.engine === 'ch' ? [await bakeHierarchy(map)] : [await bakeJps(map), await bakeBounds(map)];
      return load(blobs);
    }),
  );
  const path = new PathBuffer();
  const first = navs.map((nav) => {
    const begun = performance.now();
    const [{ startX, startY, goalX, goalY }] = queries.slice(-1);
    nav.findPathInto(startX, startY, goalX, goalY, path);
    return performance.now() - begun;
  });
  const best = navs.map(() => Infinity);
  const linked = navs.map(() => 0);
  for (let pass = 0; pass < PASSES; pass++)
    for (const [i, nav] of navs.entries()) {
      const begun = performance.now();
      linked[i] = 0;
      for (const { startX, startY, goalX, goalY } of queries) {
        if (nav.findPathInto(startX, startY, goalX, goalY, path) && path.cells && path.links?.length) linked[i]++;
      }
      best[i] = Math.min(best[i], (1000 * (performance.now() - begun)) / queries.length);
    }
  for (const [i, count] of [0, ...COUNTS].entries())
    rows.push([
      i === 0 ? basename(file, '.map') : '',
      String(count),
      best[i].toFixed(2),
      (best[i] / best[0]).toFixed(1),
      first[i].toFixed(1),
      ((100 * linked[i]) / queries.length).toFixed(0),
    ]);
}
printTable(['map', 'links', 'us', 'ratio', 'first ms', 'with %'], rows);
