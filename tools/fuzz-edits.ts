/**
 * Random edits with every engine against Dijkstra: `npm run tool fuzz-edits -- [QUERIES SEED]`.
 *
 * Random maps of up to 24 x 24 that change, with every engine, under every move rule and on hexagons, for units of 1 and 2 cells, uniform and weighted,
 * baked and made in the game, in WebAssembly and in JavaScript: batches of
 * cells opened, closed and priced, doors that go back to their old state, held walks. After each edit all goals from some starts against Dijkstra: of
 * the same cost where the engine is exact, legal and not cheaper elsewhere; distances, reachability and nearest cells too. After each edit of jump lines all of
 * them against a new start, of HPA* its graph against that of a new bake. A failure prints the case.
 */

import { bakeBounds } from '../src/core/bounds/bake.js';
import { bakeHierarchy } from '../src/core/ch/bake.js';
import { anchorsIn, withMoves } from '../src/core/grid/clearance.js';
import { type Grid, setCosts } from '../src/core/grid/grid.js';
import { ALL_RULES, isHex, isStraight, MOVE_RULES } from '../src/core/grid/rules.js';
import { STRAIGHT } from '../src/core/grid/step-costs.js';
import type { HpaBuildOptions } from '../src/core/hpa/abstraction.js';
import { bakeHpa } from '../src/core/hpa/bake.js';
import { buildHpa } from '../src/core/hpa/build.js';
import { hpaGraph } from '../src/core/hpa/graph.js';
import { hopsOf } from '../src/core/hpa/hops.js';
import { bakeJps } from '../src/core/jps/bake.js';
import { native } from '../src/core/jps/wasm/native.js';
import { checkPath } from '../src/core/oracle/check-path.js';
import { dijkstra } from '../src/core/oracle/dijkstra.js';
import { load } from '../src/core/runtime/load-all.js';
import { navOf } from '../src/core/runtime/load-grid.js';
import { PathBuffer } from '../src/core/search/path.js';
import { bakeTable } from '../src/core/table/bake.js';
import type { Change } from '../src/play/edit/cells.js';
import { editable } from '../src/play/edit/edit.js';
import type { ChangingNav } from '../src/play/edit/edits.js';
import { type LiveHpa, liveHpa } from '../src/play/edit/hpa.js';
import { liveJumps } from '../src/play/edit/jumps.js';
import type { LiveWalk } from '../src/play/edit/walks.js';
import { graphNumbers } from '../test/graph-numbers.js';
import { type Kind, makeGrid, picture } from '../test/grids.js';
import { checkLines } from '../test/jump-lines.js';
import { diceOf } from './dice.js';

const { queries, seed, next, upTo, pick } = diceOf(10_000_000);
const KINDS: Kind[] = ['noise', 'noise', 'noise', 'maze', 'comb', 'rooms'];
const CODEC = { codec: 'none', threads: 1 } as const;
const FORMS = [
  'jps',
  'jps+bounds',
  'ch',
  'hpa',
  'table',
  'priced hpa',
  'priced table',
  'priced',
  'priced ch',
  'all',
  'made',
  'priced made',
] as const;
const EDITS = 6;
const path = new PathBuffer();

async function bake(grid: Grid, form: (typeof FORMS)[number]): Promise<Uint8Array[]> {
  const hpa = () => bakeHpa(grid, { ...CODEC, cluster: 2 + upTo(8), levels: upTo(3), paths: next() < 0.7 });
  if (['jps', 'priced'].includes(form) || form.endsWith('made')) return [await bakeJps(grid, CODEC)];
  if (form.endsWith('ch')) return [await bakeHierarchy(grid, CODEC)];
  if (form.endsWith('+bounds'))
    return [
      await bakeJps(grid, CODEC),
      await bakeBounds(grid, { ...CODEC, exact: next() < 0.7, at: next() < 0.7 ? 'jump-points' : 'cells' }),
    ];
  const first = await hpa();
  if (form.endsWith('hpa')) return [first];
  const table = await bakeTable(first, CODEC);
  return form === 'all' ? [first, table, await bakeJps(grid, CODEC), await bakeBounds(grid, CODEC)] : [first, table];
}

