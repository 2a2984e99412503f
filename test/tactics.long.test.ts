/** The tactics example, played by chance: what it allows against Dijkstra and lines of sight of the test's own. */
import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { haveBrowser, launchBrowser } from './browser.js';
import { openTactics, type PointOf, type Tactics, type TacticsUnit } from './tactics.js';

const TURNS = 200;

/** Runs in the page. */
function playRandomly({ turns, steps, range }: { turns: number; steps: number; range: number }) {
  type Unit = TacticsUnit;
  const { game } = globalThis as unknown as { game: Tactics };
  const { rows, links, moves } = game.keep;
  const [width, height] = [rows[0].length, rows.length];
  const isHex = moves !== 'never';
  const wrong: string[] = [];
  const count = { cells: 0, moves: 0, links: 0, shots: 0, undone: 0, saved: 0, games: 0, opponent: 0, stopped: 0 };
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 48271) % 2147483647;
    return seed % below;
  };
  const isOpen = (x: number, y: number) => x >= 0 && y >= 0 && x < width && y < height && rows[y][x] !== '#';
  const neighbors = (x: number, y: number): [number, number][] => {
    const side = y % 2 ? 1 : -1;
    const all: [number, number][] = [
      [x - 1, y],
      [x + 1, y],
      [x, y - 1],
      [x, y + 1],
    ];
    if (isHex) all.push([x + side, y - 1], [x + side, y + 1]);
    return all.filter((cell) => isOpen(...cell));
  };
  /** Costs of all cells by Dijkstra, the nearest found by looking at all. */
  const costsFrom = (unit: Unit): Map<string, number> => {
    const enemies = game.state.units.filter(({ side }) => side !== unit.side);
    const zone = new Set(enemies.flatMap(({ x, y }) => [[x, y], ...neighbors(x, y)].map(String)));
    const taken = new Set(enemies.map(({ x, y }) => `${x},${y}`));
    const enter = (x: number, y: number) => ({ f: 2, h: 3 })[rows[y][x]] ?? 1;
    const costs = new Map([[`${unit.x},${unit.y}`, 0]]);
    const done = new Set<string>();
    for (;;) {
      let best: string | undefined;
      for (const [cell, cost] of costs)
        if (!done.has(cell) && cost <= steps && (best === undefined || cost < (costs.get(best) ?? 0))) best = cell;
      if (best === undefined) break;
      done.add(best);
      if (zone.has(best) && best !== `${unit.x},${unit.y}`) {
        count.stopped++;
        continue;
      }
      const [x, y] = best.split(',').map(Number);
      const ways: [number, number, number][] = neighbors(x, y).map(([u, v]) => [u, v, enter(u, v)]);
      for (const { from, to, cost, oneWay } of links) {
        if (`${from}` === best) ways.push([to[0], to[1], cost]);
        if (`${to}` === best && !oneWay) ways.push([from[0], from[1], cost]);
      }
      for (const [u, v, step] of ways) {
        if (taken.has(`${u},${v}`)) continue;
        const cost = (costs.get(best) ?? 0) + step;
        if (cost <= steps && cost < (costs.get(`${u},${v}`) ?? Number.POSITIVE_INFINITY)) costs.set(`${u},${v}`, cost);
      }
    }
    return costs;
  };
  /** Whether the segment between two middles touches a wall; coordinates doubled. */
  const sees = (a: Unit, b: Unit): boolean => {
    const [x0, y0, x1, y1] = [2 * a.x + 1, 2 * a.y + 1, 2 * b.x + 1, 2 * b.y + 1];
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        if (isOpen(x, y)) continue;
        const [l, t, r, d] = [2 * x, 2 * y, 2 * x + 2, 2 * y + 2];
        if (Math.max(x0, x1) < l || Math.min(x0, x1) > r || Math.max(y0, y1) < t || Math.min(y0, y1) > d) continue;
        const sides = [
          [l, t],
          [r, t],
          [l, d],
          [r, d],
        ].map(([u, v]) => Math.sign((x1 - x0) * (v - y0) - (y1 - y0) * (u - x0)));
        if (sides.some((side) => side >= 0) && sides.some((side) => side <= 0)) return false;
      }
    return true;
  };
  const checkReach = (unit: Unit) => {
    const expected = costsFrom(unit);
    const reach = game.movesOf(unit);
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        count.cells++;
        const cost = expected.get(`${x},${y}`);
        const other = game.unitAt(x, y);
        const has = cost !== undefined && (!other || other === unit);
        if (reach.has(x, y) !== has || (has && reach.costAt(x, y) !== cost))
          wrong.push(`${unit.name} at ${unit.x},${unit.y} to ${x},${y}: ${reach.costAt(x, y)}, expected ${cost}`);
      }
    return expected;
  };
  const checkShots = (unit: Unit) => {
    for (const other of game.state.units) {
      const steps = Math.abs(unit.x - other.x) + Math.abs(unit.y - other.y);
      const expected = other.side !== unit.side && !unit.shot && steps <= range && sees(unit, other);
      if (!isHex && game.canShoot(unit, other) !== expected)
        wrong.push(`${unit.name} at ${unit.x},${unit.y} shoots at ${other.x},${other.y}: expected ${expected}`);
    }
  };
  for (let turn = 0; turn < turns; turn++) {
    if (game.winner !== null) {
      count.games++;
      game.restart();
    }
    const { side } = game.state;
    if (random(4) === 0) {
      const before = game.state.units.map((unit) => ({ ...unit }));
      // The test computes the reachable cells of the first unit only.
      const first = before.find((unit) => unit.side === side);
      const costs = first && costsFrom(first);
      game.opponent();
      const after = game.state.units.find(({ name }) => name === first?.name);
      if (after && !costs?.has(`${after.x},${after.y}`)) wrong.push(`${after.name} went to ${after.x},${after.y}`);
      count.opponent++;
      continue;
    }
    for (const name of game.state.units.filter((unit) => unit.side === side).map((unit) => unit.name)) {
      const find = () => game.state.units.find((unit) => unit.name === name) as Unit;
      const costs = checkReach(find());
      const reach = game.movesOf(find());
      const goal = random(reach.count);
      const [x, y] = [reach.cells[2 * goal], reach.cells[2 * goal + 1]];
      const path = reach.pathTo(x, y);
      count.links += path?.links?.length ?? 0;
      if (path?.cost !== costs.get(`${x},${y}`)) wrong.push(`${name} to ${x},${y}: the path costs ${path?.cost}`);
      const before = game.save();
      const beyond = [random(width), random(height)];
      if (!costs.has(`${beyond}`) && game.move(find(), beyond[0], beyond[1])) wrong.push(`${name} moved to ${beyond}`);
      if (!game.move(find(), x, y)) wrong.push(`${name} may not move to ${x},${y}`);
      count.moves++;
      if (random(5) === 0) {
        game.undo();
        count.undone++;
        if (game.save() !== before) wrong.push(`undo: ${game.save()}, expected ${before}`);
        game.move(find(), x, y);
      }
      checkShots(find());
      const target = game.state.units.find((other) => game.canShoot(find(), other));
      if (target && random(3) > 0 && game.shoot(find(), target)) count.shots++;
      if (random(20) === 0) {
        const text = game.save();
        game.restore(text);
        count.saved++;
        if (game.save() !== text) wrong.push('a saved game is another one');
      }
    }
    game.endTurn();
  }
  return { wrong: wrong.slice(0, 5), count };
}

