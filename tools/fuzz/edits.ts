/** Maps of every rule that change, by every engine: what they answer after each edit, and whether they repair their parts to what a new bake gives. */
import { bakeBounds } from '../../src/core/bounds/bake.js';
import { bakeHierarchy } from '../../src/core/ch/bake.js';
import { anchorsIn, withMoves } from '../../src/core/grid/clearance.js';
import { isDirected } from '../../src/core/grid/entered.js';
import { type Grid, setCosts } from '../../src/core/grid/grid.js';
import { ALL_RULES, isHex } from '../../src/core/grid/rules.js';
import { unitOf } from '../../src/core/grid/step-costs.js';
import type { WallInput } from '../../src/core/grid/walls.js';
import { bakeHpa } from '../../src/core/hpa/bake.js';
import { bakeJps } from '../../src/core/jps/bake.js';
import { native } from '../../src/core/jps/wasm/native.js';
import { checkPath } from '../../src/core/oracle/check-path.js';
import { dijkstra } from '../../src/core/oracle/dijkstra.js';
import { findPathWithin } from '../../src/core/runtime/limits.js';
import { linksPart } from '../../src/core/runtime/links.js';
import { load } from '../../src/core/runtime/load-all.js';
import { navOf } from '../../src/core/runtime/load-grid.js';
import { type GridNav, kitOf } from '../../src/core/runtime/nav.js';
import { wallsPart } from '../../src/core/runtime/walls.js';
import { bakeTable } from '../../src/core/table/bake.js';
import type { Change } from '../../src/play/edit/cells.js';
import { applyChanges, saveChanges } from '../../src/play/edit/changes.js';
import { findDoor, findLink } from '../../src/play/edit/doors.js';
import { editable } from '../../src/play/edit/edit.js';
import type { ChangingNav } from '../../src/play/edit/edits.js';
import { liveJumps } from '../../src/play/edit/jumps.js';
import { randomChanges } from '../../test/changes.js';
import { anyCell } from '../../test/grids.js';
import { checkLines } from '../../test/jump-lines.js';
import { allowing, askLinked, linked } from '../../test/links.js';
import { WALLED_RULES, walledGrid } from '../../test/walls.js';
import { type Dice, diceOf, drawMap, NEAR, RAW } from './dice.js';
import { advance, type Held, hold } from './held.js';

const KIT = kitOf([linksPart, wallsPart]);
const EDITS = 4;
const GATE = 'gate';

/** Squares and hexagons, units of 1 and 2 cells, with costs, links, or walls between cells. */
function draw(dice: Dice, seed: number): Grid {
  const { next, below, pick } = dice;
  if (below(5) === 0) {
    const rule = pick(WALLED_RULES);
    const isPriced = rule === 'never' && next() < 0.4;
    const options = { side: 4 + below(26), maxCost: isPriced ? 2 + below(120) : 1, links: next() < 0.25 };
    const walled = walledGrid(next, rule, options);
    if (rule === 'never' && next() < 0.5) walled.stepCosts = 'entered';
    return walled;
  }
  const single = withMoves(drawMap(dice, seed, 30), next() < 0.3 ? 'no-corners' : pick(ALL_RULES));
  const cost = next() < 0.5 ? () => 1 + below(9) : (x: number, y: number) => 1 + (((x >> 2) * 7 + (y >> 1) * 3) % 6);
  if (below(3) === 0) setCosts(single, cost);
  if (single.costs && below(2) === 0) single.stepCosts = 'entered';
  const grid = !isHex(single) && below(4) === 0 ? anchorsIn(single, 2) : single;
  return below(2) === 0 ? grid : linked(grid, 1 + below(seed % 8 === 0 ? 250 : 12), next);
}

function anyWall({ width, height }: Pick<Grid, 'width' | 'height'>, { next, below }: Dice): WallInput {
  const isEast = width > 1 && (height === 1 || next() < 0.5);
  return isEast ? [below(width - 1), below(height), 'east'] : [below(width), below(height - 1), 'south'];
}

