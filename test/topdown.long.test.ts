/** The example game as a player and its author have it: from the packed package, in Chromium, with doors that close, maps that are saved, and on a server of files. */
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { haveBrowser, launchBrowser } from './browser.js';
import { makeTemporaryFolder } from './prep.js';
import {
  blockedCells,
  compareThreads,
  installTemplate,
  online,
  run,
  type Seen,
  serveFiles,
  startVite,
  type Town,
  watch,
} from './topdown.js';

/** Frames of a moment. */
const MOMENT = 120;

describe.runIf(haveBrowser && online)('the example game', () => {
  const temporary = makeTemporaryFolder();
  const folder = join(temporary, 'town');
  const map = join(folder, 'map/town.tmj');
  let vite: Awaited<ReturnType<typeof startVite>> | undefined;
  let chrome: Browser;
  let page: Page;
  let original: string;
  const errors: string[] = [];

  beforeAll(async () => {
    expect(installTemplate(folder, 'vite')).toContain('npm install\n');
    original = readFileSync(map, 'utf8');
    vite = await startVite(folder);
    chrome = await launchBrowser();
    page = await chrome.newPage({ viewport: { width: 1000, height: 720 } });
    page.on('pageerror', ({ message }) => errors.push(message));
    await open(page, vite.url);
  }, 600_000);
  afterAll(async () => {
    await chrome?.close();
    await vite?.close();
    rmSync(temporary, { recursive: true });
  });

  async function open(page: Page, url: string): Promise<void> {
    await page.goto(url);
    await page.waitForFunction(() => (globalThis as unknown as Partial<Town>).game?.kinds.length === 2);
  }

  function expectPlayed({ faults, looks, edits, queued, forgotten, frames }: Seen): void {
    expect(faults).toEqual([]);
    expect(looks).toBe(200 * frames.length);
    expect(edits).toBeGreaterThan(2);
    expect(queued).toBeGreaterThan(0);
    // All request paths when they begin.
    expect(forgotten).toBe(0);
  }

  it('has types as the package ships them', () => {
    run(folder, 'npx', 'tsc', '--noEmit');
  });

  it('moves all units, and no unit is ever in a closed cell, however doors open and close', async () => {
    const seen = await watch(page, 6 * MOMENT, blockedCells(folder), 60);
    expectPlayed(seen);
    expect(errors).toEqual([]);
  });

  it('closes doors in quick succession, and sends everybody about', async () => {
    const seen = await watch(page, 4 * MOMENT, blockedCells(folder), 6);
    expectPlayed(seen);
    expect(seen.toggled).toBe(80);
  });

  it('keeps the cells of a door open on which a unit stands, closes them when they are free, and lets no unit in meanwhile', async () => {
    const states = await page.evaluate(async () => {
      const { game, toggle, requestAnimationFrame } = globalThis as unknown as Town;
      /** Waits for what comes sooner or later. */
      const until = async (what: () => boolean) => {
        for (let i = 0; i < 20_000 && !what(); i++) await new Promise(requestAnimationFrame);
      };
      const door = game.map.doors.find(({ name }) => name === 'east gate') as Town['game']['map']['doors'][number];
      const [{ nav, units }] = game.kinds;
      const open = () =>
        door.cells.filter((_, i) => i % 2 === 0 && nav.isOpen(door.cells[i], door.cells[i + 1])).length;
      if (game.closing.has(door.name) || open() < door.cells.length / 2) toggle(door.name);
      const [unit] = units;
      Object.assign(unit, { x: door.cells[0] + 0.5, y: door.cells[1] + 0.5, way: [], path: null });
      // It stands there, whatever it is answered.
      Object.defineProperty(unit, 'asks', { get: () => true, set() {}, configurable: true });
      toggle(door.name);
      await until(() => open() === 1);
      // Now it would close, if it did not wait.
      let more = 60;
      await until(() => more-- === 0);
      const held = [open(), nav.isOpen(door.cells[0], door.cells[1]), game.closing.has(door.name)];
      Object.defineProperty(unit, 'asks', { value: false, writable: true, configurable: true });
      await until(() => open() === 0);
      return {
        held,
        closed: [open(), game.closing.has(door.name)],
        moved: unit.x !== door.cells[0] + 0.5 || unit.y !== door.cells[1] + 0.5,
      };
    });
    expect(states).toEqual({ held: [1, true, true], closed: [0, false], moved: true });
  });

  it('has the same answers from threads as from the page itself, over memory that they share', async () => {
    const { differ, paths, shared } = await compareThreads(page, 200);
    expect([differ, shared]).toEqual([[], [true, true]]);
    expect(paths).toBeGreaterThan(300);
  });

  /** Cells of a street, in which tests put a wall. */
  const STREET = [64, 66, 67, 68].map((x) => [x, 39] as const);
  const fingerprint = () => page.evaluate(() => (globalThis as unknown as Town).game.map.fingerprint);
  const walls = () =>
    page.evaluate((street) => {
      const { kinds } = (globalThis as unknown as Town).game;
      return street.filter(([x, y]) => kinds.every(({ nav }) => !nav.isOpen(x, y))).map(([x]) => x);
    }, STREET);
  /**
   * Saves the map with one more wall, and waits until the game plays on that one: an earlier one may still be on its way to it.
   */
  async function saveWalled(x: number): Promise<void> {
    const level = JSON.parse(original);
    level.layers[1].data[39 * level.width + x] = 14;
    let saved = -Infinity;
    const save = () => {
      saved = Date.now();
      writeFileSync(map, JSON.stringify(level));
    };
    // A busy machine's watcher may miss a save: it drops events that are 5 ms apart. Save again then, as people do.
    const saveAndLook = () => {
      if (Date.now() - saved > 20_000) save();
      return walls();
    };
    await expect.poll(saveAndLook, { interval: 10 }).toEqual([x]);
  }

  it('continues with a saved map, all units where they were', async () => {
    await page.evaluate(() => Object.assign(globalThis, { sameGame: true }));
    for (const x of [66, 67, 68]) {
      await saveWalled(x);
      expectPlayed(await watch(page, MOMENT, blockedCells(folder), 10));
    }
    expect(await page.evaluate(() => 'sameGame' in globalThis)).toBe(true);
  });

  it('shows the error of a map over the running game, and loads the map when it is corrected', async () => {
    writeFileSync(map, original);
    await open(page, (vite as { url: string }).url);
    errors.length = 0;
    const overlay = page.locator('vite-error-overlay');
    const level = JSON.parse(original);
    level.layers[1].data[39 * level.width + 66] = 999;
    level.tilesets[0].source = 'gone.tsj';
    const before = await fingerprint();
    writeFileSync(map, JSON.stringify(level));
    await expect.poll(() => overlay.count()).toBe(1);
    const message = await overlay.locator('.message-body').textContent();
    expect(message).toContain('gone.tsj');
    level.tilesets[0].source = 'tiles.tsj';
    level.layers[1].data[39 * level.width + 66] = 14;
    level.layers[1].properties = [{ name: 'cost', type: 'int', value: 999 }];
    writeFileSync(map, JSON.stringify(level));
    await expect
      .poll(() =>
        overlay
          .locator('.message-body')
          .textContent()
          .catch(() => ''),
      )
      .toContain('layer "buildings"');
    expect(await fingerprint()).toBe(before);
    writeFileSync(map, original.replace('"buildings"', '"houses"'));
    await expect.poll(() => overlay.count()).toBe(0);
    await saveWalled(64);
    expectPlayed(await watch(page, MOMENT, blockedCells(folder), 10));
    expect(errors).toEqual([]);
  });

  it('builds to static files that work in any folder, with threads', async () => {
    writeFileSync(map, original);
    run(folder, 'npm', 'run', 'build');
    const files = readdirSync(join(folder, 'dist'), { recursive: true, encoding: 'utf8' }).map((file) =>
      join(folder, 'dist', file),
    );
    const bytes = (ending: string) =>
      files.reduce((sum, file) => sum + (file.endsWith(ending) ? statSync(file).size : 0), 0);
    console.info(`built: ${bytes('.js')} bytes of JavaScript, ${bytes('.prep')} of blob`);
    expect(files.filter((file) => file.endsWith('.prep'))).toHaveLength(1);
    const { url, missing, server } = await serveFiles(join(folder, 'dist'), '/games/town/');
    const built = await chrome.newPage({ viewport: { width: 1000, height: 720 } });
    try {
      const faults: string[] = [];
      built.on('pageerror', ({ message }) => faults.push(message));
      await open(built, url);
      expectPlayed(await watch(built, 4 * MOMENT, blockedCells(folder), 10));
      const { differ, shared } = await compareThreads(built, 100);
      expect([differ, shared, missing, faults]).toEqual([[], [false, false], [], []]);
    } finally {
      await built.close();
      server.closeAllConnections();
      server.close();
    }
  });
});
