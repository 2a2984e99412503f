/** The walls assistant of `prep view` in Chromium: what is read, clicked, undone and saved; hostile maps. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { haveBrowser, launchBrowser } from '../../test/browser.js';
import { makeTemporaryFolder } from '../../test/prep.js';
import { rpgMakerGame } from '../../test/rpg-maker.js';
import { openPage, type Served, serveIn } from '../../test/view-page.js';

const folder = makeTemporaryFolder();
const EVIL = '<img src=x onerror="window.isHit=1">';
const at = (...names: string[]) => join(folder, ...names);
let browser: Browser;

const tileset = (more: object) => ({
  ...{ firstgid: 1, name: 't', tilewidth: 16, tileheight: 16, tilecount: 10, columns: 4, image: 't.png' },
  ...more,
});
const layer = (name: string, width: number, data: number[]) => ({
  ...{ type: 'tilelayer', name, width, height: data.length / width, data },
});
const map = (layers: ReturnType<typeof layer>[], tilesets: object[]) =>
  JSON.stringify({
    ...{ type: 'map', orientation: 'orthogonal', tilewidth: 16, tileheight: 16 },
    ...{ width: layers[0].width, height: layers[0].height, layers, tilesets },
  });
/** A floor, and a row of tile 3 in a layer above. */
const FLOOR = Array(60).fill(1);
const ROW = FLOOR.map((_, i) => (i >= 20 && i < 29 ? 3 : 0));

beforeAll(async () => {
  mkdirSync(at('maps'));
  writeFileSync(at('package.json'), '{}');
  writeFileSync(at('maps/t.png'), readFileSync('examples/topdown/map/tiles.png'));
  writeFileSync(at('maps/a.tmj'), map([layer('Ground', 10, FLOOR), layer('Trees', 10, ROW)], [tileset({})]));
  writeFileSync(at('maps/b.tmj'), map([layer('Ground', 10, FLOOR)], [tileset({})]));
  if (haveBrowser) browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
});

async function opened(...names: string[]): Promise<{ page: Page; faults: string[]; served: Served }> {
  const served = await serveIn(folder, ...names);
  return { ...(await openPage(browser, served.url)), served };
}
/** Writes the config. The page below may show a path before: the assistant closes after the config is written. */
async function write(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Write the config' }).click();
  await expect.poll(() => page.locator('.walls').count()).toBe(0);
  await page.waitForSelector('output:has-text("path, cost")');
}
const count = (page: Page) => page.locator('.walls .count').innerText();

