/** Maps that came to one state by other edits and queries: the cells of their paths, and what units ask of them. */
import { bakeBounds } from '../src/core/bounds/bake.js';
import { bakeHierarchy } from '../src/core/ch/bake.js';
import { withMoves } from '../src/core/grid/clearance.js';
import { type Grid, type MoveRule, setCosts } from '../src/core/grid/grid.js';
import { isHex } from '../src/core/grid/rules.js';
import { type WallInput, withWalls } from '../src/core/grid/walls.js';
import { bakeHpa } from '../src/core/hpa/bake.js';
import { bakeJps } from '../src/core/jps/bake.js';
import { load } from '../src/core/runtime/load-all.js';
import { type Path, PathBuffer } from '../src/core/search/path.js';
import { bakeTable } from '../src/core/table/bake.js';
import { blockersOf } from '../src/play/avoid/blockers.js';
import type { MapChange } from '../src/play/edit/cells.js';
import { applyChanges, saveChanges } from '../src/play/edit/changes.js';
import { editable } from '../src/play/edit/edit.js';
import type { ChangingNav } from '../src/play/edit/edits.js';
import { fleeField, flowField } from '../src/play/field/field.js';
import { findPathTo } from '../src/play/field/targets.js';
import { findPathAround } from '../src/play/reach/around.js';
import { reach } from '../src/play/reach/reach.js';
import { randomChanges } from './changes.js';
import { type Kind, makeGrid, random } from './grids.js';
import { linked } from './links.js';

const CODEC = { codec: 'none', threads: 1 } as const;
const MAPPED = { ...CODEC, layout: 'mapped' } as const;
const KINDS: Kind[] = ['noise', 'rooms', 'comb', 'noise'];
type Options = typeof CODEC | typeof MAPPED;
const BAKES = {
  jps: async (grid: Grid, options: Options) => [await bakeJps(grid, options)],
  'jps+bounds': async (grid: Grid, options: Options) => [await bakeJps(grid, options), await bakeBounds(grid, options)],
  ch: async (grid: Grid, options: Options) => [await bakeHierarchy(grid, options)],
  hpa: async (grid: Grid, options: Options) => [await bakeHpa(grid, { ...options, cluster: 6 })],
  'hpa of three levels, without paths': async (grid: Grid, options: Options) => [
    await bakeHpa(grid, { ...options, cluster: 4, levels: 3, merge: 2, paths: false }),
  ],
  table: async (grid: Grid, options: Options) => {
    const hpa = await bakeHpa(grid, { ...options, cluster: 8 });
    return [hpa, await bakeTable(hpa, options)];
  },
};

export interface LockstepCase {
  /** The baked artifacts. */
  name: keyof typeof BAKES;
  /** Whether cells have costs. */
  priced: boolean;
  rule: MoveRule;
  /** Whether there are links, which edits open and close. */
  links: boolean;
  /** Whether there are walls between cells, which edits open and close. */
  walls: boolean;
}

/** Each engine without costs and with, where it can; each under other move rules, over links, and with walls. */
export const LOCKSTEP_CASES: LockstepCase[] = (Object.keys(BAKES) as LockstepCase['name'][]).flatMap((name) => {
  const plain: LockstepCase = { name, priced: false, rule: 'no-corners', links: false, walls: false };
  const cases = [plain, { ...plain, rule: 'never' as const }, { ...plain, rule: 'always' as const }];
  cases.push({ ...plain, links: true });
  if (name.startsWith('jps')) cases.push({ ...plain, rule: 'hex-odd-r' });
  if (name.startsWith('jps') || name === 'ch') cases.push({ ...plain, rule: 'never', walls: true });
  return name === 'jps+bounds' ? cases : [...cases, { ...plain, priced: true }];
});

type Query = [x0: number, y0: number, x1: number, y1: number];
const path = new PathBuffer();

/** The cells of a path as a text, its cost, and the nodes expanded for it, by which a queue counts work. */
function answer(nav: ChangingNav, query: Query): string {
  return nav.findPathInto(...query, path)
    ? `${path.cost} for ${nav.search.expanded}: ${path.cells.subarray(0, 2 * path.cellCount).join()}`
    : 'no path';
}

/**
 * One edited map; another that joins late, and one in JavaScript and of the mapped layout with the same edits in
 * another order, more that were taken back, and other queries.
 * @returns queries of which one of them has other cells, or the first has when it is asked again
 */