function randomChange({ width, height }: { width: number; height: number }, priced: boolean): Change {
  const [x, y] = [upTo(width) - 1, upTo(height) - 1];
  const area = {
    x,
    y,
    width: upTo(Math.min(next() < 0.5 ? 1 : 5, width - x)),
    height: upTo(Math.min(next() < 0.5 ? 1 : 5, height - y)),
  };
  return priced && next() < 0.4 ? { ...area, cost: upTo(9) } : { ...area, open: next() < 0.5 };
}

let checked = 0;
let maps = 0;
let edits = 0;
let walked = 0;

/** From some starts to every goal. @throws {Error} at the first wrong answer */
function ask(nav: ChangingNav, starts: number): void {
  const grid = nav.grid.copy();
  const { width, height } = grid;
  const exact = !['hpa', 'table'].includes(nav.engine);
  const unit = grid.costs ? 2 * STRAIGHT : STRAIGHT;
  for (let i = 0; i < starts; i++) {
    const [x, y] = [upTo(width) - 1, upTo(height) - 1];
    const optimal = dijkstra(grid, x, y);
    for (let gy = 0; gy < height; gy++) {
      for (let gx = 0; gx < width; gx++, checked++) {
        const expected = optimal[grid.cell(gx, gy)];
        const found = nav.findPathInto(x, y, gx, gy, path);
        const cost = found ? checkPath(grid, path.cells.subarray(0, 2 * path.cellCount), [x, y], [gx, gy]) : Infinity;
        const right = found
          ? cost >= expected && (cost === expected || !exact) && path.cost === cost / unit
          : expected === Infinity;
        if (!right || nav.isReachable(x, y, gx, gy) !== found)
          throw new Error(`from ${x},${y} to ${gx},${gy}: ${cost}, optimal ${expected}`);
        if ((gx + gy) % 5 === 0 && nav.distance) {
          const distance = nav.distance(x, y, gx, gy) * unit;
          if (distance < expected * (1 - 1e-9) || (distance === Infinity) !== (expected === Infinity))
            throw new Error(`distance from ${x},${y} to ${gx},${gy}: ${distance}, optimal ${expected}`);
        }
      }
    }
  }
}

interface Held {
  walk: LiveWalk;
  at: [number, number];
  to: [number, number];
}

/** Some steps of each held walk on the map as it is. */
function step(nav: ChangingNav, held: Held[]): void {
  const grid = nav.grid;
  for (const one of held) {
    for (let i = upTo(4); i > 0; i--) {
      const { done, value } = one.walk.next();
      walked++;
      const there = one.at[0] === one.to[0] && one.at[1] === one.to[1];
      if (done) {
        if (!there && (!one.walk.blocked || nav.isReachable(...one.at, ...one.to)))
          throw new Error(`a walk to ${one.to} ends at ${one.at}`);
        break;
      }
      if (value[0] !== one.at[0] || value[1] !== one.at[1]) checkPath(grid, [...one.at, ...value], one.at, value);
      one.at = value;
    }
  }
}

/** Makes a map the same as another. @throws {Error} unless its HPA* is what a new bake gives then */
function repairPlanner(planner: LiveHpa, grid: Grid, to: ChangingNav['grid'], options: Partial<HpaBuildOptions>): void {
  const { open, costs = open } = to.copy();
  const before = grid.costs ?? grid.open;
  const changed = [...open.keys()].filter((cell) => open[cell] !== grid.open[cell] || costs[cell] !== before[cell]);
  grid.open.set(open);
  if (grid.costs || to.costs) grid.costs = costs.slice();
  planner.repair(changed);
  const fresh = hpaGraph(grid, buildHpa(grid, options));
  const [numbers, expected] = [graphNumbers(planner.graph, planner.hops), graphNumbers(fresh, hopsOf(fresh))];
  if (numbers.join() !== expected.join()) throw new Error(`HPA* is not that of a new bake: ${JSON.stringify(options)}`);
}

