/** Maps that stay as they are, by every exact engine, in WebAssembly and in JavaScript. */
import { bakeBounds } from '../../src/core/bounds/bake.js';
import { bakeHierarchy } from '../../src/core/ch/bake.js';
import { WITNESS_LIMIT } from '../../src/core/ch/contract.js';
import { withMoves } from '../../src/core/grid/clearance.js';
import { isDirected } from '../../src/core/grid/entered.js';
import type { Grid } from '../../src/core/grid/grid.js';
import { isHex, MOVE_RULES } from '../../src/core/grid/rules.js';
import { bakeJps } from '../../src/core/jps/bake.js';
import type { GridNav } from '../../src/core/runtime/nav.js';
import { over } from '../../src/core/runtime/over.js';
import { PathBuffer } from '../../src/core/search/path.js';
import { loadForTools } from '../../src/lab/engines/all.js';
import { HEX_RULES } from '../../test/grids.js';
import { askLinked } from '../../test/links.js';
import { pricedGrid } from '../../test/priced.js';
import { type Dice, diceOf, drawMap, RAW } from './dice.js';

const FORMS = [
  { engine: 'jps' },
  { engine: 'jps+bounds', at: 'jump-points', exact: true },
  { engine: 'jps+bounds', at: 'jump-points', exact: false },
  { engine: 'jps+bounds', at: 'cells', exact: true },
  { engine: 'jps+bounds', at: 'cells', exact: false },
  { engine: 'astar+bounds', at: 'jump-points', exact: true },
  { engine: 'astar+bounds', at: 'cells', exact: true },
] as const;
const WITNESSES = [1, 3, WITNESS_LIMIT];

/** An engine over a map, as [in WebAssembly, in JavaScript]. */
async function enginesOf(grid: Grid, { below, pick }: Dice): Promise<GridNav[]> {
  const form = pick(isHex(grid) ? FORMS.filter(({ engine }) => engine !== 'astar+bounds') : FORMS);
  const [landmarks, storeLandmarks] = [pick([0, 1, 2, 8, 16]), below(2) === 0];
  const jps = await bakeJps(grid, { ...RAW, ...(grid.costs && { landmarks, storeLandmarks }) });
  let [blobs, engine]: [Uint8Array[], string] = [[jps], grid.costs ? 'priced' : form.engine];
  if (!isDirected(grid) && below(3) === 0)
    [blobs, engine] = [[await bakeHierarchy(grid, { ...RAW, witness: pick(WITNESSES) })], 'ch'];
  else if ('at' in form && !grid.costs) blobs.push(await bakeBounds(grid, { ...form, ...RAW }));
  return [true, false].map((wasm) => loadForTools(blobs, { engine, wasm }));
}

/** A map whose paths have to be those of another, cell by cell. */
function twin(nav: GridNav, other: GridNav): GridNav {
  const second = new PathBuffer();
  return over(nav, {
    findPathInto(x0: number, y0: number, x1: number, y1: number, path: PathBuffer) {
      const found = nav.findPathInto(x0, y0, x1, y1, path);
      const isSame = other.findPathInto(x0, y0, x1, y1, second) === found;
      if (!isSame || (found && `${second.toPath().cells}` !== `${path.toPath().cells}`))
        throw new Error(`${nav.engine}: other cells in JavaScript from ${x0},${y0} to ${x1},${y1}`);
      return found;
    },
  });
}

/** Many maps rather than many queries of one. */
async function fuzz(grid: Grid, seed: number, dice: Dice): Promise<number> {
  if (seed % 3 === 0) grid.stepCosts = 'entered';
  const [nav, plain] = await enginesOf(grid, dice);
  return askLinked(grid, twin(nav, plain), false, dice.next, 8);
}

export async function fuzzPlain(seed: number): Promise<number> {
  const dice = diceOf(seed);
  return fuzz(drawMap(dice, seed, 40), seed, dice);
}

export async function fuzzHexes(seed: number): Promise<number> {
  const dice = diceOf(seed);
  return fuzz(withMoves(seed % 2 ? pricedGrid(seed, 24) : drawMap(dice, seed, 40), dice.pick(HEX_RULES)), seed, dice);
}

/** Not every seed gives a map with costs. */
export async function fuzzWeighted(seed: number): Promise<number> {
  const grid = withMoves(pricedGrid(seed, 24), MOVE_RULES[seed % 4]);
  return grid.costs ? fuzz(grid, seed, diceOf(seed)) : 0;
}
