/**
 * Random maps by every exact engine against Dijkstra: `npm run tool fuzz -- [QUERIES SEED] [--kind plain|hexes|weighted]`.
 *
 * QUERIES of each kind of map, of 1 x 1 to 40 x 40: noise of all densities, mazes, combs, rooms, caves. `plain`: the default rules in both widths
 * and storage forms, every form of goal bounds, by JPS+, A* and contraction hierarchies. `weighted`: costs from nearly equal ones, which make ties,
 * to 254 and 255, long corridors, 0 to 16 landmarks, made at load or stored, every move rule. `hexes`: all layouts, half of them with costs. Every
 * third map with costs has those of entered cells. Hierarchies have few or many witnesses. Each query is asked in WebAssembly and in JavaScript.
 * A failure prints the seed of the map and the map.
 */
import { parseArgs } from 'node:util';
import { bakeBounds } from '../src/core/bounds/bake.js';
import { bakeHierarchy } from '../src/core/ch/bake.js';
import { WITNESS_LIMIT } from '../src/core/ch/contract.js';
import { generateMap } from '../src/core/generate/generate.js';
import { withMoves } from '../src/core/grid/clearance.js';
import { isDirected } from '../src/core/grid/entered.js';
import type { Grid } from '../src/core/grid/grid.js';
import { ALL_RULES, isHex, MOVE_RULES } from '../src/core/grid/rules.js';
import { unitOf } from '../src/core/grid/step-costs.js';
import { bakeJps } from '../src/core/jps/bake.js';
import { checkPath } from '../src/core/oracle/check-path.js';
import { dijkstra } from '../src/core/oracle/dijkstra.js';
import { PathBuffer } from '../src/core/search/path.js';
import { loadForTools } from '../src/lab/engines/all.js';
import { picture, random } from '../test/grids.js';
import { pricedGrid } from '../test/priced.js';

const HEXES = ALL_RULES.slice(MOVE_RULES.length);
const FORMS = [
  { engine: 'jps', width: 16 },
  { engine: 'jps', width: 8 },
  { engine: 'jps+bounds', width: 16, at: 'jump-points', exact: true },
  { engine: 'jps+bounds', width: 8, at: 'jump-points', exact: false },
  { engine: 'jps+bounds', width: 16, at: 'cells', exact: true },
  { engine: 'jps+bounds', width: 16, at: 'cells', exact: false },
  { engine: 'astar+bounds', width: 16, at: 'jump-points', exact: true },
  { engine: 'astar+bounds', width: 16, at: 'cells', exact: true },
] as const;
const WITNESSES = [1, 3, WITNESS_LIMIT];

type UpTo = (n: number) => number;

/** A map without costs, mostly a small one. */
function plainMap(seed: number, upTo: UpTo): Grid {
  const kind = (['noise', 'noise', 'noise', 'maze', 'comb', 'rooms', 'caves'] as const)[upTo(7)];
  const side = upTo(10) < 7 ? 12 : 40;
  return generateMap(kind, { width: 1 + upTo(side), height: 1 + upTo(side), density: upTo(1000) / 1000, seed });
}

/** Maps by kind. Not every seed gives one with costs. */
const MAPS: Record<string, (seed: number, upTo: UpTo) => Grid> = {
  plain: plainMap,
  hexes: (seed, upTo) => withMoves(seed % 2 ? pricedGrid(seed, 24) : plainMap(seed, upTo), HEXES[upTo(HEXES.length)]),
  weighted: (seed) => withMoves(pricedGrid(seed, 24), MOVE_RULES[seed % 4]),
};

/** An engine that knows a map, as [in WebAssembly, in JavaScript]. */
async function enginesOf(grid: Grid, upTo: UpTo) {
  const forms = isHex(grid) ? FORMS.filter(({ engine }) => engine !== 'astar+bounds') : FORMS;
  const form = forms[upTo(forms.length)];
  const { width } = form;
  const landmarks = [0, 1, 2, 8, 16][upTo(5)];
  const none = { codec: 'none', threads: 1 } as const;
  const jps = await bakeJps(
    grid,
    grid.costs ? { ...none, landmarks, storeLandmarks: upTo(2) === 0 } : { ...none, width },
  );
  let [blobs, engine]: [Uint8Array[], string] = [[jps], grid.costs ? 'priced' : form.engine];
  if (!isDirected(grid) && upTo(3) === 0)
    [blobs, engine] = [[await bakeHierarchy(grid, { ...none, witness: WITNESSES[upTo(3)] })], 'ch'];
  else if ('at' in form && !grid.costs) blobs.push(await bakeBounds(grid, { ...form, ...none }));
  return [true, false].map((wasm) => loadForTools(blobs, { engine, wasm }));
}

/** @returns how many queries were checked */
async function checkMap(kind: string, seed: number): Promise<number> {
  const next = random(seed);
  const upTo: UpTo = (n) => Math.floor(next() * n);
  const grid = MAPS[kind](seed, upTo);
  if (kind === 'weighted' && !grid.costs) return 0;
  if (seed % 3 === 0) grid.stepCosts = 'entered';
  const [nav, plain] = await enginesOf(grid, upTo);
  const { width, height } = grid;
  const [path, other] = [new PathBuffer(), new PathBuffer()];
  let checked = 0;
  // Many maps rather than many queries of one: a few starts, many goals of each.
  for (let starts = 0; starts < 8; starts++) {
    const [x, y] = [upTo(width), upTo(height)];
    const optimal = dijkstra(grid, x, y);
    for (let t = upTo(3); t < width * height; t += 1 + upTo(3), checked++) {
      const [gx, gy] = [t % width, Math.floor(t / width)];
      const found = nav.findPathInto(x, y, gx, gy, path);
      const cost = found ? checkPath(grid, path.cells.subarray(0, 2 * path.cellCount), [x, y], [gx, gy]) : Infinity;
      const same =
        plain.findPathInto(x, y, gx, gy, other) === found &&
        (!found || `${other.toPath().cells}` === `${path.toPath().cells}`);
      if (same && cost === optimal[grid.cell(gx, gy)] && (!found || path.cost === cost / unitOf(grid))) continue;
      console.error(
        `${kind}, seed ${seed}, ${nav.engine}, ${grid.moveRule}: from ${x},${y} to ${gx},${gy}: ${cost}, optimal ${optimal[grid.cell(gx, gy)]}${same ? '' : ', other without WebAssembly'}\n${picture(grid)}`,
      );
      process.exit(1);
    }
  }
  return checked;
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { kind: { type: 'string' } } });
const [queries = 1_000_000, first = 1] = positionals.map(Number);
const kinds = values.kind === undefined ? Object.keys(MAPS) : [values.kind];
const unknown = kinds.find((kind) => !(kind in MAPS));
if (unknown !== undefined) {
  console.error(`there is no kind ${unknown}, expected one of: ${Object.keys(MAPS).join(', ')}`);
  process.exit(2);
}
for (const kind of kinds) {
  let checked = 0;
  let maps = 0;
  for (let seed = first; checked < queries; seed++, maps++) checked += await checkMap(kind, seed);
  console.log(`${kind}: ${checked} queries on ${maps} maps from seed ${first}: all optimal`);
}