while (checked < queries) {
  const side = next() < 0.6 ? 12 : 24;
  const form = FORMS[maps++ % FORMS.length];
  const rules = ['jps', 'jps+bounds', 'made', 'priced', 'priced ch', 'priced made'].includes(form)
    ? ALL_RULES
    : MOVE_RULES;
  const moves = next() < 0.4 ? 'no-corners' : pick(rules);
  const single = makeGrid(pick(KINDS), upTo(side), upTo(side), next(), upTo(2 ** 31 - 1));
  const size = isHex({ moveRule: moves }) || next() < 0.7 ? 1 : 2;
  const grid = withMoves(size > 1 ? anchorsIn(single, size) : single, moves);
  const priced = form.startsWith('priced');
  if (priced) setCosts(grid, (x, y) => 1 + (((x >> 2) * 7 + (y >> 1) * 3) % 6));
  const isBoth = !/hpa|table|ch/.test(form) || isStraight(grid) || isHex(grid);
  if (priced && isBoth && next() < 0.5) grid.stepCosts = 'entered';
  const wasm = next() < 0.7;
  const baked = form.endsWith('made') ? navOf(grid.copy()) : load(await bake(grid, form), { wasm });
  const nav = editable(baked) as ChangingNav;
  const lines = priced || moves !== 'no-corners' ? undefined : grid.copy();
  const makeLines = () => lines && liveJumps(lines, wasm ? native : undefined);
  let live = makeLines();
  const mirror = grid.copy();
  const options = { cluster: 2 + upTo(8), levels: upTo(3), paths: next() < 0.7 };
  const planner = form.endsWith('hpa')
    ? liveHpa(
        () => mirror,
        buildHpa(mirror, options),
        () => mirror.open.keys(),
      )
    : undefined;
  let held: Held[] = [];
  const log: string[] = [];
  let last: Change[] = [];
  try {
    for (let e = 0; e < EDITS; e++, edits++) {
      const back =
        next() < 0.3
          ? last.filter(({ open }) => open !== undefined).map((change) => ({ ...change, open: !change.open }))
          : [];
      last =
        back.length > 0
          ? back
          : Array.from({ length: upTo(3) }, () =>
              randomChange(grid, size === 1 && (priced || (e > 3 && !isHex(grid)))),
            );
      const reset = next() < 0.08;
      log.push(reset ? 'reset' : JSON.stringify(last));
      const before = nav.grid.copy();
      if (reset) nav.reset();
      else nav.edit(last);
      step(nav, held);
      ask(nav, 2);
      held = held.filter(({ at, to }) => at.join() !== to.join());
      const [x, y, gx, gy] = [upTo(grid.width) - 1, upTo(grid.height) - 1, upTo(grid.width) - 1, upTo(grid.height) - 1];
      const walk = nav.walk?.(x, y, gx, gy);
      if (walk) held.push({ walk, at: [x, y], to: [gx, gy] });
      step(nav, held);
      if (planner) repairPlanner(planner, mirror, nav.grid, options);
      if (!lines || !live) continue;
      const flipped = [...nav.grid.open.keys()].filter((cell) => nav.grid.open[cell] !== before.open[cell]);
      for (const cell of flipped) lines.open[cell] ^= 1;
      const at = (cell: number): [number, number] => [(cell % grid.stride) - 1, Math.floor(cell / grid.stride) - 1];
      const boxes = flipped.map((cell) => [...at(cell), ...at(cell)] as const);
      if (!live.repair(flipped, boxes)) live = makeLines();
      if (live) checkLines(lines, live.lines);
    }
  } catch (error) {
    console.error(
      `${form}, ${moves}${wasm ? '' : ', without WebAssembly'}, seed ${seed}: ${(error as Error).stack}\n${log.join('\n')}\n${picture(grid)}`,
    );
    process.exit(1);
  }
}
console.log(
  `${checked} queries after ${edits} edits of ${maps} maps, and ${walked} steps of held walks, seed ${seed}: all right, lines and graphs as new after each`,
);
