/** More of `prep view` in Chromium: queries, steps, values, edits, themes and touch, the file that works from disk, a build that is followed. */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { css, faded, over, THEMES } from '../../src/view/theme.js';
import { haveBrowser, launchBrowser } from '../../test/browser.js';
import { good, makeTemporaryFolder, temporaryFolder } from '../../test/prep.js';
import {
  bakeCourtyard,
  clickCell,
  colorsAt,
  dropFiles,
  COURTYARD as MAP,
  openPage,
  ready,
  type Served,
  serve,
} from '../../test/view-page.js';

const folder = makeTemporaryFolder();
let browser: Browser;
let served: Served;
beforeAll(async () => {
  await bakeCourtyard(folder);
  served = await serve(folder);
  if (haveBrowser) browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await served?.close();
});

/** Color of an edited cell. */
const tinted = (edit: 'opened' | 'closed', ground: 'open' | 'blocked') =>
  css(over(faded(THEMES.light[edit], 110), THEMES.light[ground])).slice(0, 7);

describe.skipIf(!haveBrowser)('the page', () => {
  it('opens with a query that is solved, says what to try, and asks for the goal after the start', async () => {
    const { page, faults } = await openPage(browser, served.url);
    await page.waitForSelector('output:has-text("path, cost")');
    await expect.poll(() => page.url()).toContain('start=1,1&goal=38,28');
    expect(await page.locator('.player output').innerText()).toMatch(/path, cost 52\.2843$/);
    const hint = () => page.locator('#hint').innerText();
    expect(await hint()).toBe('Drag an end, or click two cells.');
    // A wall: the start is the open cell next to it.
    await clickCell(page, [0, 2]);
    await expect.poll(hint).toBe('Now click the goal.');
    await expect.poll(() => page.url()).toContain('start=1,2');
    await clickCell(page, [39, 27]);
    await expect.poll(() => page.url()).toContain('start=1,2&goal=38,27');
    expect(await hint()).toBe('Drag an end, or click two cells.');
    const at = (cell: [number, number]) => page.evaluate<[number, number]>(`gridprepView.placeOf([${cell}])`);
    await page.mouse.move(...(await at([38, 27])));
    await page.mouse.down();
    await page.mouse.move(...(await at([33, 17])), { steps: 4 });
    await page.mouse.move(...(await at([20, 14])), { steps: 4 });
    await page.mouse.up();
    // The end of the drag lies between two walls.
    await expect.poll(() => page.url()).toContain('start=1,2&goal=20,14');
    await page.waitForSelector('output:has-text("path, cost")');
    await page.getByRole('radio', { name: 'start and goal' }).press('ArrowRight');
    expect(await hint()).toBe('Click a cell: the panel lists its values.');
    expect(await page.title()).toBe('courtyard.map · prep view');
    expect(faults).toEqual([]);
    await page.close();
  });

  it('answers a query that is clicked, by each engine, and brings it back by its address', async () => {
    const { page, faults } = await openPage(browser, served.url);
    await clickCell(page, [2, 2]);
    await clickCell(page, [37, 27]);
    const engines = page.locator('select:has(option[value="hpa"])');
    const names = await engines.locator('option').allInnerTexts();
    expect(names).toEqual(['jps+bounds', 'ch', 'jps', 'table', 'hpa', 'astar+bounds', 'astar']);
    const output = page.locator('.player output');
    for (const name of names.filter((one) => one !== 'hpa' && one !== 'table')) {
      await engines.selectOption(name);
      await expect.poll(() => page.url()).toContain(`goal=37,27&engine=${name.replace('+', '%2B')}`);
      await expect.poll(() => output.innerText()).toMatch(/path, cost 49\.4558$/);
    }
    await engines.selectOption('hpa');
    await expect.poll(() => page.url()).toMatch(/map=courtyard\.map&.*start=2,2&goal=37,27&engine=hpa&view=/);
    const again = await openPage(browser, page.url());
    expect(await again.page.locator('.player output').innerText()).toMatch(/^(\d+) of \1: path, cost \d+\.\d{4}$/);
    expect([...faults, ...again.faults]).toEqual([]);
    await again.page.close();
    await page.close();
  });

  it('goes through a search step by step until it has the path', async () => {
    const { page } = await openPage(browser, `${served.url}#start=2,2&goal=37,27&engine=astar`);
    const output = page.locator('.player output');
    const step = (name: string) => page.getByRole('button', { name, exact: true }).click();
    await step('to the beginning');
    expect(await output.innerText()).toMatch(/^0 of \d+: before the search$/);
    await step('one step on');
    expect(await output.innerText()).toMatch(/^1 of \d+: expands 2, 2 at cost 0\.000$/);
    const [[first], [later]] = await colorsAt(page, [
      [3, 2],
      [10, 2],
    ]);
    expect([first, later]).toEqual(['#f5f2e8', '#f5f2e8']);
    await page.selectOption('.player select', '1');
    await step('play or pause');
    await expect.poll(() => output.innerText()).toMatch(/^(\d+) of \1: path, cost 49\.4558$/);
    const [[expanded, path]] = await colorsAt(page, [[3, 2]]);
    expect(expanded === '#f5f2e8' && path === '#00000000').toBe(false);
    await page.close();
  });

  it('tells what is under the pointer, moves by keys, and chooses cells by them', async () => {
    const { page } = await openPage(browser, `${served.url}#layers=terrain,clusters,boxes,rays`);
    await clickCell(page, [12, 8], ['Shift']);
    const values = page.locator('.values');
    await expect
      .poll(() => values.innerText())
      .toMatch(
        /cell\s+12, 8[\s\S]*open, cost 1[\s\S]*area\s+1[\s\S]*cluster, level 1\s+2, 1 of 5 x 5[\s\S]*jump distances\s+(-?\d+\s+){4}·(\s+-?\d+){4}/,
      );
    await page.keyboard.press('Shift+ArrowRight');
    await expect.poll(() => values.innerText()).toContain('13, 8');
    await page.keyboard.press('s');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('g');
    await expect.poll(() => page.url()).toContain('start=13,8&goal=14,8');
    const before = page.url();
    await page.keyboard.press('+');
    await expect.poll(() => page.url()).not.toBe(before);
    await page.close();
  });

  it('opens and closes doors and cells, and says how long that took', async () => {
    const village = await serve('fixtures/inputs/village.tmj');
    try {
      const { page, faults } = await openPage(browser, village.url);
      await page.getByText('Doors and cells').click();
      const output = page.locator('details', { hasText: 'Doors and cells' }).locator('output');
      const [[wall]] = await colorsAt(page, [[0, 0]]);
      await page.getByRole('radio', { name: 'walls' }).check();
      await clickCell(page, [0, 0]);
      await expect.poll(() => output.innerText()).toMatch(/^1 edit\. Goal boxes/);
      await ready(page);
      const [[open]] = await colorsAt(page, [[0, 0]]);
      expect([wall, open]).toEqual(['#1e1e2e', tinted('opened', 'open')]);
      expect(await page.locator('#about').innerText()).toMatch(/no blobs, edited$/);
      const door = page.getByTitle(/^door /).first();
      const name = (await door.innerText()).replace(/^(open|close) /, '');
      const was = await door.innerText();
      await door.click();
      await expect
        .poll(() => page.getByTitle(`door ${name} `).innerText())
        .toBe(was.startsWith('open') ? `close ${name}` : `open ${name}`);
      for (let i = 0; i < 2; i++) await page.getByRole('button', { name: 'undo' }).click();
      // Until the threads have answered, the page is ready with the map as it was edited.
      await expect.poll(() => output.innerText()).toMatch(/^With "walls" chosen/);
      await ready(page);
      expect((await colorsAt(page, [[0, 0]]))[0][0]).toBe('#1e1e2e');
      expect(faults).toEqual([]);
      await page.close();
    } finally {
      await village.close();
    }
  });

  it('shows one floor of several', async () => {
    const castle = temporaryFolder();
    const file = join(castle, 'castle.json');
    copyFileSync('fixtures/maps/courtyard.map', join(castle, 'yard.map'));
    writeFileSync(file, JSON.stringify({ gridprep: 'floors', floors: { low: 'yard.map', high: 'yard.map' } }));
    const view = await serve(file);
    try {
      const { page, faults } = await openPage(browser, `${view.url}#start=2,20&goal=2,51&engine=jps`);
      await expect.poll(() => page.locator('#toast').innerText()).toBe('There is no path between start and goal.');
      const middle = () => page.evaluate<number>('gridprepView.camera.view[1]');
      const floors = page.getByLabel('floor');
      for (const [floor, row] of [
        ['high', 46],
        ['low', 15],
        ['all floors', 30.5],
      ] as const) {
        await floors.selectOption(floor);
        await expect.poll(middle).toBe(row);
      }
      expect(faults).toEqual([]);
      await page.close();
    } finally {
      await view.close();
    }
  });

  it('draws walls by a drag in the mode of edits, and takes them back as one edit', async () => {
    const { page, faults } = await openPage(browser, `${served.url}#layers=terrain`);
    await page.keyboard.press('e');
    const cells: [number, number][] = [1, 2, 3, 4, 5, 6].map((x) => [x, 1]);
    const at = (cell: [number, number]) => page.evaluate<[number, number]>(`gridprepView.placeOf([${cell}])`);
    await page.mouse.move(...(await at(cells[0])));
    await page.mouse.down();
    await page.mouse.move(...(await at(cells[5])), { steps: 2 });
    await page.mouse.up();
    const colors = async () => new Set((await colorsAt(page, cells)).map(([color]) => color));
    await expect.poll(colors).toEqual(new Set([tinted('closed', 'blocked')]));
    await page.keyboard.press('u');
    await expect.poll(colors).toEqual(new Set(['#f5f2e8']));
    expect(faults).toEqual([]);
    await page.close();
  });

  it('is light or dark as the system is, and is moved by two fingers', async () => {
    const { page } = await openPage(browser, `${served.url}#layers=terrain`);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(async () => (await colorsAt(page, [[2, 2]]))[0][0]).toBe('#343b4a');
    const zoom = () => page.evaluate<number>('gridprepView.camera.view[2]');
    const before = await zoom();
    const session = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart: number) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [300 - apart, 300 + apart].map((x, id) => ({ x, y: 300, id })),
      });
    await touch('touchStart', 40);
    for (const apart of [50, 60, 70, 80]) await touch('touchMove', apart);
    await touch('touchEnd', 0);
    expect((await zoom()) / before).toBeGreaterThan(1.6);
    await page.close();
  });

  it('opens what is dropped on it, and names what is wrong with a damaged blob', async () => {
    const { page } = await openPage(browser, served.url);
    const bytes = readFileSync(join(folder, 'courtyard.jps.prep'));
    bytes[60] ^= 1;
    await dropFiles(page, [{ name: '<b>bad.prep', bytes }]);
    await expect
      .poll(() => page.locator('#alert').innerText())
      .toMatch(/unusable blob: header checksum is \d+, expected \d+/);
    expect(await page.locator('#alert b').count()).toBe(0);
    await dropFiles(page, [{ name: '<i>spiral.map', bytes: readFileSync('fixtures/maps/spiral.map') }]);
    await expect.poll(() => page.locator('#about').innerText()).toMatch(/^<i>spiral\.map: \d+ x \d+ cells, no blobs$/);
    expect(await page.locator('#alert').isVisible()).toBe(false);
    expect(await page.locator('option', { hasText: 'spiral' }).count()).toBe(1);
    await page.close();
  });

  it('works from disk as one file, without a server', async () => {
    const file = join(folder, 'offline.html');
    expect(await good(`view ${folder} fixtures/inputs/village.tmj --out-file ${file}`)).toMatch(
      /^wrote .*offline\.html \(\d+\.\d kB\)\n$/,
    );
    const { page, faults } = await openPage(browser, `${pathToFileURL(file).href}#start=2,2&goal=37,27`);
    await page.waitForSelector('output:has-text("path, cost")');
    expect(await page.locator('select:has(option[value="hpa"]) option').count()).toBe(7);
    await page.selectOption('select:has-text("village")', 'village.tmj');
    await expect.poll(() => page.locator('#about').innerText()).toMatch(/village\.tmj/);
    expect(faults).toEqual([]);
    await page.close();
  });

  it('follows what a build writes', async () => {
    const copy = temporaryFolder();
    copyFileSync(join(folder, 'courtyard.jps.prep'), join(copy, 'courtyard.jps.prep'));
    const followed = await serve(copy);
    try {
      const { page } = await openPage(browser, `${followed.url}#layers=terrain`);
      expect((await colorsAt(page, [[0, 0]]))[0][0]).toBe('#1e1e2e');
      const maps = temporaryFolder();
      const rows = readFileSync(MAP, 'utf8').split('\n');
      rows[4] = `.${rows[4].slice(1)}`;
      writeFileSync(join(maps, 'courtyard.map'), rows.join('\n'));
      await good(`jps ${join(maps, 'courtyard.map')} -d ${copy}`);
      await expect.poll(async () => (await colorsAt(page, [[0, 0]]))[0][0]).toBe('#f5f2e8');
      await page.close();
    } finally {
      await followed.close();
    }
  });
});
