import { expect, it } from 'vitest';
import { randomChanges } from '../../../test/changes.js';
import { random } from '../../../test/grids.js';
import { linkedMaps } from '../../../test/links.js';
import { sample } from '../../../test/samples.js';
import { WALLED_RULES, walledGrid } from '../../../test/walls.js';
import type { Grid } from '../../core/grid/grid.js';
import { isHex } from '../../core/grid/rules.js';
import { checkPath } from '../../core/oracle/check-path.js';
import { loadGrid } from '../../core/runtime/load-grid.js';
import type { GridNav, Nav } from '../../core/runtime/nav.js';
import { wallsPart } from '../../core/runtime/walls.js';
import { type Blockers, blockersOf } from '../avoid/blockers.js';
import { editable } from '../edit/edit.js';
import type { ChangingNav } from '../edit/edits.js';
import { trafficOf } from './traffic.js';
import type { Traffic, TrafficUnit } from './unit.js';

type Cell = readonly [x: number, y: number];

/** A unit as the checker saw it: its cell, the cell that it came from, and until when it holds both. */
interface Seen {
  cell: Cell;
  from: Cell;
  until: number;
}

/** Watches traffic from outside, and shares no code with it. */
class Checker {
  private readonly seen = new Map<TrafficUnit, Seen>();
  private tick = 0;

  constructor(
    private readonly nav: ChangingNav,
    private readonly traffic: Traffic,
    private readonly isBlocked: (x: number, y: number) => boolean,
  ) {}

  private overlap = (a: Cell, b: Cell): boolean =>
    Math.abs(a[0] - b[0]) < this.nav.size && Math.abs(a[1] - b[1]) < this.nav.size;

  /** Takes the units as they are, before a tick. */
  look(): void {
    for (const unit of this.traffic.units) {
      const cell = [unit.x, unit.y] as const;
      if (!this.seen.has(unit)) this.seen.set(unit, { cell, from: cell, until: 0 });
    }
    for (const unit of this.seen.keys()) if (!this.traffic.units.includes(unit)) this.seen.delete(unit);
  }

  /** The map with the units of blockers as walls. */
  private ground(): Grid {
    const grid = this.nav.grid.copy();
    for (let y = 0; y < grid.height; y++)
      for (let x = 0; x < grid.width; x++) if (this.isBlocked(x, y)) grid.open[grid.cell(x, y)] = 0;
    return grid;
  }

  /** Checks a tick. @throws {Error} at the first fault */
  check(): void {
    this.tick++;
    const before = new Map([...this.seen].map(([unit, { cell }]) => [unit, cell]));
    const grid = this.ground();
    for (const [unit, seen] of this.seen) {
      const cell: Cell = [unit.x, unit.y];
      if (`${cell}` === `${seen.cell}`) continue;
      if (this.tick <= seen.until) throw new Error(`${cell}: moves before it has left ${seen.from}`);
      const { link } = unit;
      const start = grid.cell(...seen.cell);
      const was = grid.open[start];
      // It may leave a blocker that was put on it.
      grid.open[start] = Number(this.nav.isOpen(...seen.cell));
      checkPath(grid, [...seen.cell, ...cell], seen.cell, cell, link ? [{ index: 0, link }] : []);
      grid.open[start] = was;
      if (link && this.nav.linked?.search.closed.has(link.name)) throw new Error(`${cell}: the link is closed`);
      const ticks = link ? Math.max(1, Math.round(link.cost)) : this.nav.costAt(...cell);
      Object.assign(seen, { cell, from: seen.cell, until: this.tick + ticks - 1 });
    }
    const held = ({ cell, from, until }: Seen): Cell[] => (until > this.tick ? [cell, from] : [cell]);
    const all = [...this.seen];
    for (const [i, [a, seenA]] of all.entries())
      for (const [b, seenB] of all.slice(0, i)) {
        if (
          Math.max(Math.abs(seenA.cell[0] - seenB.cell[0]), Math.abs(seenA.cell[1] - seenB.cell[1])) > 3 &&
          !a.link &&
          !b.link
        )
          continue;
        for (const one of held(seenA))
          for (const other of held(seenB))
            if (this.overlap(one, other)) throw new Error(`${one} and ${other} share cells`);
        const [wasA, wasB] = [before.get(a) as Cell, before.get(b) as Cell];
        if (`${wasA}` === `${seenA.cell}` || `${wasB}` === `${seenB.cell}`) continue;
        if (this.overlap(seenA.cell, wasB) && this.overlap(seenB.cell, wasA))
          throw new Error(`${wasA} and ${wasB} swap`);
        if (mid(wasA, seenA.cell) === mid(wasB, seenB.cell) && !a.link && !b.link && !isHex(grid))
          throw new Error(`${wasA} and ${wasB} cross`);
      }
  }
}