export async function differing({ name, priced, rule, links, walls }: LockstepCase, seed: number, queries: number) {
  const engine = name === 'jps' && priced ? 'priced' : name.split(' ')[0];
  const next = random(seed);
  const below = (n: number) => Math.floor(next() * n);
  const cells = randomMap(seed, priced, next);
  const list = Array.from(
    { length: 200 },
    (): WallInput => [below(cells.width - 1), below(cells.height - 1), next() < 0.5 ? 'east' : 'south'],
  );
  if (walls) withWalls(cells, list);
  const grid = links ? linked(withMoves(cells, rule), 6, next) : withMoves(cells, rule);
  const blobs = await BAKES[name](grid, CODEC);
  const changes = (isWeighted: boolean): MapChange[] => [
    ...randomChanges(grid, next, isWeighted),
    ...(grid.links?.length ? [{ link: grid.links[0].name ?? '', open: next() < 0.5 }] : []),
    ...(walls ? list.slice(0, 3).map((wall) => ({ wall, open: next() < 0.5 })) : []),
  ];
  const query = (): Query => [below(grid.width), below(grid.height), below(grid.width), below(grid.height)];
  const first = editable(load(blobs, { engine }));
  const batches = Array.from({ length: 6 }, () => changes(priced));
  for (const batch of batches) {
    first.edit(batch);
    for (let i = 0; i < 70; i++) answer(first, query());
  }
  const joined = editable(load(blobs, { engine }));
  applyChanges(joined, saveChanges(first));
  const strayed = editable(load(await BAKES[name](grid, MAPPED), { engine, wasm: false }));
  for (const batch of batches.reverse()) strayed.edit(batch);
  for (let i = 0; i < 70; i++) answer(strayed, query());
  // This includes costs: a map whose costs are all gone has none.
  strayed.edit(changes(!isHex(grid)));
  answer(strayed, query());
  applyChanges(strayed, saveChanges(first));
  if (strayed.grid.open.join() !== first.grid.open.join()) throw new Error(`seed ${seed}: the states differ`);
  const others: Query[] = [];
  for (let i = 0; i < queries; i++) {
    const one = query();
    const cells = answer(first, one);
    if ([joined, strayed, first].some((nav) => answer(nav, one) !== cells)) others.push(one);
  }
  return others;
}

function randomMap(seed: number, priced: boolean, next: () => number): Grid {
  const side = () => 30 + Math.floor(next() * 30);
  const grid = makeGrid(KINDS[seed % 4], side(), side(), 0.15 * next(), seed);
  if (priced) setCosts(grid, (x, y) => 1 + (((x >> 3) + (y >> 2)) % 3));
  return grid;
}

/**
 * Queries of units other than paths: on one map with fields, reaches and blockers that are kept while it is edited, and on
 * another that joins late and makes them again.
 * @returns names of answers that differ
 */
export async function differingUnits(rule: MoveRule, priced: boolean, seed: number, queries: number) {
  const next = random(seed);
  const below = (n: number) => Math.floor(next() * n);
  const grid = withMoves(randomMap(seed, priced, next), rule);
  const blobs = [await bakeJps(grid, CODEC)];
  const cell = (): [x: number, y: number] => [below(grid.width), below(grid.height)];
  const goals = Array.from({ length: 3 }, cell).flat();
  const units = Array.from({ length: 20 }, cell);
  const first = editable(load(blobs));
  const blockers = blockersOf(first);
  const kept = flowField(first, goals);
  const keptFlee = fleeField(first, flowField(first, goals));
  const sliced = flowField(first, goals, { sliced: true });
  let reused = reach(first, ...cell(), 9);
  for (let e = 0; e < 6; e++) {
    first.edit(randomChanges(grid, next, priced));
    for (const unit of units.keys()) blockers.move(unit, ...cell());
    for (let i = 0; i < 10; i++) findPathAround(first, ...cell(), ...cell(), blockers);
    kept.next(...cell());
    sliced.advance({ work: 50 + below(200) });
    reused = reach(first, ...cell(), 9, { reuse: reused, avoid: cell() });
  }
  while (!sliced.advance({ work: 57 }));
  for (const [unit, at] of units.entries()) blockers.move(unit, ...at);

  const late = editable(load(blobs, { wasm: false }));
  applyChanges(late, saveChanges(first));
  const lateBlockers = blockersOf(late);
  for (const [unit, at] of [...units.entries()].reverse()) lateBlockers.move(unit, ...at);
  const lateField = flowField(late, goals);
  const lateFlee = fleeField(late, flowField(late, goals));
  const text = (path: Path | null) => path && `${path.cost}: ${path.cells}`;
  const others = new Set<string>();
  for (let i = 0; i < queries; i++) {
    const [from, to] = [cell(), cell()];
    const options = { avoid: units.flat(), slow: [...to, 2] };
    reused = reach(first, ...from, 9, { ...options, reuse: reused });
    const fresh = reach(late, ...from, 9, options);
    const targets = [...to, ...goals];
    const answers: Record<string, [unknown, unknown]> = {
      around: [blockers, units.flat()].map((avoid) => text(findPathAround(first, ...from, ...to, avoid))) as [
        unknown,
        unknown,
      ],
      'around, late': [
        text(findPathAround(first, ...from, ...to, blockers)),
        text(findPathAround(late, ...from, ...to, lateBlockers)),
      ],
      field: [text(kept.findPath(...from)), text(lateField.findPath(...from))],
      'field in slices': [text(sliced.findPath(...from)), text(lateField.findPath(...from))],
      next: [kept.next(...from)?.join(), lateField.next(...from)?.join()],
      flee: [keptFlee.next(...from)?.join(), lateFlee.next(...from)?.join()],
      target: [text(findPathTo(first, ...from, targets)), text(findPathTo(late, ...from, targets))],
      reach: [reused.cells.join(), fresh.cells.join()],
      'path of a reach': [text(reused.pathTo(...to)), text(fresh.pathTo(...to))],
    };
    for (const [what, [one, other]] of Object.entries(answers)) if (one !== other) others.add(what);
  }
  return [...others];
}
