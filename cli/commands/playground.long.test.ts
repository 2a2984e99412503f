/** The playground in Chromium: draws a wall, bakes it in the page, answers, and brings all of it back by its address. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { haveBrowser, launchBrowser } from '../../test/browser.js';
import { temporaryFolder } from '../../test/prep.js';
import { clickCell, dropFiles, openPage } from '../../test/view-page.js';

it.skipIf(!haveBrowser)(
  'draws, bakes and answers without a server, and its address holds the map',
  async () => {
    const folder = temporaryFolder();
    execFileSync(process.execPath, ['tools/run.mjs', 'playground', folder]);
    const browser = await launchBrowser();
    try {
      const { page, faults } = await openPage(browser, pathToFileURL(join(folder, 'playground/index.html')).href);
      await page.keyboard.press('e');
      await clickCell(page, [20, 15]);
      for (const name of ['hpa', 'ch']) await page.getByRole('checkbox', { name, exact: true }).check();
      await page.getByRole('button', { name: 'bake' }).click();
      await expect
        .poll(() => page.locator('#about').innerText())
        .toBe('playground.map: 40 x 30 cells, jps, bounds, hpa, ch');
      expect(await page.getByRole('button', { name: /^Download playground\.\w+\.prep$/ }).count()).toBe(4);
      expect(await page.locator('.download').allInnerTexts()).toEqual(
        Array(4).fill(expect.stringMatching(/ [\d,]+ bytes, baked in \d+ ms$/)),
      );
      expect(await page.locator('select:has(option[value="ch"])').inputValue()).toBe('jps+bounds');
      await page.keyboard.press('p');
      await clickCell(page, [10, 15]);
      await clickCell(page, [30, 15]);
      await page.waitForSelector('output:has-text("path, cost")');
      // Around the wall: two diagonal moves for two straight ones.
      await expect.poll(() => page.locator('.player output').innerText()).toMatch(/path, cost 20\.8284$/);
      await expect.poll(() => page.url()).toContain('goal=30,15');
      const again = await openPage(browser, page.url());
      await expect.poll(() => again.page.locator('.player output').innerText()).toMatch(/path, cost 20\.8284$/);
      // A map that is opened during a bake stays open.
      const bytes = new TextEncoder().encode('type octile\nheight 2\nwidth 3\nmap\n...\n.@.\n');
      await again.page.getByRole('button', { name: 'bake' }).click();
      await dropFiles(again.page, [{ name: 'small.map', bytes }]);
      await again.page.waitForSelector('.download');
      await expect.poll(() => again.page.locator('.bakes ~ output').textContent()).toBe('');
      await expect.poll(() => again.page.locator('#about').innerText()).toBe('small.map: 3 x 2 cells, no blobs');
      // Unless it cannot be opened.
      await again.page.getByRole('button', { name: 'bake' }).click();
      await dropFiles(again.page, [{ name: 'x.bin', bytes: new Uint8Array(9) }]);
      await expect.poll(() => again.page.locator('#about').innerText()).toBe('small.map: 3 x 2 cells, jps, bounds');
      expect([...faults, ...again.faults]).toEqual([]);
      const bomb = deflateRawSync(Buffer.alloc(300e6)).toString('base64url');
      const full = await browser.newPage();
      await full.goto(`${page.url().replace(/#.*/, '')}#file=a.map:${bomb}`);
      await expect.poll(() => full.locator('#alert').innerText()).toContain('has more than 134217728 bytes');
    } finally {
      await browser.close();
    }
  },
  120_000,
);
