/** The page of `prep view` in Chromium, given forged blobs, maps and addresses: it names faults, and still answers. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { haveBrowser, launchBrowser } from '../../test/browser.js';
import { forge } from '../../test/forge.js';
import { fuzzCorpus } from '../../test/fuzz-corpus.js';
import { random } from '../../test/grids.js';
import { mapText } from '../../test/maps.js';
import { mutateText, upTo } from '../../test/mutate.js';
import { makeTemporaryFolder } from '../../test/prep.js';
import { bakeCourtyard, dropFiles, openPage, type Served, serve } from '../../test/view-page.js';

const folder = makeTemporaryFolder();
/** Milliseconds in which the page answers after anything. */
const ANSWERS = 20_000;
/** Names that run a script if the page takes them for markup. */
const NAMES = ['<img src=x onerror=alert(1)>', '"><script>alert(1)</script>', '__proto__', '../../etc/passwd', 'a\nb'];
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

/** Opens the page; scripts that it is tricked to run, and errors that it does not show, are faults. */
async function opened(hash = ''): Promise<{ page: Page; faults: string[]; elements: () => Promise<number> }> {
  const { page } = await openPage(browser, `${served.url}${hash}`);
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('dialog', (dialog) => {
    faults.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  return { page, faults, elements: () => page.locator('img, script, iframe').count() };
}

/** Messages that no page sends to its threads. */
const MESSAGES = `[null, 5, 'x', {}, { id: 1 }, { id: 2, type: 'GET', path: ['constructor', 'constructor'] },
  { id: 3, type: 'APPLY', path: ['__proto__', 'open'], argumentList: [{ type: 'RAW', value: 1 }] },
  { id: 4, type: 'CONSTRUCT', path: ['open'], argumentList: [] }, { id: 5, type: 'APPLY', path: ['tile'], argumentList: null },
  { id: 6, type: 'SET', path: ['open'], value: { type: 'RAW', value: 1 } }, { id: 7, type: 'APPLY', path: 'open' },
  { id: 8, type: 'APPLY', path: ['edit'], argumentList: [{ type: 'RAW', value: [-1, 1e9, NaN] }] }]`;

/** Whether both threads of the page answer: a sound map opens with a query that is solved. */
async function expectAlive(page: Page): Promise<void> {
  const name = `sound${await page.evaluate<number>('performance.now() | 0')}.map`;
  await dropFiles(page, [{ name, bytes: Buffer.from(mapText('rooms', 20, 0.2, 3)) }]);
  await expect.poll(() => page.locator('#about').innerText(), { timeout: ANSWERS }).toContain(name);
  await page.waitForSelector('#map[data-ready="true"]:not([aria-busy])', { timeout: ANSWERS });
}

describe.skipIf(!haveBrowser)('the page', () => {
  it('shows or refuses forged blobs and maps, runs none of their names, and still opens others', async () => {
    const corpus = await fuzzCorpus();
    const next = random(76);
    const { page, faults, elements } = await opened();
    const before = await elements();
    for (let round = 0; round < 12; round++) {
      const files = Array.from({ length: 5 }, (_, i) => {
        const [one, other] = [corpus[upTo(next, corpus.length)], corpus[upTo(next, corpus.length)]];
        const name = `${NAMES[(round + i) % NAMES.length]}${round}-${i}`;
        if (i === 4)
          return { name: `${name}.map`, bytes: Buffer.from(mutateText(mapText('rooms', 12, 0.3, round), next)) };
        return { name: `${name}.prep`, bytes: forge(one.bytes, other.bytes, next).bytes };
      });
      // One by one, as the first of a drop is shown.
      for (const file of files) await dropFiles(page, [file]);
      await expectAlive(page);
    }
    expect(await elements()).toBe(before);
    expect(faults).toEqual([]);
    await page.close();
  });

  it('has threads that refuse messages, and are still there, and a page that gets none', async () => {
    const { page, faults } = await opened();
    await page.evaluate(`for (const message of ${MESSAGES}) postMessage(message, '*')`);
    const map = JSON.stringify(mapText('rooms', 12, 0.2, 3));
    const told = await page.evaluate<string>(`(async () => {
      const code = document.getElementById('worker').textContent;
      const worker = new Worker(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })), { name: 'painter' });
      const answers = [];
      worker.onmessage = ({ data }) => answers.push(data);
      worker.onerror = (event) => event.preventDefault();
      for (const message of ${MESSAGES}) if (message?.type !== 'SET') worker.postMessage(message);
      const files = [{ name: 'a.map', bytes: new TextEncoder().encode(${map}) }];
      worker.postMessage({ id: 99, type: 'APPLY', path: ['open'], argumentList: [{ type: 'RAW', value: files }, { type: 'RAW' }] });
      for (let i = 0; i < 200 && !answers.some(({ id }) => id === 99); i++) await new Promise((done) => setTimeout(done, 100));
      return JSON.stringify(answers.find(({ id }) => id === 99)?.value);
    })()`);
    expect(JSON.parse(told)).toMatchObject({ name: 'a.map', width: 12 });
    await expectAlive(page);
    expect(faults).toEqual([]);
    await page.close();
  });

  it('ignores what makes no sense in an address', async () => {
    const hashes = [
      'start=-5,-5&goal=3,3',
      'start=1e9,1e9&goal=-1,0',
      'start=NaN,0&goal=Infinity,1',
      'view=1e308,1e308,1e308',
      'view=0,0,0',
      'view=5,5,-1',
      'view=5,5,1e-300',
      'at=-1,-1',
      'layers=__proto__,constructor,terrain,toString',
      'layers=constructor',
      'engine=__proto__&start=1,1&goal=5,5',
      'engine=constructor&start=1,1&goal=5,5',
      `map=${encodeURIComponent(NAMES[0])}`,
      `agent=${encodeURIComponent(NAMES[0])}`,
      'file=AAAA&map=x.map',
      'theme=<b>',
    ];
    const { page, faults, elements } = await opened();
    const before = await elements();
    for (const hash of hashes) {
      await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
      await page.waitForSelector('#map:not([aria-busy])', { timeout: ANSWERS });
    }
    await expectAlive(page);
    expect([await elements(), faults]).toEqual([before, []]);
    await page.close();
    for (const hash of [
      '#start=-5,-5&goal=3,3',
      '#view=0,0,0',
      '#layers=constructor',
      '#engine=__proto__&start=1,1&goal=5,5',
    ]) {
      const one = await opened(hash);
      await expectAlive(one.page);
      expect([hash, one.faults]).toEqual([hash, []]);
      await one.page.close();
    }
  });
});
