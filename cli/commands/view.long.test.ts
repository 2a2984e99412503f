/** The page of `prep view` on a map of 4096 x 4096 cells: how fast it moves, and what memory it takes. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { haveBrowser, launchBrowser } from '../../test/browser.js';
import { good, makeTemporaryFolder } from '../../test/prep.js';
import { openPage, type Served, serve } from '../../test/view-page.js';

const folder = makeTemporaryFolder();
let served: Served | undefined;
beforeAll(async () => {
  if (!haveBrowser) return;
  await good(`generate caves --width 4096 --height 4096 --seed 3 -o ${join(folder, 'caves.map')}`);
  await good(`jps ${join(folder, 'caves.map')} -d ${folder}`);
  served = await serve(join(folder, 'caves.jps.prep'));
}, 600_000);
afterAll(() => served?.close());

/** Moves the map in circles, as fast as the page draws. */
const PAN = `(async () => {
  const { camera } = gridprepView;
  const [x, y, zoom] = camera.view;
  const start = performance.now();
  let frames = 0;
  for (; performance.now() - start < 4000; frames++) {
    camera.look(x + (300 / zoom) * Math.sin(frames / 30), y + (300 / zoom) * Math.cos(frames / 30), zoom);
    await new Promise((done) => requestAnimationFrame(done));
  }
  return frames / 4;
})()`;

/** All memory of the page, arrays too: the page is isolated from others, so that it may ask. */
const MEMORY = `performance.measureUserAgentSpecificMemory().then(({ bytes }) => bytes)`;

// Each waits for half a minute until Chromium has counted its memory.
it.skipIf(!haveBrowser).concurrent.each([
  ['all of it', 'terrain'],
  ['all of it, with jump points and clusters', 'terrain,jumps,clusters,components'],
  ['near', 'terrain,jumps,clusters,transitions,intra,inter&view=2048,2048,12'],
])(
  'moves within 800 MB, and prints its frames a second: %s',
  async (name, layers) => {
    const browser = await launchBrowser();
    try {
      const { page, faults } = await openPage(browser, `${served?.url}#layers=${layers}`);
      const frames = await page.evaluate<number>(PAN);
      const bytes = await page.evaluate<number>(MEMORY);
      console.info(`4096 x 4096, ${name}: ${frames.toFixed(0)} frames a second, ${(bytes / 1e6).toFixed(0)} MB`);
      expect(bytes).toBeLessThan(800e6);
      expect(faults).toEqual([]);
    } finally {
      await browser.close();
    }
  },
  120_000,
);
