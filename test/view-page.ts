/** `prep view` in another process, and its page in a browser. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { compiled } from './compiled.js';
import { COURTYARD, good, PREP } from './prep.js';

export { COURTYARD };

/** Bakes it for every engine. */
export async function bakeCourtyard(folder: string): Promise<void> {
  await good('hpa', COURTYARD, '-d', folder, '--cluster', '5', '--levels', '2');
  for (const artifact of ['jps', 'bounds', 'ch']) await good(artifact, COURTYARD, '-d', folder);
  await good('table', join(folder, 'courtyard.hpa.prep'), '-d', folder);
}

/** A page that is served. */
export interface Served {
  url: string;
  close(): Promise<void>;
}

/** Starts `prep view`. @returns when it has printed its address */
export const serve = (...argv: string[]): Promise<Served> => serveIn('.', ...argv);

/** @param cwd folder of the config */
export async function serveIn(cwd: string, ...argv: string[]): Promise<Served> {
  compiled();
  const child: ChildProcess = spawn(process.execPath, [resolve(PREP), 'view', '--no-open', ...argv], {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd,
  });
  let said = '';
  child.stderr?.on('data', (data) => {
    said += data;
  });
  const url = await new Promise<string>((done, failed) => {
    child.stdout?.on('data', (data) => {
      said += data;
      const found = /http:\/\/\S+/.exec(said)?.[0];
      if (found) done(found);
    });
    child.on('exit', (code) => failed(new Error(`prep view has ended with code ${code}: ${said}`)));
  });
  return {
    url,
    async close() {
      child.removeAllListeners('exit');
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}

const MAP_READY = '#map[data-ready="true"]:not([aria-busy])';

/** A page that fails the test where it logs an error or asks another host. @param shown what it waits for */
export async function openPage(
  browser: Browser,
  url: string,
  shown = MAP_READY,
): Promise<{ page: Page; faults: string[] }> {
  const page = await browser.newPage({ viewport: { width: 1000, height: 700 } });
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  page.on('request', (request) => {
    if (!request.url().startsWith(new URL('/', url).href) && !/^(data|blob|file):/.test(request.url()))
      faults.push(request.url());
  });
  await page.goto(url);
  await page.waitForSelector(shown);
  return { page, faults };
}

/** Waits until all tiles are as they should be. */
export async function ready(page: Page): Promise<void> {
  await page.waitForSelector(MAP_READY);
}

/** What runs in the page is text: the types of a browser are not known here. */
const COLORS = `async (list) => {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const box = document.getElementById('map').getBoundingClientRect();
  return list.map((cell) => {
    const [x, y] = gridprepView.placeOf(cell);
    return ['cells', 'lines'].map((id) => {
      const { data: [r, g, b, a] } = document.getElementById(id).getContext('2d').getImageData(Math.floor(x - box.left), Math.floor(y - box.top), 1, 1);
      return '#' + [r, g, b, ...(a < 255 ? [a] : [])].map((value) => value.toString(16).padStart(2, '0')).join('');
    });
  });
}`;

/** Colors of the middles of cells on the canvases, cells first, then lines: `#rrggbb`, or with alpha. */
export function colorsAt(page: Page, cells: [number, number][]): Promise<[string, string][]> {
  return page.evaluate(`(${COLORS})(${JSON.stringify(cells)})`);
}

/** Clicks the middle of a cell. */
export async function clickCell(page: Page, cell: [number, number], modifiers: 'Shift'[] = []): Promise<void> {
  const [x, y] = await page.evaluate<[number, number]>(`gridprepView.placeOf(${JSON.stringify(cell)})`);
  for (const key of modifiers) await page.keyboard.down(key);
  await page.mouse.click(x, y);
  for (const key of modifiers) await page.keyboard.up(key);
}

/** Drops files on the page. */
export async function dropFiles(page: Page, files: { name: string; bytes: Uint8Array }[]): Promise<void> {
  const given = JSON.stringify(files.map(({ name, bytes }) => ({ name, bytes: [...bytes] })));
  await page.evaluate(`{
    const transfer = new DataTransfer();
    for (const { name, bytes } of ${given}) transfer.items.add(new File([Uint8Array.from(bytes)], name));
    document.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, cancelable: true }));
  }`);
}
