/**
 * Random agents and move rules against Dijkstra: `npm run tool fuzz-agents -- [QUERIES SEED]`.
 *
 * Random maps of letters, agents of 1 to 5 cells with random terrain and costs under a random move rule, all of
 * them in one file; every path against Dijkstra over placements on the raw letters, and swept over them cell by cell. Exact engines have to be
 * optimal, the others legal and not below. A failure prints the map.
 */

import { packAgents, packAll as packBlobs } from '../src/core/blob/agents.js';
import { MOVE_RULES } from '../src/core/blob/layout.js';
import { bakeBounds } from '../src/core/bounds/bake.js';
import { bakeHierarchy } from '../src/core/ch/bake.js';
import { anchorsOf, withMoves } from '../src/core/grid/clearance.js';
import type { Grid, MoveRule } from '../src/core/grid/grid.js';
import { STRAIGHT } from '../src/core/grid/step-costs.js';
import { bakeHpa } from '../src/core/hpa/bake.js';
import { bakeJps } from '../src/core/jps/bake.js';
import { parseMap } from '../src/core/maps/movingai.js';
import { checkPath } from '../src/core/oracle/check-path.js';
import { dijkstra } from '../src/core/oracle/dijkstra.js';
import { checkSweep, placements } from '../src/core/oracle/placements.js';
import { load } from '../src/core/runtime/load-all.js';
import { PathBuffer } from '../src/core/search/path.js';
import { bakeTable } from '../src/core/table/bake.js';
import { type Kind, makeGrid } from '../test/grids.js';
import { diceOf } from './dice.js';

const { queries, seed, next, upTo, pick } = diceOf(1_000_000);
const KINDS: Kind[] = ['noise', 'noise', 'rooms', 'maze', 'comb'];
const EXACT = ['jps+bounds', 'ch', 'jps'];
const path = new PathBuffer();
let checked = 0;
let maps = 0;
const counts = new Map<string, number>();

interface Walker {
  name: string;
  size: number;
  moves: MoveRule;
  raw: Grid;
  grid: Grid;
}

while (checked < queries) {
  const text = drawLetters();
  const walkers = Array.from({ length: upTo(4) }, (_, i) => walker(`agent-${i}`, text)).filter(
    (one) => one !== undefined,
  );
  if (walkers.length === 0) continue;
  const blob = packAgents(
    await Promise.all(walkers.map(async ({ name, grid }) => ({ name, bytes: await bakeAll(grid) }))),
  );
  for (const one of walkers) ask(blob, one, text);
  if (++maps % 500 === 0) console.log(`${checked} queries, ${maps} maps`);
}
console.log(
  `${checked} queries on ${maps} maps: all right; ${[...counts]
    .sort()
    .map(([what, n]) => `${what} ${n}`)
    .join(', ')}`,
);

/** A map whose ground is of several letters, in patches. */
function drawLetters(): string {
  const side = next() < 0.6 ? 12 : 28;
  const [width, height] = [upTo(side), upTo(side)];
  const walls = makeGrid(pick(KINDS), width, height, 0.5 * next(), upTo(2 ** 31 - 1));
  const patch = upTo(6);
  const letters = Array.from({ length: 400 }, () => pick(['.', '.', '.', 'G', 'S', 'W', 'T']));
  const rows = Array.from({ length: height }, (_, y) =>
    Array.from({ length: width }, (__, x) =>
      walls.isOpen(x, y)
        ? letters[(Math.floor(x / patch) + 31 * Math.floor(y / patch)) % letters.length]
        : pick(['@', '@', 'T']),
    ).join(''),
  );
  return `type octile\nheight ${height}\nwidth ${width}\nmap\n${rows.join('\n')}\n`;
}

/** An agent that fits somewhere, or nothing. */
function walker(name: string, text: string): Walker | undefined {
  const terrain = `.${['G', 'S', 'W', 'T'].filter(() => next() < 0.5).join('')}`;
  const costs = next() < 0.2 ? Object.fromEntries([...terrain].map((letter) => [letter, upTo(9)])) : {};
  const size = pick([1, 1, 2, 2, 3, 4, 5]);
  const moves = next() < 0.5 ? 'no-corners' : pick(MOVE_RULES);
  try {
    const raw = withMoves(parseMap(Buffer.from(text), { terrain, costs }), moves);
    return { name, size, moves, raw, grid: anchorsOf(raw, size) };
  } catch {
    return undefined;
  }
}

async function bakeAll(grid: Grid): Promise<Uint8Array> {
  const hpa = await bakeHpa(grid, { cluster: 5, levels: upTo(2), codec: 'none' });
  const blobs = [hpa, await bakeTable(hpa, { codec: 'none', threads: 1 })];
  if (!grid.costs) {
    blobs.push(await bakeJps(grid, { codec: 'none' }), await bakeBounds(grid, { codec: 'none', threads: 1 }));
    blobs.push(await bakeHierarchy(grid, { codec: 'none', witness: upTo(60) }));
  }
  return packBlobs(blobs);
}

function ask(blob: Uint8Array, { name, size, moves, raw, grid }: Walker, text: string): void {
  const byHand = placements(raw, size);
  const scale = grid.costs ? 2 * STRAIGHT : STRAIGHT;
  const { width, height } = grid;
  for (const engine of grid.costs ? ['hpa', 'table'] : [...EXACT, 'hpa', 'table']) {
    const nav = load(blob, { agent: name, engine, wasm: next() < 0.7 });
    for (let s = upTo(width * height) - 1, starts = 0; s < width * height && starts < 3; s += upTo(9), starts++) {
      const from: [number, number] = [s % width, Math.floor(s / width)];
      const optimal = dijkstra(byHand, ...from);
      for (let t = 0; t < width * height; t++, checked++) {
        const to: [number, number] = [t % width, Math.floor(t / width)];
        const best = optimal[byHand.cell(...to)];
        try {
          const found = nav.findPathInto(...from, ...to, path);
          const cells = path.cells.subarray(0, 2 * path.cellCount);
          if (found) checkSweep(raw, size, cells);
          const cost = found ? checkPath(byHand, cells, from, to) : Infinity;
          const good = EXACT.includes(engine) ? cost === best : cost >= best && cost < Infinity === best < Infinity;
          if (!good) throw new Error(`costs ${cost}, optimal ${best}`);
          if (found && path.cost !== cost / scale) throw new Error(`says ${path.cost}, costs ${cost / scale}`);
        } catch (error) {
          console.error(
            `seed ${seed}, ${engine}, ${moves}, size ${size}, terrain ${raw.terrain}: from ${from} to ${to}: ${(error as Error).message}\n${text}`,
          );
          process.exit(1);
        }
      }
    }
    counts.set(`${moves} size ${size}`, (counts.get(`${moves} size ${size}`) ?? 0) + 1);
  }
}
