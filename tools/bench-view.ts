/**
 * The page of `prep view` in Chromium, on a map and on a world: `npm run tool bench-view -- [SIDE WORLD_SIDE FOLDER]`.
 *
 * Caves of 4096 x 4096 cells: size of the file that works offline, first sight, answer, each layer, longest task of the
 * main thread, memory. A world of 8192 x 8192: frames a second while it is panned. Sides of 0 leave a part out; files
 * are made in FOLDER where they are missing.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../test/browser.js';
import { longestTask, ready, serve } from '../test/view-page.js';

const [side = '4096', worldSide = '8192', folder = '/tmp/gridprep-bench-view'] = process.argv.slice(2);
const PAN_MS = 10_000;

function prep(...argv: string[]): void {
  execFileSync(process.execPath, ['dist/cli/prep.js', ...argv], { stdio: ['ignore', 'ignore', 'inherit'] });
}

function caves(size: string): string {
  const file = join(folder, `caves-${size}.map`);
  if (!existsSync(file)) prep('generate', 'caves', '--width', size, '--height', size, '--seed', '3', '-o', file);
  return file;
}

function row(name: string, text: string): void {
  console.log(`${name.padEnd(34)} ${text}`);
}

/** First show of a layer: what it needs is computed, then its cells and lines in a window of 1000 x 700. */
const LAYER = `async (layer, scale, area) => {
  const { painter } = gridprepView;
  const start = performance.now();
  const unseen = await painter.show({ layers: [layer], theme: 'light', scale });
  if (unseen.length > 0) return 'zoom in to see it';
  await painter.tile(0, area.x0 >> 8, area.y0 >> 8);
  const frame = { width: 1000, height: 700, cell: [scale, scale], area };
  (await painter.lines({ ...frame, origin: [-area.x0 * scale, -area.y0 * scale] })).close();
  return (performance.now() - start).toFixed(0) + ' ms';
}`;

async function measureMap(browser: Browser): Promise<void> {
  const map = caves(side);
  const blobs = ['jps', 'hpa'].map((artifact) => join(folder, `caves-${side}.${artifact}.prep`));
  for (const [i, artifact] of ['jps', 'hpa'].entries()) if (!existsSync(blobs[i])) prep(artifact, map, '-d', folder);
  const html = join(folder, 'page.html');
  prep('view', map, '-o', html);
  console.log(`caves of ${side} x ${side} cells, window of 1000 x 700`);
  row('file that works offline', `${(statSync(html).size / 1e6).toFixed(2)} MB (the page alone: ${pageSize()} MB)`);
  const served = await serve(...blobs);
  const page = await browser.newPage({ viewport: { width: 1000, height: 700 } });
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] });
  const waited = async (work: () => Promise<unknown>) => {
    const start = performance.now();
    await work();
    return `${(performance.now() - start).toFixed(0)} ms`;
  };
  const query = `start=101,101&goal=${Number(side) - 196},${Number(side) - 196}`;
  row('first sight', await waited(() => page.goto(`${served.url}#layers=terrain,path,ends`).then(() => ready(page))));
  const told = page.locator('.player output', { hasText: 'path, cost' });
  const ask = () =>
    page.evaluate(`{ location.hash = '#layers=terrain,path,ends&${query}' }`).then(() => told.waitFor());
  row('address with a query until its answer', await waited(ask));
  await page.waitForSelector('table[data-done]', { state: 'attached' });
  await page.waitForTimeout(500);
  row('longest task of the main thread', `${longestTask(await browser.stopTracing()).toFixed(0)} ms of processor time`);
  row('memory of the page', `${((await memoryOf(page)) / 1e6).toFixed(0)} MB`);
  const [x0, y0] = [Number(side) / 2, Number(side) / 2];
  const listed = await page
    .locator('.layers input')
    .evaluateAll((list) => list.map((one) => one.getAttribute('value')));
  for (const [name, scale] of [
    ['all of the map', 0.17],
    ['12 pixels a cell', 12],
  ] as const) {
    const area =
      scale > 1 ? { x0, y0, x1: x0 + 83, y1: y0 + 58 } : { x0: 0, y0: 0, x1: Number(side), y1: Number(side) };
    for (const layer of listed) {
      const text = await page.evaluate<string>(`(${LAYER})('${layer}', ${scale}, ${JSON.stringify(area)})`);
      row(`${layer}, ${name}`, text);
    }
  }
  await page.close();
  await served.close();
}

function pageSize(): string {
  const files = ['view.js', 'view.css', 'view-worker.js'].map((file) => `dist/pages/${file}`);
  return (files.reduce((sum, file) => sum + statSync(file).size, 0) / 1e6).toFixed(2);
}

/** All memory of the page, its threads and arrays too: the page is isolated from others, so that it may ask. */
const memoryOf = (page: Page): Promise<number> =>
  page.evaluate('performance.measureUserAgentSpecificMemory().then(({ bytes }) => bytes)');

/** Pans in circles that bring new tiles into sight, a step a frame. */
const PAN = `(async () => {
  const { view } = gridprepView;
  const [x, y, zoom] = view.view;
  const times = [performance.now()];
  for (let i = 0; times.at(-1) - times[0] < ${PAN_MS}; i++) {
    view.look(x + (900 / zoom) * Math.sin(i / 90), y + (900 / zoom) * (1 - Math.cos(i / 90)), zoom);
    times.push(await new Promise((done) => requestAnimationFrame(done)));
  }
  const gaps = times.slice(2).map((time, i) => time - times[i + 1]).sort((a, b) => a - b);
  return { frames: (1000 * gaps.length) / gaps.reduce((a, b) => a + b), gap: gaps[Math.floor(0.99 * gaps.length)] };
})()`;

async function measureWorld(browser: Browser): Promise<void> {
  const world = join(folder, `caves-${worldSide}.world`);
  if (!existsSync(world)) prep('world', caves(worldSide), '-d', folder);
  const served = await serve(world);
  console.log(`world of ${worldSide} x ${worldSide} cells, panned for ${PAN_MS / 1000} s, window of 1000 x 700`);
  for (const zoom of [4, 1, 0.25]) {
    const middle = Number(worldSide) / 2;
    const page = await browser.newPage({ viewport: { width: 1000, height: 700 } });
    await page.goto(`${served.url}#layers=terrain,tiles,gates&view=${middle},${middle},${zoom}`);
    await ready(page);
    const { frames, gap } = await page.evaluate<{ frames: number; gap: number }>(PAN);
    const text = `${frames.toFixed(1)} frames a second; 99 % of frames within ${gap.toFixed(1)} ms`;
    row(`${zoom} pixels a cell`, `${text}, ${((await memoryOf(page)) / 1e6).toFixed(0)} MB`);
    await page.close();
  }
  await served.close();
}

mkdirSync(folder, { recursive: true });
const browser = await launchBrowser();
try {
  if (side !== '0') await measureMap(browser);
  if (worldSide !== '0') await measureWorld(browser);
} finally {
  await browser.close();
}
