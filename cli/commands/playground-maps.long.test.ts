/** Maps of other editors in the playground: dropped on the page as the site serves it, read, clicked, baked, asked for a path. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { haveBrowser, launchBrowser } from '../../test/browser.js';
import { makeTemporaryFolder } from '../../test/prep.js';
import { rpgMakerGame } from '../../test/rpg-maker.js';
import { dropFiles, openPage } from '../../test/view-page.js';

const folder = makeTemporaryFolder();
const requested: string[] = [];
let browser: Browser;
let server: Server;
let url: string;

beforeAll(async () => {
  if (!haveBrowser) return;
  execFileSync(process.execPath, ['tools/run.mjs', 'playground', folder]);
  server = createServer(({ url: path = '/' }, response) => {
    requested.push(path);
    const file = path === '/' ? 'site.html' : path.slice(1);
    response.writeHead(200, { 'content-type': file.endsWith('.js') ? 'text/javascript' : 'text/html' });
    response.end(readFileSync(join(folder, 'playground', file)));
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  browser = await launchBrowser();
}, 600_000);
afterAll(async () => {
  await browser?.close();
  server?.close();
});

const PATIENT = { timeout: 20_000 };
const bytesOf = (text: string) => new TextEncoder().encode(text);
const FLOOR = Array.from({ length: 300 }, (_, i) => 1 + (i % 3) * 100);
const COLUMN = FLOOR.map((_, i) => (i % 20 === 10 && i < 280 ? 202 : 0));
/** A Tiled map in XML with three tilesets in files and a picture for them. */
const MAP = `<?xml version="1.0"?>
<map orientation="orthogonal" width="20" height="15" tilewidth="16" tileheight="16">
 ${['a', 'b', 'c'].map((name, i) => `<tileset firstgid="${1 + 100 * i}" source="../sets/${name}.tsx"/>`).join('\n ')}
 ${[FLOOR, COLUMN]
   .map(
     (data, i) =>
       `<layer name="${['Ground', 'Trees'][i]}" width="20" height="15"><data encoding="csv">${data}</data></layer>`,
   )
   .join('\n ')}
</map>`;
const SETS = ['a', 'b', 'c'].map((name) => ({
  name: `${name}.tsx`,
  bytes: bytesOf(
    `<tileset name="${name}" tilewidth="16" tileheight="16" tilecount="8" columns="4"><image source="tiles.png"/></tileset>`,
  ),
}));
const PNG = { name: 'tiles.png', bytes: readFileSync('examples/topdown/map/tiles.png') };

