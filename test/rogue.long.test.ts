/** The roguelike example in Chromium: two floors, doors, hunters and thieves, saved games, all by keyboard. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { haveBrowser, launchBrowser } from './browser.js';

const folder = 'examples/rogue';

interface Rogue {
  state: { player: [number, number]; hp: number; gold: [number, number][]; monsters: { cell: [number, number] }[] };
  nav: { isOpen(x: number, y: number): boolean };
  dungeon: { grid: { links: { from: [number, number]; to: [number, number] }[] }; doors: [number, number][] };
  floor: string;
}

async function open(chrome: Browser, seed: number): Promise<Page> {
  const { outputFiles } = await build({
    entryPoints: [`${folder}/main.ts`],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    alias: { 'gridprep/runtime': resolve('src/entry/runtime.ts'), 'gridprep/parts': resolve('src/entry/parts.ts') },
  });
  const page = await chrome.newPage();
  await page.route('**/*', (route) =>
    new URL(route.request().url()).pathname === '/main.ts'
      ? route.fulfill({ contentType: 'text/javascript', body: outputFiles[0].text })
      : route.fulfill({ contentType: 'text/html', body: readFileSync(`${folder}/index.html`, 'utf8') }),
  );
  await page.goto(`http://rogue.test/?seed=${seed}`);
  await page.waitForFunction(() => 'game' in globalThis);
  return page;
}

/** Walks the player to a cell by keys, along a flood of the test's own that goes through doors. Runs in the page. */
function walkTo(target: [number, number]): boolean {
  const rogue = () => (globalThis as unknown as { game: Rogue }).game;
  const page = globalThis as unknown as {
    dispatchEvent(event: object): void;
    KeyboardEvent: new (name: string, options: object) => object;
  };
  const press = (key: string) => page.dispatchEvent(new page.KeyboardEvent('keydown', { key }));
  const keys: [string, number, number][] = [
    ['ArrowUp', 0, -1],
    ['ArrowDown', 0, 1],
    ['ArrowLeft', -1, 0],
    ['ArrowRight', 1, 0],
  ];
  for (let turn = 0; turn < 400; turn++) {
    const { state, nav, dungeon } = rogue();
    state.hp = 10;
    const cells = new Set(state.monsters.map(({ cell }) => cell.join()));
    if (cells.size !== state.monsters.length) throw new Error('two monsters share a cell');
    if (state.monsters.some(({ cell }) => !nav.isOpen(...cell))) throw new Error('a monster is in a wall');
    if (!nav.isOpen(...state.player)) throw new Error('the player is in a wall');
    if (state.player.join() === target.join()) return true;
    const passable = (x: number, y: number) => nav.isOpen(x, y) || dungeon.doors.some(([a, b]) => a === x && b === y);
    const steps = new Map([[target.join(), 0]]);
    const queue = [target];
    for (let cell = queue.shift(); cell; cell = queue.shift()) {
      for (const [, dx, dy] of keys) {
        const next: [number, number] = [cell[0] + dx, cell[1] + dy];
        if (steps.has(next.join()) || !passable(...next)) continue;
        steps.set(next.join(), (steps.get(cell.join()) ?? 0) + 1);
        queue.push(next);
      }
    }
    const here = steps.get(state.player.join());
    if (here === undefined) return false;
    const [key] = keys.find(
      ([, dx, dy]) => steps.get([state.player[0] + dx, state.player[1] + dy].join()) === here - 1,
    ) ?? [''];
    press(key);
  }
  return false;
}

const chrome = { page: undefined as unknown as Page, browser: undefined as unknown as Browser };
beforeAll(async () => {
  if (haveBrowser) chrome.browser = await launchBrowser();
});
afterAll(() => chrome.browser?.close());

describe.skipIf(!haveBrowser)('the roguelike', () => {
  it.each([7, 8, 9, 10, 11, 12])('with seed %i is played over both floors, saved and loaded', async (seed) => {
    const page = await open(chrome.browser, seed);
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    const [{ from, to }] = await page.evaluate(
      () => (globalThis as unknown as { game: Rogue }).game.dungeon.grid.links,
    );
    const gold = await page.evaluate(() => (globalThis as unknown as { game: Rogue }).game.state.gold);
    expect(await page.evaluate(walkTo, gold[0])).toBe(true);
    expect(await page.evaluate(walkTo, from)).toBe(true);
    await page.keyboard.press('>');
    const after = () =>
      page.evaluate(() => {
        const { floor, state, nav, dungeon } = (globalThis as unknown as { game: Rogue }).game;
        return { floor, state: JSON.stringify(state), doors: dungeon.doors.map((cell) => nav.isOpen(...cell)) };
      });
    const climbed = await after();
    expect(climbed.floor).toBe('floor 2');
    await page.keyboard.press('s');
    expect(await page.evaluate(walkTo, gold.at(-1) as [number, number])).toBe(true);
    expect(await after()).not.toEqual(climbed);
    await page.keyboard.press('l');
    const loaded = await after();
    expect(loaded.doors).toEqual(climbed.doors);
    expect({ ...JSON.parse(loaded.state), doors: undefined }).toEqual({
      ...JSON.parse(climbed.state),
      doors: undefined,
    });
    expect(await page.evaluate(walkTo, to)).toBe(true);
    await page.keyboard.press('>');
    expect((await after()).floor).toBe('floor 1');
    expect(errors).toEqual([]);
    await page.close();
  });
});
