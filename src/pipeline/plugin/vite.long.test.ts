/** The development server with a page open in Chromium: a map that is edited on disk, broken and mended. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { haveBrowser, launchBrowser } from '../../../test/browser.js';
import { compiled } from '../../../test/compiled.js';
import { fingerprint as fingerprintOf } from '../../core/blob/fingerprint.js';
import { readMap } from '../../maps/read-map.js';
import type { NavAsset } from '../../runtime/load-url.js';
import gridprep from './vite.js';

const LISTENS = `
import nav from './maps/arena.csv?nav';
window.nav = nav;
// To draw it.
fetch(new URL('./maps/arena.csv', import.meta.url));
if (import.meta.hot) import.meta.hot.accept('./maps/arena.csv?nav', (module) => { window.nav = module.default; });
`;
const DEAF = "import nav from './maps/arena.csv?nav';\nwindow.nav = nav;\n";

/** 128 x 96 cells of cost 1, one of them blocked. */
function arena(blocked: number): string {
  return Array.from({ length: 96 }, (_, y) =>
    Array.from({ length: 128 }, (_, x) => (y * 128 + x === blocked ? 0 : 1)).join(','),
  ).join('\n');
}

describe.skipIf(!haveBrowser)('the development server of Vite', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gridprep-vite-'));
  const map = join(folder, 'maps/arena.csv');
  let server: ViteDevServer;
  let chrome: Browser;
  let page: Page;

  beforeAll(async () => {
    compiled();
    mkdirSync(join(folder, 'maps'));
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(process.cwd(), join(folder, 'node_modules/gridprep'));
    cpSync('fixtures/inputs/tiles', join(folder, 'maps/tiles'), { recursive: true });
    writeFileSync(map, arena(300));
    for (const [name, script] of [
      ['index', LISTENS],
      ['deaf', DEAF],
    ]) {
      writeFileSync(join(folder, `${name}.js`), script);
      writeFileSync(join(folder, `${name}.html`), `<script type="module" src="/${name}.js"></script>`);
    }
    server = await createServer({
      root: folder,
      configFile: false,
      logLevel: 'silent',
      plugins: [gridprep({ preset: 'fastest' })],
      server: { port: 0 },
    });
    await server.listen();
    chrome = await launchBrowser();
    page = await chrome.newPage();
  });
  afterAll(async () => {
    await chrome?.close();
    await server?.close();
    rmSync(folder, { recursive: true });
  });

  const open = async (name: string) => {
    await page.goto(`${server.resolvedUrls?.local[0]}${name}.html`);
    return waitForOther('');
  };
  const fingerprint = () => page.evaluate(() => (globalThis as unknown as { nav?: NavAsset }).nav?.fingerprint ?? '');
  /** Waits until the page has a map of another fingerprint. */
  async function waitForOther(old: string): Promise<string> {
    await expect.poll(fingerprint, { interval: 20 }).not.toSatisfy((now: string) => now === old || now === '');
    return fingerprint();
  }
  const overlays = () => page.locator('vite-error-overlay').count();

  it('hands an edited map to the page that listens, at a new address with the new content', async () => {
    const first = await open('index');
    await page.evaluate(() => Object.assign(globalThis, { mark: true }));
    const before = performance.now();
    writeFileSync(map, arena(301));
    await waitForOther(first);
    expect(await page.evaluate(() => 'mark' in globalThis)).toBe(true);
    console.info(`edit to new map in the page: ${(performance.now() - before).toFixed(0)} ms`);
    const same = await page.evaluate(async () => {
      const { nav } = globalThis as unknown as { nav: NavAsset };
      const bytes = new Uint8Array(await (await fetch(nav.url)).arrayBuffer());
      return [bytes.length > 80, nav.width, nav.url.includes('?v=')];
    });
    expect(same).toEqual([true, 128, true]);
  });

  it('shows what is wrong with a map, serves the last good one to a page that is loaded meanwhile, and recovers', async () => {
    const good = await open('index');
    writeFileSync(map, 'one,two\nthree');
    await expect.poll(overlays).toBe(1);
    expect(await page.locator('vite-error-overlay').locator('.message-body').textContent()).toContain('arena.csv');
    for (let times = 0; times < 3; times++) {
      expect(await open('index')).toBe(good);
      await expect.poll(overlays).toBe(1);
    }
    writeFileSync(map, arena(302));
    await waitForOther(good);
    await expect.poll(overlays).toBe(0);
  });

  it('notices a map that is mended within the 50 ms in which the watcher drops changes', async () => {
    await open('index');
    for (let gap = 20; gap < 50; gap += 4) {
      writeFileSync(map, 'one,two\nthree');
      await setTimeout(gap);
      writeFileSync(map, arena(500 + gap));
      const last = Buffer.from(fingerprintOf((await readMap(map)).grid)).toString('hex');
      await expect.poll(fingerprint, { interval: 20 }).toBe(last);
      await expect.poll(overlays).toBe(0);
    }
  });

  it('loads a page again that does not listen', async () => {
    const first = await open('deaf');
    writeFileSync(map, arena(303));
    await waitForOther(first);
    expect(readFileSync(map, 'utf8')).toBe(arena(303));
  });
});
