import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { haveBrowser, launchBrowser } from '../../test/browser.js';
import { compiled } from '../../test/compiled.js';
import { makeGrid } from '../../test/grids.js';
import { bakeJps } from '../jps/bake.js';
import { load } from '../runtime/load-all.js';
import { nearestOpen } from '../runtime/places.js';

describe.skipIf(!haveBrowser)('a plain page without a bundler', () => {
  it('has the runtime as a module and as a script, and finds the same path with either', async () => {
    compiled();
    const blob = await bakeJps(makeGrid('rooms', 90, 60, 0.1, 3));
    const nav = load(blob);
    const [x0, y0] = nearestOpen(nav, 45, 30) ?? [0, 0];
    const [x1, y1] = nearestOpen(nav, 80, 50, [x0, y0]) ?? [0, 0];
    const expected = nav.findPath(x0, y0, x1, y1)?.cost;
    expect(expected).toBeGreaterThan(1);
    const work = `const nav = await loadUrl(load, '/map.prep'); document.title = nav.findPath(${[x0, y0, x1, y1].join(', ')}).cost;`;
    const pages: Record<string, string> = {
      '/module': `<script type="module">import { load, loadUrl } from '/gridprep.js'; ${work}</script>`,
      '/script': `<script src="/gridprep.global.js"></script><script>(async () => { const { load, loadUrl } = gridprep; ${work} })();</script>`,
    };
    const server = createServer(({ url = '' }, response) => {
      if (url in pages) response.setHeader('content-type', 'text/html').end(`<!doctype html>${pages[url]}`);
      else if (url === '/map.prep') response.end(blob);
      else if (/^\/gridprep(\.global)?\.js$/.test(url))
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
    } finally {
      await chrome.close();
      server.closeAllConnections();
      server.close();
    }
  });
});
