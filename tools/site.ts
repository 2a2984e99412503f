/**
 * The site in Chromium: `npm run tool site -- [FOLDER]`.
 *
 * Opens pages of `out/site`, which `npm run docs` makes, at three sizes in both color schemes. Prints what each transfers
 * (and the first page before it loads its town), when it paints first and which rules of axe it breaks. With a folder it takes a picture of each.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, Locator } from 'playwright-core';
import { launchBrowser } from '../test/browser.js';

const [pictures] = process.argv.slice(2);
const SITE = 'out/site';
const PAGES = ['/', '/guide/learn', '/guide/choosing', '/how-it-works', '/reference/', '/playground.html'];
const SIZES = [390, 820, 1440] as const;
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};

/** Serves the site as a host of static files does: compressed, `/guide/learn` is `guide/learn.html`. */
const server = createServer(({ url = '/' }, response) => {
  const [path] = url.split('?');
  const name = path.endsWith('/') ? `${path}index.html` : extname(path) ? path : `${path}.html`;
  try {
    const body = gzipSync(readFileSync(join(SITE, name)));
    response.writeHead(200, {
      'content-type': TYPES[extname(name)] ?? 'application/octet-stream',
      'content-encoding': 'gzip',
    });
    response.end(body);
  } catch {
    response.writeHead(404).end();
  }
});

/** Faults of a figure whose search is stepped through: its first step, and a start that a key moves. */
async function stepThrough(figure: Locator): Promise<string[]> {
  await figure.scrollIntoViewIfNeeded();
  const status = figure.getByRole('status');
  const faults: string[] = [];
  const see = async (act: () => Promise<void>, expected: RegExp) => {
    await act();
    const isSeen = await status
      .filter({ hasText: expected })
      .waitFor({ timeout: 10_000 })
      .then(
        () => true,
        () => false,
      );
    if (!isSeen) faults.push(`figure: "${await status.innerText()}", expected ${expected}`);
  };
  await see(() => figure.getByRole('button', { name: 'First' }).click(), /^0 of \d+: before the search$/);
  await see(() => figure.getByRole('button', { name: 'Step', exact: true }).click(), /^1 of \d+: expands /);
  await see(() => figure.locator('canvas').press('ArrowDown'), /^(\d+) of \1: path of cost /);
  return faults;
}

async function look(browser: Browser, path: string, width: number, colorScheme: 'light' | 'dark'): Promise<void> {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme, bypassCSP: true });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  let bytes = 0;
  /** Bytes until the town of the first page is requested. */
  let early: number | undefined;
  const faults: string[] = [];
  await session.send('Network.enable');
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  session.on('Network.requestWillBeSent', ({ request }) => {
    if (request.url.includes('/town/')) early ??= bytes;
  });
  page.on('pageerror', ({ message }) => faults.push(message));
  page.on('response', (response) => response.status() >= 400 && faults.push(`${response.status()} ${response.url()}`));
  const { port } = server.address() as AddressInfo;
  await page.goto(`http://localhost:${port}${path}`, { waitUntil: 'networkidle' });
  const paint = await page.evaluate(() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0);
  const beyond = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  if (beyond > 0) faults.push(`${beyond} pixels wider than the window`);
  await page.evaluate(AXE);
  const broken = await page.evaluate<string[]>(
    "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html.slice(0, 120)))",
  );
  for (const figure of await page.locator('.search-figure').all()) faults.push(...(await stepThrough(figure)));
  if (pictures !== undefined) {
    const name = `${path.replace(/\W+/g, '-')}-${width}-${colorScheme}.png`.replace(/^-+/, '');
    await page.screenshot({ path: join(pictures, name) });
  }
  const row = [
    path,
    width,
    colorScheme,
    `${Math.round((early ?? bytes) / 1000)} kB`,
    `${Math.round(bytes / 1000)} kB`,
    `${Math.round(paint)} ms`,
    broken.length,
  ];
  console.log(`| ${row.join(' | ')} |`);
  for (const fault of [...faults, ...broken]) console.log(`  ${fault}`);
  await context.close();
}

if (pictures !== undefined) mkdirSync(pictures, { recursive: true });
await new Promise<void>((resolve) => {
  server.listen(0, resolve);
});
const browser = await launchBrowser();
console.log(
  '| page | width | scheme | before the town | transferred | first paint | rules of axe broken |\n|---|---|---|---|---|---|---|',
);
for (const path of PAGES)
  for (const width of SIZES) for (const scheme of ['light', 'dark'] as const) await look(browser, path, width, scheme);
await browser.close();
server.close();