describe.skipIf(!haveBrowser)('the playground', () => {
  it('takes a Tiled map with three tilesets: walls, bake, path', { timeout: 120_000 }, async () => {
    const { page, faults } = await openPage(browser, url);
    expect(requested.filter((path) => path.startsWith('/readers'))).toEqual([]);
    await dropFiles(page, [{ name: 'level.tmx', bytes: bytesOf(MAP) }, ...SETS, PNG]);
    await page.waitForSelector('.walls .map[data-ready="true"]');
    const loaded = [...new Set(requested.filter((path) => path.startsWith('/readers')))];
    const gzipped = loaded.reduce(
      (sum, path) => sum + gzipSync(readFileSync(join(folder, 'playground', path))).length,
      0,
    );
    console.info(`readers of a Tiled map: ${gzipped} bytes gzipped in ${loaded.length} files`);
    expect(gzipped).toBeLessThan(60_000);
    const count = () => page.locator('.walls .count').innerText();
    await expect.poll(count).toBe('0 of 300 cells block (0 %); one open area');
    expect(await page.locator('.walls .told').innerText()).not.toContain('Not shown');
    await page.locator('.palette .chip').last().press('Enter');
    await expect.poll(count).toBe('14 of 300 cells block (5 %); one open area');
    await page.getByRole('button', { name: 'Use these walls' }).click();
    await expect.poll(() => page.locator('#about').innerText()).toBe('level.map: 20 x 15 cells, jps, bounds');
    await page.waitForSelector('output:has-text("path, cost")');
    expect(await page.locator('.read .command').innerText()).toBe(
      'npx gridprep jps level.tmx --tiled.blocked-tiles c:1',
    );
    expect(faults).toEqual([]);
    await page.close();
  });

  it('names the file that is missing, and continues once it is added', { timeout: 120_000 }, async () => {
    const { page } = await openPage(browser, url);
    await dropFiles(page, [{ name: 'level.tmx', bytes: bytesOf(MAP) }, ...SETS.slice(1)]);
    await expect.poll(() => page.locator('.read').innerText()).toContain('a.tsx is missing: add this file too');
    expect(await page.locator('.read').innerText()).toContain('Add these files: a.tsx, tiles.png.');
    expect(await page.locator('#alert').innerText()).toMatch(
      /^level\.tmx: tileset "..\/sets\/a\.tsx" cannot be read: /,
    );
    expect(await page.locator('.walls .map').count()).toBe(0);
    await dropFiles(page, [SETS[0], PNG]);
    await page.waitForSelector('.walls .map[data-ready="true"]');
    expect(await page.locator('.walls .told').innerText()).not.toContain('missing');
    await page.close();
  });

  it('opens tables and texts, and refuses other files', { timeout: 120_000 }, async () => {
    const { page, faults } = await openPage(browser, url);
    const about = () => page.locator('#about').innerText();
    await dropFiles(page, [{ name: 'table.csv', bytes: bytesOf('5,1,1\n5,9,1\n') }]);
    await expect.poll(about).toMatch(/^table\.json: 3 x 2 cells/);
    await dropFiles(page, [{ name: 'rows.txt', bytes: bytesOf('#..\n..#\n') }]);
    await expect.poll(about).toMatch(/^rows\.\w+: 3 x 2 cells/);
    await dropFiles(page, [{ name: 'x.bin', bytes: new Uint8Array(9) }]);
    await expect.poll(() => page.locator('#alert').innerText()).toMatch(/^x\.bin/);
    await dropFiles(page, [{ name: 'notes.txt', bytes: bytesOf('Dear diary,\ntoday was a day.\n') }]);
    await expect.poll(() => page.locator('#alert').innerText()).toMatch(/^notes\.txt:1:1: cell 0, 0 is "Dear diary"/);
    expect(faults).toEqual([]);
    await page.close();
  });

  it('opens a folder of RPG Maker: its walls, clicks on events and regions, bake, path', async () => {
    rpgMakerGame(join(folder, 'game'));
    const { page, faults } = await openPage(browser, url);
    await page.locator('input[webkitdirectory]').setInputFiles(join(folder, 'game'));
    const about = () => page.locator('#about').innerText();
    await expect.poll(about, PATIENT).toMatch(/^Map001\.json: 8 x 6 cells/);
    const maps = page.getByLabel('Map of these files').locator('option');
    expect(await maps.allInnerTexts()).toEqual(['game/data/Map001.json', 'game/data/Map002.json']);
    const read = () => page.locator('.read').innerText();
    expect(await read()).toContain('walls: passage of tileset "Town" (5 cells, 0 walls between cells)');
    await page.locator('.read').getByRole('button', { name: 'What blocks …' }).click();
    await page.waitForSelector('.walls .map[data-ready="true"]');
    const count = () => page.locator('.walls .count').innerText();
    await expect.poll(count).toBe('5 of 48 cells block (10 %); one open area');
    await page.getByRole('button', { name: 'events that stop units: block' }).click();
    await expect.poll(count).toBe('6 of 48 cells block (13 %); one open area');
    await page.locator('.palette').getByRole('button', { name: 'tile region 7' }).press('Enter');
    await expect.poll(count).toBe('8 of 48 cells block (17 %); one open area');
    await page.getByRole('button', { name: 'Use these walls' }).click();
    await expect.poll(about, PATIENT).toBe('Map001.json: 8 x 6 cells, jps, bounds');
    await page.waitForSelector('output:has-text("path, cost")');
    expect(await page.locator('.read .command').innerText()).toContain('--rpgmaker.events blocked');
    await page.getByLabel('Map of these files').selectOption({ index: 1 });
    await expect.poll(about, PATIENT).toMatch(/^Map002\.json: 5 x 4 cells/);
    expect(faults).toEqual([]);
    await page.close();
  });

  it('opens a dropped map as a new one, also after a map that lacks a picture', async () => {
    const { page, faults } = await openPage(browser, url);
    await dropFiles(page, [{ name: 'level.tmx', bytes: bytesOf(MAP) }, ...SETS]);
    await page.waitForSelector('.walls .map[data-ready="true"]');
    const told = () => page.locator('.walls .told').innerText();
    await expect.poll(told).toContain('Not shown: sets/tiles.png');
    await page.locator('.palette .chip').last().press('Enter');
    const count = () => page.locator('.walls .count').innerText();
    await expect.poll(count).toMatch(/^14 of/);
    // The picture that was asked for: the same map, and the same clicks.
    await dropFiles(page, [PNG]);
    await expect.poll(told).not.toContain('Not shown');
    await expect.poll(count).toMatch(/^14 of/);
    expect(await told()).not.toContain('Not shown');
    await dropFiles(page, [{ name: 'other.tmx', bytes: bytesOf(MAP) }]);
    const title = () => page.locator('.walls h2').innerText();
    await expect.poll(title).toBe('What blocks in other.tmx?');
    await dropFiles(page, [{ name: 'late.csv', bytes: bytesOf('5,1,1\n5,9,1\n') }]);
    await expect.poll(() => page.locator('#about').innerText()).toMatch(/^late\.json: 3 x 2 cells/);
    await expect.poll(() => page.locator('.walls').count()).toBe(0);
    expect(faults).toEqual([]);
    await page.close();
  });
});