async function blobsOf(grid: Grid, dice: Dice): Promise<Uint8Array[]> {
  const { next, below, pick } = dice;
  const gate = { name: GATE, cells: anyCell(grid, next), walls: [anyWall(grid, dice), anyWall(grid, dice)] };
  const layout = next() < 0.2 ? ('mapped' as const) : ('compact' as const);
  const options = { ...RAW, layout, ...(grid.walls && { places: { doors: [gate], markers: [] } }) };
  const blobs = [await bakeJps(grid, options)];
  if (isDirected(grid)) return blobs;
  blobs.push(await bakeHierarchy(grid, options));
  const at = pick(['jump-points', 'jump-points', 'cells'] as const);
  if (!grid.costs) blobs.push(await bakeBounds(grid, { ...options, at, exact: next() < 0.7 }));
  if (isHex(grid) || grid.walls) return blobs;
  const levels = 1 + below(3);
  const hpa = await bakeHpa(grid, { ...options, cluster: 2 + below(8), levels, paths: next() < 0.7 });
  return [...blobs, hpa, await bakeTable(hpa, options)];
}

/** Paths within limits of work: whole ones, or legal parts to nearer cells. */
function askWithin(grid: Grid, nav: GridNav, { next }: Dice): number {
  const [from, unit] = [anyCell(grid, next), unitOf(grid)];
  const optimal = dijkstra(grid, ...from);
  for (let i = 0; i < 12; i++) {
    const to = anyCell(grid, next);
    const best = optimal[grid.cell(...to)];
    const limits = { expanded: 1 + Math.floor(20 * next() ** 2), partial: next() < 0.5 };
    const { path, status } = findPathWithin(nav, ...from, ...to, limits);
    const end = (path ? [...path.cells.slice(-2)] : to) as [number, number];
    const cost = path ? checkPath(grid, path.cells, from, end, path.links) : Infinity;
    const good = {
      found: `${end}` === `${to}` && (NEAR.includes(nav.engine) ? cost >= best : cost === best) && cost < Infinity,
      unreachable: best === Infinity && !path,
      limit: best < Infinity && (!path || (limits.partial && Math.round(path.cost * unit) === cost)),
    }[status];
    if (!good) throw new Error(`${status} from ${from} to ${to}: ${cost}, optimal ${best}, ended at ${end}`);
  }
  return 12;
}

/** Compares jump lines that are repaired after each edit with new ones. */
function repairs(grid: Grid, engine: string | undefined, { next }: Dice): (nav: ChangingNav) => void {
  if (engine === 'jps' && !grid.costs && grid.moveRule === 'no-corners' && !grid.walls) {
    const lines = grid.copy();
    const start = () => liveJumps(lines, next() < 0.7 ? native : undefined);
    let live = start();
    return ({ grid: { open } }) => {
      const flipped = [...open.keys()].filter((cell) => open[cell] !== lines.open[cell]);
      for (const cell of flipped) lines.open[cell] ^= 1;
      const at = (cell: number) => [(cell % grid.stride) - 1, Math.floor(cell / grid.stride) - 1] as const;
      const boxes = flipped.map((cell) => [...at(cell), ...at(cell)] as const);
      if (!live.repair(flipped, boxes)) live = start();
      checkLines(lines, live.lines);
    };
  }
  return () => {};
}

/** Cells, costs, links, doors and walls, some of them back as they were. */
class Editor {
  private readonly closed = new Set<string>();
  private readonly names: string[];
  private last: Change[] = [];

  constructor(
    private readonly grid: Grid,
    private readonly nav: ChangingNav,
    private readonly hasGate: boolean,
    private readonly dice: Dice,
  ) {
    this.names = [...new Set(grid.links?.map(({ name }) => name))];
  }

