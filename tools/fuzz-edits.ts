/**
 * `npm run fuzz:edits [-- QUERIES SEED]`: random maps of up to 24 x 24 that change, with every engine, under every move rule, uniform and priced, in WebAssembly and in JavaScript: batches of
 * cells opened, closed and priced, doors that go back to their old state, held walks. After each edit all goals from some starts against Dijkstra: of
 * the same cost where the engine is exact, legal and not cheaper elsewhere; distances, reachability and nearest cells too. After each edit of jump lines all of
 * them against a new start. A failure prints the case.
 */

import { liveJumps } from '../src/edit/jumps.js';
import {
  bakeBounds,
  bakeHierarchy,
  bakeHpa,
  bakeJps,
  bakeTable,
  checkPath,
  dijkstra,
  type Grid,
  MOVE_RULES,
  PathBuffer,
  STRAIGHT,
  setCosts,
  withMoves,
} from '../src/index.js';
import { native } from '../src/jps/wasm.js';
import { type Change, type EditableNav, editable, type LiveWalk } from '../src/runtime/edit.js';
import { load } from '../src/runtime/moves.js';
import { type Kind, makeGrid, picture, random } from '../test/grids.js';
import { checkLines } from '../test/jump-lines.js';

const [queries = 10_000_000, seed = 1] = process.argv.slice(2).map(Number);
const next = random(seed);
const upTo = (n: number) => 1 + Math.floor(next() * n);
const KINDS: Kind[] = ['noise', 'noise', 'noise', 'maze', 'comb', 'rooms'];
const CODEC = { codec: 'none', jobs: 1 } as const;
const FORMS = ['jps', 'jps+bounds', 'ch', 'hpa', 'table', 'priced hpa', 'priced table', 'priced', 'all'] as const;
const EDITS = 6;
const path = new PathBuffer();

async function bake(grid: Grid, form: (typeof FORMS)[number]): Promise<Uint8Array[]> {
  const hpa = () => bakeHpa(grid, { ...CODEC, cluster: 2 + upTo(8), levels: upTo(3), paths: next() < 0.7, shortcuts: next() < 0.2 });
  if (form === 'jps' || form === 'priced') return [await bakeJps(grid, CODEC)];
  if (form === 'ch') return [await bakeHierarchy(grid, CODEC)];
  if (form === 'jps+bounds')
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
  const area = { x, y, width: upTo(Math.min(next() < 0.5 ? 1 : 5, width - x)), height: upTo(Math.min(next() < 0.5 ? 1 : 5, height - y)) };
  return priced && next() < 0.4 ? { ...area, cost: upTo(9) } : { ...area, open: next() < 0.5 };
}

let asked = 0;
let maps = 0;
let edits = 0;
let walked = 0;

/** From some starts to every goal. @throws {Error} at the first wrong answer */
function ask(nav: EditableNav, starts: number): void {
  const grid = nav.grid.copy();
  const { width, height } = grid;
  const exact = !['hpa', 'table'].includes(nav.engine);
  const unit = grid.costs ? 2 * STRAIGHT : STRAIGHT;
  for (let i = 0; i < starts; i++) {
    const [x, y] = [upTo(width) - 1, upTo(height) - 1];
    const optimal = dijkstra(grid, x, y);
    for (let gy = 0; gy < height; gy++) {
      for (let gx = 0; gx < width; gx++, asked++) {
        const expected = optimal[grid.cell(gx, gy)];
        const found = nav.findPathInto(x, y, gx, gy, path);
        const cost = found ? checkPath(grid, path.cells.subarray(0, 2 * path.length), [x, y], [gx, gy]) : Infinity;
        const right = found ? cost >= expected && (cost === expected || !exact) && path.cost === cost / unit : expected === Infinity;
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
function step(nav: EditableNav, held: Held[]): void {
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

while (asked < queries) {
  const side = next() < 0.6 ? 12 : 24;
  const form = FORMS[maps++ % FORMS.length];
  // Jump points know costs under one rule.
  const moves = form === 'priced' || next() < 0.6 ? 'octile' : MOVE_RULES[upTo(MOVE_RULES.length) - 1];
  const grid = withMoves(makeGrid(KINDS[upTo(KINDS.length) - 1], upTo(side), upTo(side), next(), upTo(2 ** 31 - 1)), moves);
  const priced = form.startsWith('priced');
  if (priced) setCosts(grid, (x, y) => 1 + (((x >> 2) * 7 + (y >> 1) * 3) % 6));
  const wasm = next() < 0.7;
  const nav = editable(load(await bake(grid, grid.costs || form !== 'priced' ? form : 'jps'), { wasm }));
  const lines = priced || moves !== 'octile' ? undefined : grid.copy();
  const live = lines && liveJumps(lines, wasm ? native : undefined);
  let held: Held[] = [];
  const log: string[] = [];
  let last: Change[] = [];
  try {
    for (let e = 0; e < EDITS; e++, edits++) {
      const back = next() < 0.3 ? last.filter(({ open }) => open !== undefined).map((change) => ({ ...change, open: !change.open })) : [];
      last =
        back.length > 0
          ? back
          : Array.from({ length: upTo(3) }, () => randomChange(grid, priced || (form === 'all' && e > 3 && moves === 'octile')));
      const reset = next() < 0.08;
      log.push(reset ? 'reset' : JSON.stringify(last));
      const before = nav.grid;
      if (reset) nav.reset();
      else nav.edit(last);
      step(nav, held);
      ask(nav, 2);
      held = held.filter(({ at, to }) => at.join() !== to.join());
      const [x, y, gx, gy] = [upTo(grid.width) - 1, upTo(grid.height) - 1, upTo(grid.width) - 1, upTo(grid.height) - 1];
      const walk = nav.walk?.(x, y, gx, gy);
      if (walk) held.push({ walk, at: [x, y], to: [gx, gy] });
      step(nav, held);
      if (!lines || !live) continue;
      const flipped = [...nav.grid.open.keys()].filter((cell) => nav.grid.open[cell] !== before.open[cell]);
      for (const cell of flipped) lines.open[cell] ^= 1;
      const at = (cell: number): [number, number] => [(cell % grid.stride) - 1, Math.floor(cell / grid.stride) - 1];
      live.repair(
        flipped,
        flipped.map((cell) => [...at(cell), ...at(cell)] as const),
      );
      checkLines(lines, live.lines);
    }
  } catch (error) {
    console.error(
      `${form}, ${moves}${wasm ? '' : ', without WebAssembly'}, seed ${seed}: ${(error as Error).stack}\n${log.join('\n')}\n${picture(grid)}`,
    );
    process.exit(1);
  }
}
console.log(
  `${asked} queries after ${edits} edits of ${maps} maps, and ${walked} steps of held walks, seed ${seed}: all right, lines as new after each`,
);