describe.skipIf(!haveBrowser)('the walls assistant', () => {
  it('opens for a map without marks; a drag over tiles and a click on a layer block, keys undo, and saving shows a path', async () => {
    const { page, faults, served } = await opened('maps/a.tmj');
    try {
      await page.waitForSelector('.walls .map[data-ready="true"]');
      await expect.poll(() => count(page)).toBe('0 of 60 cells block (0 %); one open area');
      // The map below would delay the first picture, and the list of files its reader.
      const fetched = 'performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname)';
      await expect.poll(() => page.evaluate<string[]>(fetched)).toContain('/files/0/0');
      const order = (await page.evaluate<string[]>(fetched)).filter((path) =>
        /^\/(walls\/0\/(0|files)|files)/.test(path),
      );
      expect(order).toEqual(['/walls/0/0', '/walls/0/files', '/files/0/0']);
      // A drag over both tiles is one choice.
      for (const [i, chip] of (await page.locator('.palette .chip').all()).entries()) {
        const box = await chip.boundingBox();
        await page.mouse.move((box?.x ?? 0) + 8, (box?.y ?? 0) + 8);
        if (i === 0) await page.mouse.down();
      }
      await page.mouse.up();
      await expect.poll(() => count(page)).toMatch(/^60 of 60 cells block/);
      await page.keyboard.press('Control+z');
      await expect.poll(() => count(page)).toMatch(/^0 of/);
      await page.getByRole('button', { name: 'Trees: blocks' }).click();
      await expect.poll(() => count(page)).toBe('9 of 60 cells block (15 %); one open area');
      await page.keyboard.press('Control+z');
      await expect.poll(() => count(page)).toMatch(/^0 of/);
      await page.keyboard.press('Control+Shift+Z');
      await expect.poll(() => count(page)).toMatch(/^9 of/);
      await page.getByRole('button', { name: 'Save …' }).click();
      expect(await page.locator('dialog.difference pre').innerText()).toContain(
        '+ "tiled": {"blockedLayers":["Trees"]}',
      );
      await write(page);
      expect(JSON.parse(readFileSync(at('prep.config.json'), 'utf8')).inputs[0]).toMatchObject({
        ...{ maps: 'maps/a.tmj', tiled: { blockedLayers: ['Trees'] } },
      });
      expect(faults).toEqual([]);
    } finally {
      await served.close();
    }
  });

  it('takes a tile of the palette, and of the map, by a click, and says why a cell blocks', async () => {
    const { page, served } = await opened('maps/b.tmj');
    try {
      await page.waitForSelector('.walls .map[data-ready="true"]');
      const [chip] = await page.locator('.palette .chip').all();
      const box = await chip.boundingBox();
      await page.mouse.move((box?.x ?? 0) + 8, (box?.y ?? 0) + 8);
      await page.mouse.down();
      await page.mouse.up();
      const told = () => page.locator('.walls .told').innerText();
      await expect.poll(told).toContain('No cell is open.');
      expect(await count(page)).toMatch(/^60 of 60 cells block/);
      await page.keyboard.press('Control+z');
      await expect.poll(told).not.toContain('No cell is open.');
      // The text about a cell and its tiles follows the click on it.
      const said = (of: string) => page.locator(of).innerText();
      const isPressed = () => page.locator('.stack .chip').getAttribute('aria-pressed');
      await page.mouse.click(...(await page.evaluate<[number, number]>('gridprepWalls.view.placeOf([24, 8])')));
      await expect.poll(() => said('.stack p')).toMatch(/^1, 0 blocks: /);
      await expect.poll(() => said('.spot')).toMatch(/^1, 0 blocks: /);
      expect(await isPressed()).toBe('true');
      await page.keyboard.press('Control+z');
      await expect.poll(() => said('.stack p')).toMatch(/^1, 0 is open/);
      expect(await isPressed()).toBe('false');
      await page.getByRole('button', { name: 'close without saving' }).click();
      await expect.poll(() => page.locator('.walls').count(), { timeout: 5000 }).toBe(0);
      await page.getByRole('button', { name: 'What blocks …' }).click();
      await page.waitForSelector('.walls .map[data-ready="true"]');
    } finally {
      await served.close();
    }
  });

  it('shows names as texts, and neither runs nor hangs where pictures are SVG or 30,000 pixels wide', async () => {
    const png = Buffer.alloc(64);
    png.write('89504e470d0a1a0a0000000d49484452', 'hex');
    png.writeUInt32BE(30_000, 16);
    png.writeUInt32BE(30_000, 20);
    writeFileSync(at('maps/huge.png'), png);
    writeFileSync(at('maps/evil.svg'), '<svg xmlns="http://www.w3.org/2000/svg" onload="window.isHit=1"></svg>');
    const sets = ['huge.png', 'evil.svg'].map((image, i) => tileset({ firstgid: 1 + 20 * i, name: EVIL + i, image }));
    writeFileSync(
      at('maps/evil.tmj'),
      map(
        [
          layer(EVIL, 10, FLOOR),
          layer(
            'x',
            10,
            ROW.map((n) => n && 21),
          ),
        ],
        sets,
      ),
    );
    const { page, served } = await opened('maps/evil.tmj');
    try {
      await page.waitForSelector('.walls .map[data-ready="true"]');
      expect(await page.locator('.walls .name').allInnerTexts()).toContainEqual(expect.stringContaining(EVIL));
      await expect.poll(() => page.locator('.walls .told').innerText()).toMatch(/Not shown: .*huge\.png/);
      await page.locator('.palette .chip').first().hover();
      expect(await page.evaluate('window.isHit')).toBeUndefined();
    } finally {
      await served.close();
    }
  });

  it.each([
    ['table.csv', '1,1,1\n1,0,1\n1,1,1\n1,0,1\n', ['tile 0'], { csv: { blocked: '0' } }],
    [
      'tiles.csv',
      '-1,300,300\n-1,14,300\n',
      ['tile 300'],
      { csv: { legend: { 14: 'open', '-1': 'open', 300: 'blocked' } } },
    ],
    ['world.ldtk', '', ['tile Collisions mud'], { ldtk: { legend: { walls: 'blocked', mud: 'open' } } }],
  ])('writes what clicks on values say: %s', async (name, text, clicks, expected) => {
    rmSync(at('prep.config.json'), { force: true });
    writeFileSync(at('maps', name), text || readFileSync('fixtures/inputs/world.ldtk'));
    const level = text ? [] : ['--map-levels', 'Yard'];
    const served = await serveIn(folder, `maps/${name}`, '--choose-walls', ...level);
    try {
      // A table that cannot be read has no map yet.
      const { page, faults } = await openPage(browser, served.url, '.walls .palette .chip');
      for (const chip of clicks) await page.locator('.palette').getByRole('button', { name: chip }).press('Enter');
      await expect.poll(() => page.locator('.walls .alert').innerText()).toBe('');
      await page.getByRole('button', { name: 'Save …' }).click();
      await write(page);
      expect(JSON.parse(readFileSync(at('prep.config.json'), 'utf8')).inputs[0]).toMatchObject(expected);
      expect(faults).toEqual([]);
    } finally {
      await served.close();
    }
  });

  it('opens a map of RPG Maker: clicks on events and regions are saved, and a path is shown', async () => {
    rmSync(at('prep.config.json'), { force: true });
    rpgMakerGame(at('game'));
    const served = await serveIn(folder, 'game/data/Map001.json', '--choose-walls');
    try {
      const { page, faults } = await openPage(browser, served.url);
      await page.waitForSelector('.walls .map[data-ready="true"]');
      await expect.poll(() => count(page)).toBe('5 of 48 cells block (10 %); one open area');
      await page.getByRole('button', { name: 'events that stop units: block' }).click();
      await page.locator('.palette').getByRole('button', { name: 'tile region 7' }).press('Enter');
      await expect.poll(() => count(page)).toBe('8 of 48 cells block (17 %); one open area');
      const [x, y] = await page.evaluate<[number, number]>('gridprepWalls.view.placeOf([5 * 16 + 8, 2 * 16 + 8])');
      await page.mouse.move(x, y);
      await expect.poll(() => page.locator('.spot').innerText()).toBe('5, 2 blocks · no tile');
      await page.getByRole('button', { name: 'Save …' }).click();
      await write(page);
      expect(JSON.parse(readFileSync(at('prep.config.json'), 'utf8')).inputs[0]).toMatchObject({
        rpgmaker: { events: 'blocked', legend: { 7: 'blocked' } },
      });
      expect(faults).toEqual([]);
    } finally {
      await served.close();
    }
  });

  it('works only by keys at 390 pixels; a config with a glob serves all its maps, a module gets a text', async () => {
    writeFileSync(at('prep.config.json'), JSON.stringify({ inputs: [{ maps: 'maps/[ab].tmj', preset: 'fastest' }] }));
    const served = await serveIn(folder, 'maps/a.tmj');
    try {
      const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
      const page = await context.newPage();
      await page.goto(served.url);
      await page.waitForSelector('.walls .map[data-ready="true"]');
      const { keyboard } = page;
      await keyboard.press('ArrowDown');
      await expect.poll(() => page.locator('.spot').innerText()).toMatch(/is open/);
      const focused = () => page.evaluate('document.activeElement.ariaLabel ?? document.activeElement.textContent');
      const tabTo = async (name: string) => {
        for (let i = 0; i < 40 && (await focused()) !== name; i++) await keyboard.press('Tab');
        expect(await focused()).toBe(name);
      };
      await tabTo('Trees: blocks');
      await keyboard.press('Enter');
      await expect.poll(() => count(page)).toMatch(/^9 of 60/);
      expect(await focused()).toBe('Trees: blocks');
      await tabTo('Save …');
      await keyboard.press('Enter');
      const text = () => page.locator('dialog.difference pre').innerText();
      expect(await text()).toContain('prep.config.json, input 1 (2 maps)');
      await keyboard.press('Escape');
      await expect.poll(focused).toBe('Save …');
      writeFileSync(at('prep.config.mjs'), "export default { inputs: [{ maps: 'maps/*.tmj', preset: 'fastest' }] };");
      rmSync(at('prep.config.json'));
      await keyboard.press('Enter');
      await expect
        .poll(text)
        .toContain('prep.config.mjs is a module. Put this into inputs[0]:\ntiled: {"blockedLayers":["Trees"]}');
      await keyboard.press('Escape');
      writeFileSync(at('prep.config.json'), JSON.stringify({ inputs: [{ maps: 'maps/[ab].tmj', preset: 'fastest' }] }));
      rmSync(at('prep.config.mjs'));
      await keyboard.press('Enter');
      await tabTo('Write the config');
      await keyboard.press('Enter');
      await expect.poll(() => page.locator('.walls').count(), { timeout: 5000 }).toBe(0);
      expect(await page.evaluate('document.activeElement.id')).toBe('map');
      expect(JSON.parse(readFileSync(at('prep.config.json'), 'utf8')).inputs).toEqual([
        { maps: 'maps/[ab].tmj', preset: 'fastest', tiled: { blockedLayers: ['Trees'] } },
      ]);
      await context.close();
    } finally {
      rmSync(at('prep.config.json'), { force: true });
      rmSync(at('prep.config.mjs'), { force: true });
      await served.close();
    }
  });

  it('refuses 200,000 tilesets in a line', async () => {
    const sets = Array.from({ length: 200_000 }, (_, i) => ({ firstgid: 1 + i, source: 'x.tsj' }));
    writeFileSync(at('maps/many.tmj'), map([layer('g', 10, FLOOR)], sets));
    await expect(serveIn(folder, 'maps/many.tmj')).rejects.toThrow('200000 tilesets, allowed are 65536');
  });
});