  /** @param mayPrice whether a map without costs may get its first */
  edit(mayPrice: boolean): void {
    const { grid, nav, closed, names, dice } = this;
    const kind = dice.next();
    if (kind < 0.06) {
      nav.reset();
      closed.clear();
    } else if (kind < 0.4 && names.length > 0) {
      const name = dice.pick(names);
      const link = findLink(nav, name);
      if (closed.delete(name)) link.open();
      else {
        link.close();
        closed.add(name);
      }
    } else if (kind < 0.4 && this.hasGate) {
      const gate = findDoor(nav, GATE);
      (gate.isOpen ? gate.close : gate.open)();
    } else if (kind > 0.7 && grid.walls) {
      nav.edit(
        Array.from({ length: 1 + dice.below(3) }, () => ({ wall: anyWall(grid, dice), open: dice.next() < 0.5 })),
      );
    } else {
      const canPrice = grid.size === 1 && (!grid.walls || grid.moveRule === 'never');
      const isPriced = canPrice && (!!grid.costs || (mayPrice && !isHex(grid)));
      const back = this.last.flatMap((one) => (one.open === undefined ? [] : [{ ...one, open: !one.open }]));
      this.last = back.length > 0 && dice.next() < 0.3 ? back : randomChanges(grid, dice.next, isPriced);
      nav.edit(this.last);
    }
  }

  /** The map as it is. */
  get now(): Grid {
    const links = this.grid.links?.filter(({ name }) => !this.closed.has(name));
    return Object.assign((this.nav.grid as Grid).copy(), { links });
  }

  /** @returns the number of queries */
  ask(): number {
    const { nav, now, names, dice } = this;
    // On a map without links that differs from the baked one, HPA* does not answer.
    const isOptimal = nav.stale.includes('hpa') && names.length === 0;
    const isNear = NEAR.includes(nav.engine) && !isOptimal;
    let checked = askLinked(now, nav, isNear, dice.next, 2) + askWithin(now, nav, dice);
    const some = new Set(names.filter(() => dice.next() < 0.6));
    if (names.length > 0) checked += askLinked(...allowing(now, nav, some), isNear, dice.next, 1);
    return checked;
  }
}

/** Edits, and asks after each; then whether a map with the same changes has the same cells. */
function askEdited(grid: Grid, loaded: GridNav, engine: string | undefined, dice: Dice): number {
  const nav = editable(loaded) as ChangingNav;
  const editor = new Editor(grid, nav, engine !== undefined && !!grid.walls, dice);
  const repair = repairs(grid, engine, dice);
  const held: Held[] = [];
  let checked = 0;
  for (let round = 0; round < EDITS; round++) {
    held.push(...hold(nav, anyCell(grid, dice.next), anyCell(grid, dice.next)));
    const moving = held.filter(({ path }) => !path);
    checked += advance(editor.now, nav, moving, dice);
    editor.edit(round > 1);
    checked += editor.ask() + advance(editor.now, nav, held, dice);
    repair(nav);
  }
  const other = editable(loaded);
  applyChanges(other, saveChanges(nav));
  for (let i = 0; i < 20; i++, checked++) {
    const query = [...anyCell(grid, dice.next), ...anyCell(grid, dice.next)] as const;
    const [one, two] = [nav, other].map((each) => each.findPath(...query)?.cells.join());
    if (one !== two) throw new Error(`cells from ${query} depend on the order of edits: ${one}, ${two}`);
  }
  return checked;
}

export async function fuzzEdits(seed: number): Promise<number> {
  const dice = diceOf(seed);
  const grid = draw(dice, seed);
  const blobs = await blobsOf(grid, dice);
  let checked = 0;
  for (const engine of [undefined, ...load(blobs).engines]) {
    const wasm = dice.next() < 0.7;
    const loaded = engine === undefined ? navOf(grid.copy(), KIT) : (load(blobs, { engine, wasm }) as GridNav);
    try {
      checked += askLinked(grid, loaded, NEAR.includes(loaded.engine), dice.next, 1);
      checked += askEdited(grid, loaded, engine, dice);
    } catch (error) {
      (error as Error).stack =
        `${engine ?? 'made in the game'}, wasm ${wasm}, ${grid.moveRule}, size ${grid.size}: ${(error as Error).stack}`;
      throw error;
    }
  }
  return checked;
}
