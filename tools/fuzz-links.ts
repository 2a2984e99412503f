/**
 * Random maps with random links, by every engine and rule, with costs and larger units, before and after edits of cells and links,
 * against Dijkstra: `npm run tool fuzz-links -- [QUERIES SEED]`.
 *
 * Maps of 1 x 1 to 30 x 30 with up to 12 links, every fourth with up to 250, one way and both, cheap and costly. Every path is walked, link by link; so are those of
 * `findPathWithin`, of queries that may take some links only, walks and walkers that are held over the edits. A map that got the same changes in one edit has the same cells. A failure prints map and links.
 */
import { bakeBounds } from '../src/core/bounds/bake.js';
import { bakeHierarchy } from '../src/core/ch/bake.js';
import { generateMap } from '../src/core/generate/generate.js';
import { anchorsOf, withMoves } from '../src/core/grid/clearance.js';
import { isDirected } from '../src/core/grid/entered.js';
import { type Grid, setCosts } from '../src/core/grid/grid.js';
import { waysOf } from '../src/core/grid/links.js';
import { ALL_RULES, isHex } from '../src/core/grid/rules.js';
import { unitOf } from '../src/core/grid/step-costs.js';
import { bakeHpa } from '../src/core/hpa/bake.js';
import { bakeJps } from '../src/core/jps/bake.js';
import { checkPath } from '../src/core/oracle/check-path.js';
import { dijkstra } from '../src/core/oracle/dijkstra.js';
import { findPathWithin } from '../src/core/runtime/limits.js';
import { load } from '../src/core/runtime/load-all.js';
import type { GridNav } from '../src/core/runtime/nav.js';
import type { Path } from '../src/core/search/path.js';
import { bakeTable } from '../src/core/table/bake.js';
import { affects } from '../src/play/edit/affects.js';
import { applyChanges, saveChanges } from '../src/play/edit/changes.js';
import { findLink } from '../src/play/edit/doors.js';
import { editable } from '../src/play/edit/edit.js';
import type { ChangingNav } from '../src/play/edit/edits.js';
import type { LiveWalk } from '../src/play/edit/walks.js';
import { follow } from '../src/play/follow/follow.js';
import type { Walker } from '../src/play/follow/walker.js';
import { picture, random } from '../test/grids.js';
import { allowing, askLinked, linked } from '../test/links.js';

const [queries = 1_000_000, first = 1] = process.argv.slice(2).map(Number);
const stored = { codec: 'none', threads: 1 } as const;
const NEAR = ['hpa', 'table'];
let checked = 0;
let maps = 0;

async function blobsOf(grid: Grid): Promise<Uint8Array[]> {
  const jps = await bakeJps(grid, stored);
  if (isDirected(grid)) return [jps];
  if (isHex(grid) && grid.costs) return [jps, await bakeHierarchy(grid, stored)];
  if (isHex(grid)) return [jps, await bakeBounds(grid, stored)];
  const hpa = await bakeHpa(grid, { cluster: 6, levels: 2, ...stored });
  const others = [hpa, await bakeTable(hpa, stored), await bakeHierarchy(grid, stored)];
  return [jps, ...others, ...(grid.costs ? [] : [await bakeBounds(grid, stored)])];
}

type Cell = [x: number, y: number];
const same = (a: ArrayLike<number>, b: ArrayLike<number>) => a[0] === b[0] && a[1] === b[1];

/** Paths within limits of work: whole ones, or legal parts to nearer cells. */
function askWithin(grid: Grid, nav: GridNav, next: () => number): void {
  const cell = (): Cell => [Math.floor(next() * grid.width), Math.floor(next() * grid.height)];
  const [from, unit] = [cell(), unitOf(grid)];
  const optimal = dijkstra(grid, ...from);
  for (let i = 0; i < 12; i++, checked++) {
    const to = cell();
    const best = optimal[grid.cell(...to)];
    const limits = { expanded: 1 + Math.floor(20 * next() ** 2), partial: next() < 0.5 };
    const { path, status } = findPathWithin(nav, ...from, ...to, limits);
    const end = (path ? [...path.cells.slice(-2)] : to) as Cell;
    const cost = path ? checkPath(grid, path.cells, from, end, path.links) : Infinity;
    const good = {
      found: same(end, to) && (NEAR.includes(nav.engine) ? cost >= best : cost === best) && cost < Infinity,
      unreachable: best === Infinity && !path,
      limit: best < Infinity && (!path || (limits.partial && Math.round(path.cost * unit) === cost)),
    }[status];
    if (!good) throw new Error(`${status} from ${from} to ${to}: ${cost}, optimal ${best}, ended at ${end}`);
  }
}

interface Held {
  at: Cell;
  to: Cell;
  walk?: LiveWalk;
  path?: Path;
  walker?: Walker;
}

