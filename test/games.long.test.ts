/** The templates of Phaser and PixiJS as a player and an author have them: from the packed package, in Chromium, with doors that close and a map that is saved. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Walker } from '../src/follow/walker.js';
import { haveBrowser, launchBrowser } from './browser.js';
import { makeTemporaryFolder } from './prep.js';
import { run, startVite } from './topdown.js';

const online =
  haveBrowser &&
  spawnSync('npm', ['ping', '--fetch-retries=0', '--fetch-timeout=5000'], { stdio: 'ignore' }).status === 0;
const FRAMES = 90;

/** What the page's console has. */
interface Yard {
  scene: {
    units?: {
      map: { fingerprint: string; doors: { name: string }[] };
      nav: { isOpen(x: number, y: number): boolean };
      walkers: Walker[];
      toggle(name: string): void;
      update(ms: number): void;
    };
  };
  same?: boolean;
  requestAnimationFrame(done: (ms: number) => void): void;
}

/** Looks at every unit in every frame, while doors open and close. @returns units in closed cells, cells walked by all together, milliseconds of a frame in the median, and of its units */
function watch(page: Page): Promise<{ faults: string[]; way: number; looks: number; frame: number; units: number }> {
  return page.evaluate(async (frames) => {
    const { scene, requestAnimationFrame } = globalThis as unknown as Yard;
    const faults: string[] = [];
    const times: number[] = [];
    let [way, looks, last, spent] = [0, 0, performance.now(), 0];
    const { units } = scene as Required<Yard['scene']>;
    const { update } = units;
    units.update = (ms) => {
      const start = performance.now();
      update(ms);
      spent += performance.now() - start;
    };
    const before = new Map<object, [number, number]>();
    for (let f = 0; f < frames; f++) {
      const now = await new Promise<number>(requestAnimationFrame);
      times.push(now - last);
      last = now;
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
    units.update = update;
    const frame = times.sort((a, b) => a - b)[frames >> 1];
    return { faults: faults.slice(0, 5), way, looks, frame, units: spent / frames };
  }, FRAMES);
}

describe.skipIf(!online).each(['phaser', 'pixi'])('the template of %s', (template) => {
  const temporary = makeTemporaryFolder();
  const folder = join(temporary, 'game');
  let vite: Awaited<ReturnType<typeof startVite>> | undefined;
  let chrome: Browser;
  let page: Page;
  const errors: string[] = [];

  beforeAll(async () => {
    mkdirSync(folder);
    const pack = ['pack', resolve('.'), '--json', '--ignore-scripts'];
    const [{ filename }] = JSON.parse(execFileSync('npm', pack, { cwd: temporary, encoding: 'utf8', stdio: 'pipe' }));
    const tarball = join(temporary, filename);
    const tool = join(temporary, 'tool');
    mkdirSync(tool);
    run(tool, 'npm', 'install', tarball, '--no-audit', '--no-fund', '--prefer-offline');
    const prep = join(tool, 'node_modules/gridprep/dist/cli/prep.js');
    expect(run(folder, process.execPath, prep, 'init', '--template', template)).toContain('npm run dev');
    const config = join(folder, 'package.json');
    writeFileSync(config, readFileSync(config, 'utf8').replace(/"gridprep": ".*"/, `"gridprep": "file:${tarball}"`));
    run(folder, 'npm', 'install', '--no-audit', '--no-fund', '--prefer-offline');
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
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable');
    const scriptTime = async () => {
      const { metrics } = await session.send('Performance.getMetrics');
      return 1000 * (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN);
    };
    const before = await scriptTime();
    const { faults, way, looks, frame, units } = await watch(page);
    const script = (await scriptTime()) - before;
    console.info(
      `${template}: ${(1000 / frame).toFixed(0)} frames a second in software; script ${(script / FRAMES).toFixed(1)} ms a frame, of it units ${units.toFixed(2)} ms`,
    );
    expect([faults, looks, errors]).toEqual([[], 70 * FRAMES, []]);
    expect(way).toBeGreaterThan(10);
  });

  it('goes on with the map when it is saved, without loading the page again', async () => {
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