it('the tactics example asks gridprep in at most 60 lines', () => {
  const lines = readFileSync('examples/tactics/rules.ts', 'utf8').split('\n');
  expect(lines.filter((line) => !/^\s*(\/\/|\/?\*|$)/.test(line)).length).toBeLessThanOrEqual(60);
});

describe.skipIf(!haveBrowser).each(['never', 'hex-odd-r'] as const)('the tactics example, moves %s', (moves) => {
  let chrome: Browser;
  beforeAll(async () => {
    chrome = await launchBrowser();
  });
  afterAll(() => chrome.close());

  it('allows in 200 random turns what Dijkstra and lines of sight allow', async () => {
    const page = await openTactics(chrome, moves);
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    const { wrong, count } = await page.evaluate(playRandomly, { turns: TURNS, steps: 6, range: 4 });
    expect([wrong, errors]).toEqual([[], []]);
    for (const [what, times] of Object.entries(count))
      if (times === 0) throw new Error(`no ${what}: ${JSON.stringify(count)}`);
  });

  it.each([
    [1064, 620],
    [390, 844],
  ])(
    'is played by clicks on a page of %i x %i: a unit moves, undo takes it back, a game is saved and loaded',
    async (width, height) => {
      const page = await openTactics(chrome, moves, { width, height });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
      const read = () => page.evaluate(() => (globalThis as unknown as { game: Tactics }).game.save());
      const click = async (x: number, y: number) => {
        const at = await page.evaluate((cell) => (globalThis as unknown as { pointOf: PointOf }).pointOf(...cell), [
          x,
          y,
        ] as [number, number]);
        await page.locator('canvas').click({ position: { x: at[0], y: at[1] } });
      };
      const before = await read();
      await click(0, 3);
      await click(2, 4);
      const moved = await read();
      expect(JSON.parse(moved).units[1]).toMatchObject({ x: 2, y: 4, moved: true });
      await page.click('#save');
      await page.click('#undo');
      expect(await read()).toBe(before);
      await page.click('#load');
      expect(await read()).toBe(moved);
      await page.click('#end');
      expect(JSON.parse(await read())).toMatchObject({ round: 2, side: 0 });
    },
  );

  it('is played by the keyboard, and has one heading', async () => {
    const page = await openTactics(chrome, moves);
    expect(await page.locator('h1').count()).toBe(1);
    const units = () =>
      page.evaluate(() => JSON.parse((globalThis as unknown as { game: Tactics }).game.save()).units as TacticsUnit[]);
    await page.locator('canvas').focus();
    // The second unit, at 0, 3, walks two cells to the right.
    for (const key of ['Tab', 'Tab', 'ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
    expect((await units())[1]).toMatchObject({ x: 2, y: 3, moved: true });
    for (let i = 0; i < 5; i++) await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.id')).toBe('end');
    await page.keyboard.press('Enter');
    expect(await page.locator('output').innerText()).toMatch(/^Round 2: blue to move/);
  });
});