/** Moves what is held some steps on the map as it is; walkers to their end now and then. */
function advance(grid: Grid, nav: ChangingNav, held: Held[], next: () => number): void {
  const ways = waysOf(grid.links ?? []).filter(({ from, to }) => grid.isOpen(...from) && grid.isOpen(...to));
  for (const one of held) {
    const { walk, walker, path, to } = one;
    for (let i = 1 + Math.floor(5 * next()); i > 0 && walk; i--, checked++) {
      const { done, value } = walk.next();
      if (done) {
        if (!same(one.at, to) && (!walk.blocked || nav.isReachable(...one.at, ...to)))
          throw new Error(`a walk to ${to} ends at ${one.at}`);
        break;
      }
      if (!same(value, one.at) && !ways.some((way) => same(way.from, one.at) && same(way.to, value)))
        checkPath(grid, [...one.at, ...value], one.at, value);
      one.at = value;
    }
    if (path) {
      let cost = Infinity;
      try {
        const isWhole = path.links?.every(({ link }) => grid.links?.some(({ name }) => name === link.name)) !== false;
        if (isWhole) cost = checkPath(grid, path.cells, one.at, to, path.links);
      } catch {}
      if (cost !== Math.round(path.cost * unitOf(grid)) && !affects(nav, path))
        throw new Error(`affects misses ${path.cells}`);
    }
    for (let i = 1 + Math.floor((next() < 0.3 ? 400 : 20) * next()); i > 0 && walker; i--, checked++) {
      const { status, x, y } = walker.update(50);
      const isOpen = isHex(grid) || grid.size > 1 || grid.isOpen(Math.floor(x), Math.floor(y));
      if (status === 'walking' && !isOpen) throw new Error(`a walker to ${to} is in a wall at ${x}, ${y}`);
      if (status === 'arrived' && !nav.isOpen(...to)) throw new Error(`a walker has arrived in a wall at ${to}`);
    }
  }
}

/** Closes and opens cells and links, and asks after each edit. */
function askEdited(grid: Grid, loaded: GridNav, next: () => number): void {
  const nav = editable(loaded);
  const closed = new Set<string>();
  const names = [...new Set(grid.links?.map(({ name }) => name))];
  const cell = (): Cell => [Math.floor(next() * grid.width), Math.floor(next() * grid.height)];
  const held: Held[] = [];
  let now = grid;
  for (let round = 0; round < 3; round++) {
    const [at, to] = [cell(), cell()];
    const path = nav.findPath(...at, ...to);
    if (path) {
      held.push({ at, to, path });
      const walk = nav.walk?.(...at, ...to);
      if (walk) held.push({ at, to, walk });
      if (!isHex(grid)) {
        const half = grid.size / 2;
        const walker = follow(nav, { x: at[0] + half, y: at[1] + half, speed: 4 });
        walker.to(...to);
        held.push({ at, to, walker });
      }
    }
    advance(
      now,
      nav,
      held.filter(({ path }) => !path),
      next,
    );
    const name = names[Math.floor(next() * names.length)];
    if (name !== undefined && next() < 0.5) {
      if (closed.delete(name)) findLink(nav, name).open();
      else {
        findLink(nav, name).close();
        closed.add(name);
      }
    } else {
      const [x, y] = cell();
      if (grid.costs && grid.size === 1 && next() < 0.5) nav.setCost(x, y, 1 + Math.floor(9 * next()));
      else nav.setOpen(x, y, next() < 0.5);
    }
    now = (nav.grid as Grid).copy();
    now.links = grid.links?.filter((link) => !closed.has(link.name));
    checked += askLinked(now, nav, NEAR.includes(loaded.engine), next, 1);
    const some = new Set(names.filter(() => next() < 0.6));
    checked += askLinked(...allowing(now, nav, some), NEAR.includes(loaded.engine), next, 1);
    askWithin(now, nav, next);
    advance(now, nav, held, next);
  }
  const other = editable(loaded);
  applyChanges(other, saveChanges(nav));
  for (let i = 0; i < 20; i++, checked++) {
    const query = [...cell(), ...cell()] as const;
    const [one, two] = [nav, other].map((each) => each.findPath(...query)?.cells.join());
    if (one !== two) throw new Error(`cells from ${query} depend on the order of edits: ${one}, ${two}`);
  }
}

for (let seed = first; checked < queries; seed++, maps++) {
  const next = random(seed);
  const upTo = (n: number) => Math.floor(next() * n);
  const kind = (['noise', 'noise', 'maze', 'comb', 'rooms', 'caves'] as const)[upTo(6)];
  const [width, height] = [1 + upTo(30), 1 + upTo(30)];
  let grid = withMoves(generateMap(kind, { width, height, density: next(), seed }), ALL_RULES[seed % ALL_RULES.length]);
  if (!grid.open.includes(1)) continue;
  if (upTo(3) === 0) setCosts(grid, () => 1 + upTo(9));
  if (grid.costs && upTo(2) === 0) grid.stepCosts = 'entered';
  if (!isHex(grid) && upTo(4) === 0) {
    try {
      grid = anchorsOf(grid, 2);
    } catch {
      continue;
    }
  }
  linked(grid, 1 + upTo(maps % 4 === 0 ? 250 : 12), next);
  const blobs = await blobsOf(grid);
  for (const engine of load(blobs).engines) {
    const nav = load(blobs, { engine }) as GridNav;
    try {
      checked += askLinked(grid, nav, NEAR.includes(engine), next, 2);
      askWithin(grid, nav, next);
      askEdited(grid, nav, next);
    } catch (error) {
      console.error(`seed ${seed}, ${engine}, ${grid.moveRule}, size ${grid.size}: ${(error as Error).stack}`);
      console.error(`${picture(grid)}\n${JSON.stringify(grid.links)}`);
      process.exit(1);
    }
  }
}
console.log(`${checked} queries on ${maps} maps from seed ${first}: all right`);
