/** The templates of Phaser and PixiJS as a player and an author have them: from the packed package, in Chromium, with doors that close and a map that is saved. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Walker } from '../src/play/follow/walker.js';
import { haveBrowser, launchBrowser } from './browser.js';
import { makeTemporaryFolder } from './prep.js';
import { installTemplate, online, run, startVite } from './topdown.js';

const FRAMES = 50;
/** Messages of the page's console. */
interface Yard {
  scene: {
    units?: {
      map: { fingerprint: string; doors: { name: string }[] };
      nav: { isOpen(x: number, y: number): boolean };
      walkers: Walker[];
      toggle(name: string): void;
    };
  };
  same?: boolean;
  requestAnimationFrame(done: (ms: number) => void): void;
}

/** Looks at every unit in every frame, while doors open and close. @returns units in closed cells, and cells walked by all together */
function watch(page: Page): Promise<{ faults: string[]; way: number; looks: number }> {
  return page.evaluate(async (frames) => {
    const { scene, requestAnimationFrame } = globalThis as unknown as Yard;
    const faults: string[] = [];
    let [way, looks] = [0, 0];
    const { units } = scene as Required<Yard['scene']>;
    const before = new Map<object, [number, number]>();
    for (let f = 0; f < frames; f++) {
      await new Promise<number>(requestAnimationFrame);
      const { walkers, map, toggle } = units;
      if (f % 20 === 5) toggle(map.doors[((f - 5) / 20) % map.doors.length].name);
      for (const walker of walkers) {
        const { nav } = walker;
        if (f === 40) walker.to(25, 20);
        looks++;
        const shift = (nav.size - 1) / 2;
        if (!nav.isOpen(Math.floor(walker.x - shift), Math.floor(walker.y - shift)))
          faults.push(`size ${nav.size} at ${walker.x}, ${walker.y}`);
        const [x, y] = before.get(walker) ?? [walker.x, walker.y];
        way += Math.hypot(walker.x - x, walker.y - y);
        before.set(walker, [walker.x, walker.y]);
      }
    }
    return { faults: faults.slice(0, 5), way, looks };
  }, FRAMES);
}

describe.runIf(haveBrowser && online).each(['phaser', 'pixi'])('the template of %s', (template) => {
  const temporary = makeTemporaryFolder();
  const folder = join(temporary, 'game');
  let vite: Awaited<ReturnType<typeof startVite>> | undefined;
  let chrome: Browser;
  let page: Page;
  const errors: string[] = [];

  beforeAll(async () => {
    expect(installTemplate(folder, template)).toContain('npm run dev');
    vite = await startVite(folder);
    chrome = await launchBrowser();
    page = await chrome.newPage({ viewport: { width: 700, height: 520 } });
    page.on('pageerror', ({ message }) => errors.push(message));
    await page.goto(vite.url);
    await page.waitForFunction(() => (globalThis as unknown as Partial<Yard>).scene?.units);
  }, 600_000);
  afterAll(async () => {
    await chrome?.close();
    await vite?.close();
    rmSync(temporary, { recursive: true });
  });

  it('has types as the package ships them', () => {
    run(folder, 'npx', 'tsc', '--noEmit');
  });

  it('keeps every unit in open cells while doors open and close', async () => {
    const { faults, way, looks } = await watch(page);
    expect([faults, looks, errors]).toEqual([[], 70 * FRAMES, []]);
    expect(way).toBeGreaterThan(10);
  });

  it('continues with the saved map without loading the page again', async () => {
    await page.evaluate(() => Object.assign(globalThis, { same: true }));
    const file = join(folder, 'yard.tmj');
    const map = JSON.parse(readFileSync(file, 'utf8'));
    map.layers[1].data[4 * map.width + 20] = 2;
    writeFileSync(file, JSON.stringify(map));
    const isWalled = () => page.evaluate(() => (globalThis as unknown as Yard).scene.units?.nav.isOpen(20, 4));
    await expect.poll(isWalled, { timeout: 60_000 }).toBe(false);
    expect((await watch(page)).faults).toEqual([]);
    expect(await page.evaluate(() => (globalThis as unknown as Yard).same)).toBe(true);
    expect(errors).toEqual([]);
  });

  it('is built to files of a server', () => {
    run(folder, 'npm', 'run', 'build');
    expect(readFileSync(join(folder, 'dist/index.html'), 'utf8')).toContain('script');
  });
});
