/** The page of `prep view` for every hand: axe's rules at three sizes in both schemes, touch, worlds, folders with a broken file. */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { labelComponents } from '../../src/core/grid/components.js';
import { parseMap } from '../../src/maps/movingai.js';
import { haveBrowser, launchBrowser } from '../../test/browser.js';
import { good, makeTemporaryFolder } from '../../test/prep.js';
import { bakeCourtyard, clickCell, colorsAt, openPage, ready, type Served, serve } from '../../test/view-page.js';

const folder = makeTemporaryFolder();
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const QUERY = '#start=2,2&goal=37,27&layers=terrain,jumps,clusters,search,path,ends';
let browser: Browser;
let served: Served;
beforeAll(async () => {
  await bakeCourtyard(folder);
  writeFileSync(join(folder, 'broken.prep'), readFileSync(join(folder, 'courtyard.jps.prep')).subarray(0, 80));
  served = await serve(folder);
  if (haveBrowser) browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await served?.close();
});

/** Rules of axe that a page breaks, with what breaks them. The policy of the page allows no script but its own, so the debugger brings it. */
async function violations(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { result } = await session.send('Runtime.evaluate', {
    expression: `${AXE}; axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 120)).join(' | ')))`,
    awaitPromise: true,
    returnByValue: true,
  });
  return result.value;
}

describe.skipIf(!haveBrowser)('the page', () => {
  it.each([
    [1400, 900, 'light'],
    [1400, 900, 'dark'],
    [800, 600, 'light'],
    [800, 600, 'dark'],
    [390, 844, 'light'],
    [390, 844, 'dark'],
  ] as const)('breaks no rule of axe at %d x %d, %s', async (width, height, colorScheme) => {
    const context = await browser.newContext({ viewport: { width, height }, colorScheme, hasTouch: width < 500 });
    const page = await context.newPage();
    await page.goto(`${served.url}${QUERY}`);
    await ready(page);
    await page.waitForSelector('output:has-text("path, cost")', { state: 'attached' });
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('?');
    await page.waitForSelector('dialog[open]');
    expect(await violations(page)).toEqual([]);
    await context.close();
  });

  it('takes the open cell nearest to a tap on a wall, clips nothing, and has targets of 44 pixels', async () => {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    const page = await context.newPage();
    await page.goto(served.url);
    await ready(page);
    const at = async (cell: [number, number]) => page.evaluate<[number, number]>(`gridprepView.placeOf([${cell}])`);
    await page.touchscreen.tap(...(await at([0, 2])));
    await expect.poll(() => page.url()).toContain('start=1,2');
    expect(await page.locator('#hint').innerText()).toBe('Now click the goal.');
    await page.touchscreen.tap(...(await at([37, 27])));
    await page.waitForSelector('output:has-text("path, cost")', { state: 'attached' });
    await expect.poll(() => page.url()).toContain('start=1,2&goal=37,27');
    const small = await page
      .locator('button:visible, select:visible, summary:visible')
      .evaluateAll((list) => list.filter((one) => one.getBoundingClientRect().height < 44).map((one) => one.outerHTML));
    expect(small).toEqual([]);
    const clipped = await page
      .locator('button:visible, select:visible, summary:visible')
      .evaluateAll((list) => list.filter((one) => one.getBoundingClientRect().right > 390).map((one) => one.outerHTML));
    expect(clipped).toEqual([]);
    const [map, panel] = await Promise.all([page.locator('#map').boundingBox(), page.locator('#panel').boundingBox()]);
    expect((map?.y ?? 0) < (panel?.y ?? 0)).toBe(true);
    await context.close();
  });

  it('shows what is good of a folder, and lists the file that is not with its fault', async () => {
    const { page } = await openPage(browser, served.url);
    expect(await page.locator('#about').innerText()).toContain('courtyard.map');
    expect(await page.locator('.faults').innerText()).toMatch(/^.*broken\.prep: unusable blob: /);
    await page.close();
  });

  it('shows a world tile by tile, and a path across tiles', async () => {
    await good(`generate caves --width 200 --height 150 --seed 3 -o ${join(folder, 'land.map')}`);
    await good(`world ${join(folder, 'land.map')} -d ${join(folder, 'worlds')} --tile 64 --cluster 16`);
    const world = await serve(join(folder, 'worlds/land.world'));
    try {
      const { page, faults } = await openPage(browser, `${world.url}#layers=terrain,path`);
      expect(await page.locator('#about').innerText()).toMatch(/200 x 150 cells, 4 x 3 tiles$/);
      const rows = readFileSync(join(folder, 'land.map'), 'latin1').split('\n').slice(4);
      const cells: [number, number][] = [];
      for (let y = 3; y < 150; y += 7) for (let x = 2; x < 200; x += 11) cells.push([x, y]);
      await page.evaluate('gridprepView.camera.fit()');
      await ready(page);
      const colors = await colorsAt(page, cells);
      expect(colors.map(([color]) => color)).toEqual(
        cells.map(([x, y]) => (rows[y][x] === '.' ? '#f5f2e8' : '#1e1e2e')),
      );
      const grid = parseMap(readFileSync(join(folder, 'land.map')));
      const labels = labelComponents(grid);
      const largest = cells.filter(
        (cell) => labels[grid.cell(...cell)] === labels[grid.cell(...cells.filter((one) => grid.isOpen(...one))[40])],
      );
      await clickCell(page, largest[0]);
      await clickCell(page, largest[largest.length - 1]);
      await expect
        .poll(() => page.locator('.player output').innerText())
        .toMatch(/path through ([2-9]|1\d) tiles, cost/);
      expect(faults).toEqual([]);
      await page.close();
    } finally {
      await world.close();
    }
  });
});
