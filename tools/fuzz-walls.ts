/**
 * Random maps with walls between cells, by jps, jps+bounds and ch, against Dijkstra: `npm run tool fuzz-walls -- [QUERIES SEED]`.
 *
 * Maps of up to 30 x 30 cells under both rules that have walls, with costs, links and a door, edits between queries:
 * every cost against plain Dijkstra over cells and walls, every path walked.
 */

import { bakeBounds } from '../src/core/bounds/bake.js';
import { bakeHierarchy } from '../src/core/ch/bake.js';
import type { Grid } from '../src/core/grid/grid.js';
import { unitOf } from '../src/core/grid/step-costs.js';
import type { WallInput } from '../src/core/grid/walls.js';
import { bakeJps } from '../src/core/jps/bake.js';
import { checkPath } from '../src/core/oracle/check-path.js';
import { dijkstra } from '../src/core/oracle/dijkstra.js';
import { load } from '../src/core/runtime/load-all.js';
import { PathBuffer } from '../src/core/search/path.js';
import { findDoor } from '../src/play/edit/doors.js';
import { editable } from '../src/play/edit/edit.js';
import type { ChangingNav } from '../src/play/edit/edits.js';
import { random } from '../test/grids.js';
import { WALLED_RULES, walledGrid } from '../test/walls.js';

const [most = '100000', seed = '1'] = process.argv.slice(2);
const next = random(Number(seed));
const upTo = (n: number) => Math.floor(next() * n);
const path = new PathBuffer();
const counts = { maps: 0, queries: 0, edits: 0, wrong: 0 };

function ask(nav: ChangingNav, grid: Grid, what: string): void {
  const { width, height } = grid;
  for (let s = 0; s < 3; s++) {
    const [x0, y0] = [upTo(width), upTo(height)];
    const costs = dijkstra(grid, x0, y0);
    for (let i = 0; i < 60; i++) {
      const [x, y] = [upTo(width), upTo(height)];
      const optimal = costs[grid.cell(x, y)];
      counts.queries++;
      try {
        const isFound = nav.findPathInto(x0, y0, x, y, path);
        const cells = path.cells.subarray(0, 2 * path.cellCount);
        const cost = isFound ? checkPath(grid, cells, [x0, y0], [x, y], path.links) : Infinity;
        const isExact = !isFound || Math.abs(path.cost * unitOf(grid) - optimal) < 1e-3;
        if (cost !== optimal || !isExact) throw new Error(`costs ${cost}, ${path.cost}, not ${optimal}`);
      } catch (error) {
        counts.wrong++;
        console.log(`${what}: from ${x0},${y0} to ${x},${y}: ${(error as Error).message}`);
      }
    }
  }
}

const start = performance.now();
while (counts.queries < Number(most)) {
  const rule = WALLED_RULES[counts.maps % 2];
  const [isPriced, links] = [rule === 'never' && next() < 0.4, next() < 0.25];
  const made = walledGrid(next, rule, { side: 4 + upTo(26), maxCost: isPriced ? 2 + upTo(120) : 1, links });
  counts.maps++;
  if (rule === 'never' && next() < 0.5) made.stepCosts = 'entered';
  const { width, height } = made;
  const anyWall = (): WallInput =>
    (height === 1 || next() < 0.5) && width > 1
      ? [upTo(width - 1), upTo(height), 'east']
      : [upTo(width), upTo(height - 1), 'south'];
  const doors = [{ name: 'gate', cells: [upTo(width), upTo(height)], walls: [anyWall(), anyWall()] }];
  const options = { places: { doors, markers: [] }, layout: next() < 0.2 ? ('mapped' as const) : ('compact' as const) };
  const jps = await bakeJps(made, options);
  const blobs = [
    [jps],
    [await bakeHierarchy(made, options)],
    ...(made.costs ? [] : [[jps, await bakeBounds(made, options)]]),
  ];
  for (const bytes of blobs) {
    const nav = editable(load(bytes, { wasm: next() < 0.5 })) as ChangingNav;
    const what = `map ${counts.maps}, ${rule}, ${nav.engine}`;
    for (let round = 0; round < 4; round++) {
      ask(nav, Object.assign((nav.grid as Grid).copy(), { links: made.links }), `${what}, round ${round}`);
      counts.edits++;
      const gate = findDoor(nav, 'gate');
      const kind = upTo(6);
      if (kind === 0) nav.reset();
      else if (kind === 1) (gate.isOpen ? gate.close : gate.open)();
      else if (kind === 2 && rule === 'never') nav.setCost(upTo(width), upTo(height), 1 + upTo(128));
      else if (kind === 3) nav.setOpen(upTo(width), upTo(height), next() < 0.5);
      else nav.edit(Array.from({ length: 1 + upTo(3) }, () => ({ wall: anyWall(), open: next() < 0.5 })));
    }
  }
}
console.log(JSON.stringify({ ...counts, seconds: Math.round((performance.now() - start) / 1000) }));
process.exitCode = counts.wrong > 0 ? 1 : 0;