/** Twice the point halfway. */
const mid = (a: Cell, b: Cell): string => `${a[0] + b[0]}, ${a[1] + b[1]}`;

/** Units that are added, sent and removed at random on a map that changes. @returns ticks of units */
async function drive(
  all: AsyncIterable<[Grid, Nav]> | Iterable<[Grid, Nav]>,
  next: () => number,
  ticks: number,
): Promise<number> {
  const below = (n: number) => Math.floor(next() * n);
  let sum = 0;
  for await (const [grid, loaded] of all) {
    const nav = editable(loaded) as ChangingNav;
    const any = (): [number, number] => [below(grid.width), below(grid.height)];
    const blockers: Blockers | undefined = next() < 0.3 ? blockersOf(nav) : undefined;
    const walls = new Map<number, Cell>();
    const isBlocked = (x: number, y: number) =>
      [...walls.values()].some(([u, v]) => u >= x && v >= y && u < x + nav.size && v < y + nav.size);
    const budget = next() < 0.5 ? { work: 50 + below(2000) } : undefined;
    const traffic = trafficOf(nav, { blockers, budget });
    const checker = new Checker(nav, traffic, isBlocked);
    const most = 2 + below((grid.width * grid.height) / (next() < 0.5 ? 1.3 : 5) / nav.size ** 2);
    for (let t = 0; t < ticks; t++) {
      for (let i = 0; i < 20 && traffic.units.length < most; i++) {
        const [x, y] = any();
        const isOn = traffic.units.some((unit) => Math.max(Math.abs(unit.x - x), Math.abs(unit.y - y)) < nav.size);
        if (nav.isOpen(x, y) && !isBlocked(x, y) && !isOn) {
          try {
            traffic.add(x, y, { priority: below(3) });
          } catch {
            // A moving unit still holds the cell.
          }
        }
      }
      const units = traffic.units;
      if (units.length === 0) break;
      for (const unit of units) if (next() < 0.05) traffic.send(unit, ...any());
      if (next() < 0.05)
        traffic.send(
          units.filter(() => next() < 0.5),
          ...any(),
          { formation: next() < 0.5 ? 'line' : 'block' },
        );
      if (next() < 0.05) traffic.remove(units[below(units.length)]);
      if (next() < 0.1) nav.edit(randomChanges(grid, next, !!grid.costs));
      if (grid.links?.length && next() < 0.1)
        nav.edit({ link: grid.links[below(grid.links.length)].name, open: next() < 0.7 });
      if (blockers && next() < 0.2) {
        const [one, [x, y]] = [below(5), any()];
        blockers.move(one, x, y);
        walls.set(one, [x, y]);
      }
      checker.look();
      traffic.step();
      checker.check();
      sum += units.length;
      const goals = units.flatMap(({ goal }) => (goal ? [goal] : []));
      for (const [i, a] of goals.entries())
        for (const b of goals.slice(0, i))
          if (Math.abs(a[0] - b[0]) < nav.size && Math.abs(a[1] - b[1]) < nav.size)
            throw new Error(`${a} is the goal of two`);
    }
  }
  return sum;
}

/** Small maps that are nearly full: of large units, or with cells that take several ticks. */
function* denseMaps(count: number, next: () => number): Generator<[Grid, Nav]> {
  for (let i = 0; i < count; i++) {
    const side = 6 + Math.floor(next() * 4);
    const nav = loadGrid(side, side, () => (next() < 0.1 ? 0 : i % 2 > 0 && next() < 0.3 ? 2 : 1), {
      size: 2 - (i % 2),
    });
    yield [(nav as GridNav).grid.copy(), nav];
  }
}

it('shares no cell, swaps, crosses and steps into nothing closed, whatever is added, sent and edited', async () => {
  const next = random(5);
  expect(await drive(linkedMaps(sample(96, 48), next), next, 100)).toBeGreaterThan(sample(96, 48) * 2500);
});

it('nor through walls between cells', async () => {
  const next = random(7);
  const maps = Array.from({ length: sample(80) }, (_, i): [Grid, Nav] => {
    const grid = walledGrid(next, WALLED_RULES[i % 2], { side: 12, maxCost: 1 + 2 * (i % 2) });
    return [grid, loadGrid(grid, { parts: [wallsPart] })];
  });
  expect(await drive(maps, next, 60)).toBeGreaterThan(sample(80) * 100);
});

it('nor on small maps that are nearly full', async () => {
  const next = random(6);
  expect(await drive(denseMaps(sample(320, 64), next), next, 100)).toBeGreaterThan(sample(320, 64) * 500);
});
