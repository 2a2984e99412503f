/**
 * Lines of sight and pulled paths, measured: `npm run tool bench-pull -- [MAP|FOLDER...]`.
 *
 * Processor time, since it is short and the machine may be busy: a line of sight of 20 cells that is seen, for a point and for a unit of radius 0.4;
 * an optimal path pulled. Then, per cent longer than the optimal path pulled: paths of HPA* as they are without smoothing, with each piece inside a cluster pulled
 * (what a bake could store), smoothed, and pulled as a whole; with their turns.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Grid } from '../src/core/grid/grid.js';
import { bakeHpa } from '../src/core/hpa/bake.js';
import type { HpaSearch } from '../src/core/hpa/query.js';
import { bakeJps } from '../src/core/jps/bake.js';
import { parseMap } from '../src/core/maps/movingai.js';
import { load } from '../src/core/runtime/load-all.js';
import { PathBuffer } from '../src/core/search/path.js';
import { type PulledPath, sightOf } from '../src/play/pull/pull.js';
import { random } from '../test/grids.js';
import { mapFiles, printTable } from './maps.js';

const MAPS = ['dao/arena2', 'dao/lak304d', 'bg512/AR0011SR', 'bg512/AR0300SR', 'rooms/32room_000', 'sc1/AcrosstheCape'];
const QUERIES = 300;
const RADIUS = 0.4;
const CLUSTER = 16;

/** Microseconds of processor time that a call takes; several times, the least. */
function microseconds(calls: number, run: () => void): number {
  let least = Infinity;
  for (let pass = 0; pass < 5; pass++) {
    const before = process.cpuUsage().user;
    run();
    least = Math.min(least, process.cpuUsage().user - before);
  }
  return least / calls;
}

const lengthOf = (points: ArrayLike<number>) => {
  let sum = 0;
  for (let i = 2; i < points.length; i += 2)
    sum += Math.hypot(points[i] - points[i - 2], points[i + 1] - points[i - 1]);
  return sum;
};

/** Lines of 20 cells between open cells that are seen. */
function seenLines(grid: Grid, sees: (a: number, b: number, c: number, d: number) => boolean): number[] {
  const next = random(20);
  const lines: number[] = [];
  for (let i = 0; i < 400_000 && lines.length < 4 * 4000; i++) {
    const [x, y, angle] = [Math.floor(next() * grid.width), Math.floor(next() * grid.height), next() * 2 * Math.PI];
    const line = [x + 0.5, y + 0.5, x + 0.5 + 20 * Math.cos(angle), y + 0.5 + 20 * Math.sin(angle)] as const;
    if (grid.isOpen(x, y) && sees(...line)) lines.push(...line);
  }
  return lines;
}

const files =
  process.argv.length > 2
    ? mapFiles(process.argv.slice(2))
    : mapFiles(MAPS.map((name) => `../shared/maps/${name}.map`));
const times: (string | number)[][] = [];
const lengths: (string | number)[][] = [];
for (const file of files) {
  const map = basename(file, '.map');
  const grid = parseMap(readFileSync(file), { file });
  const optimal = load(await bakeJps(grid));
  const hpa = load(await bakeHpa(grid, { cluster: CLUSTER }));
  const { pull } = sightOf(optimal, { radius: RADIUS });
  const sights = [0, RADIUS].map((radius) => {
    const { isClear } = sightOf(optimal, { radius });
    const lines = seenLines(grid, isClear);
    let seen = 0;
    const rounds = 50;
    const us = microseconds((rounds * lines.length) / 4, () => {
      for (let round = 0; round < rounds; round++) {
        for (let i = 0; i < lines.length; i += 4)
          if (isClear(lines[i], lines[i + 1], lines[i + 2], lines[i + 3])) seen++;
      }
    });
    if (seen === 0) throw new Error(`${map}: no line of 20 cells is seen`);
    return Math.round(1000 * us);
  });

  const next = random(3);
  const queries: [number, number, number, number][] = [];
  while (queries.length < QUERIES) {
    const query = [grid.width, grid.height, grid.width, grid.height].map((side) => Math.floor(next() * side)) as [
      number,
      number,
      number,
      number,
    ];
    if (optimal.isReachable(...query)) queries.push(query);
  }
  const buffer = new PathBuffer();
  const sum = { best: 0, turns: 0, pulledTurns: 0 };
  const kinds = ['unsmoothed', 'pieces pulled', 'smoothed', 'pulled whole'];
  const kept = kinds.map(() => ({ length: 0, turns: 0 }));
  const keep = (kind: number, length: number, turns: number) => {
    kept[kind].length += length;
    kept[kind].turns += turns;
  };
  const paths = queries.map((query) => {
    const path = optimal.findPath(...query);
    if (!path) throw new Error(`${map}: ${query} has no path`);
    return path;
  });
  let pulled: PulledPath[] = [];
  const us = microseconds(QUERIES, () => {
    pulled = paths.map((path) => pull(path));
  });
  paths.forEach((path, i) => {
    sum.best += pulled[i].length;
    sum.turns += path.waypoints.length / 2;
    sum.pulledTurns += pulled[i].points.length / 2;
    for (const smoothing of [false, true]) {
      (hpa.search as HpaSearch).search(...queries[i], buffer, smoothing);
      const path = buffer.toPath();
      const { cells, waypoints } = path;
      keep(smoothing ? 2 : 0, lengthOf(waypoints), waypoints.length / 2);
      if (smoothing) {
        const whole = pull(path);
        keep(3, whole.length, whole.points.length / 2);
        continue;
      }
      // Piece by piece, each with the step that leaves its cluster.
      let [length, turns] = [0, 1];
      for (let from = 0; 2 * from + 2 < cells.length; ) {
        const home = (k: number) => Math.floor(cells[2 * k] / CLUSTER) + 1000 * Math.floor(cells[2 * k + 1] / CLUSTER);
        let to = from + 1;
        while (2 * to + 2 < cells.length && home(to + 1) === home(from + 1)) to++;
        const piece = pull({ cells: cells.subarray(2 * from, 2 * to + 2) });
        length += piece.length;
        turns += piece.points.length / 2 - 1;
        from = to;
      }
      keep(1, length, turns);
    }
  });
  const mean = (n: number) => (n / QUERIES).toFixed(1);
  times.push([map, ...sights, us.toFixed(0), `${mean(sum.turns)} -> ${mean(sum.pulledTurns)}`]);
  lengths.push([
    map,
    ...kept.map(({ length, turns }) => `${(100 * (length / sum.best - 1)).toFixed(2)} % ${mean(turns)}`),
  ]);
}
printTable(['', 'line of 20 cells, ns', `radius ${RADIUS}`, 'path pulled, us', 'its turns'], times);
console.log('');
printTable(['HPA*: longer, turns', 'unsmoothed', 'pieces pulled', 'smoothed', 'pulled whole'], lengths);
