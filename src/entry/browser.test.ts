import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { haveBrowser, launchBrowser } from '../../test/browser.js';
import { compiled } from '../../test/compiled.js';
import { makeGrid } from '../../test/grids.js';
import { IS_LONG } from '../../test/samples.js';
import { packBlobs } from '../core/blob/pack.js';
import { bakeBounds } from '../engines/bounds/bake.js';
import { bakeJps } from '../engines/jps/bake.js';
import { parseMap } from '../maps/movingai.js';
import { editable } from '../play/edit/edit.js';
import { load } from '../runtime/load-all.js';
import { nearestOpen } from '../runtime/places.js';

interface Canvas {
  getContext(kind: '2d'): { getImageData(...area: number[]): { data: Uint8ClampedArray } };
}

describe.runIf(haveBrowser && IS_LONG)('a plain page without a bundler', () => {
  it('has the runtime as a module and as a script, and finds the same path with either; the page of the guide has threads and an overlay', async () => {
    compiled();
    const blob = await bakeJps(makeGrid('rooms', 90, 60, 0.1, 3));
    const nav = load(blob);
    const [x0, y0] = nearestOpen(nav, 45, 30) ?? [0, 0];
    const [x1, y1] = nearestOpen(nav, 80, 50, [x0, y0]) ?? [0, 0];
    const expected = nav.findPath(x0, y0, x1, y1)?.cost;
    expect(expected).toBeGreaterThan(1);
    const work = `const nav = await loadUrl(load, '/map.prep'); document.title = nav.findPath(${[x0, y0, x1, y1].join(', ')}).cost;`;
    const guide = readFileSync('docs/guide/bundlers.md', 'utf8');
    const courtyard = parseMap(readFileSync('fixtures/maps/courtyard.map'));
    const packed = packBlobs([await bakeJps(courtyard), await bakeBounds(courtyard)]);
    const pages: Record<string, string> = {
      '/module': `<script type="module">import { load, loadUrl } from '/gridprep.js'; ${work}</script>`,
      '/script': `<script src="/gridprep.global.js"></script><script>(async () => { const { load, loadUrl } = gridprep; ${work} })();</script>`,
    };
    const server = createServer(({ url = '' }, response) => {
      if (url in pages) response.setHeader('content-type', 'text/html').end(`<!doctype html>${pages[url]}`);
      else if (url === '/guide')
        response.setHeader('content-type', 'text/html').end(/```html\n([\s\S]*?)```/.exec(guide)?.[1]);
      else if (url === '/map.prep') response.end(blob);
      else if (url === '/courtyard.prep') response.end(packed);
      else if (/^\/(gridprep(\.global)?|worker)\.js$/.test(url))
        response.setHeader('content-type', 'text/javascript').end(readFileSync(`dist/browser${url}`));
      else response.writeHead(404).end();
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const chrome = await launchBrowser();
    try {
      for (const name of Object.keys(pages)) {
        const page = await chrome.newPage();
        await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}${name}`);
        await expect.poll(() => page.title()).toBe(`${expected}`);
      }
      const page = await chrome.newPage();
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/guide`);
      const closed = editable(load(packed));
      closed.edit({ x: 6, y: 6, width: 3, height: 2, open: false });
      await expect.poll(() => page.title(), { timeout: 20_000 }).toBe(`${closed.findPath(2, 2, 37, 27)?.cost} steps`);
      const drawn = await page.evaluate(() => {
        const { document } = globalThis as unknown as { document: { querySelector(name: string): Canvas } };
        const { data } = document.querySelector('canvas').getContext('2d').getImageData(0, 0, 640, 480);
        return new Set(new Uint32Array(data.buffer)).size;
      });
      expect(drawn).toBeGreaterThan(3);
    } finally {
      await chrome.close();
      server.closeAllConnections();
      server.close();
    }
  });
});
