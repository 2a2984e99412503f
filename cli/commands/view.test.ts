/** The server of `prep view`, and its page in Chromium: layers. The rest is in `view-page.long.test.ts`. */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildJumpDistances } from '../../src/engines/jps/build.js';
import { parseMap } from '../../src/maps/movingai.js';
import { css, over, THEMES } from '../../src/view/theme.js';
import { haveBrowser, launchBrowser } from '../../test/browser.js';
import { bad, good, makeTemporaryFolder, prep, temporaryFolder } from '../../test/prep.js';
import {
  bakeCourtyard,
  colorsAt,
  COURTYARD as MAP,
  openPage,
  ready,
  type Served,
  serve,
} from '../../test/view-page.js';

const folder = makeTemporaryFolder();
const grid = parseMap(readFileSync(MAP));
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

/** Answer of the server to a request with these headers. */
function ask(
  path: string,
  options: { method?: string; headers?: Record<string, string> } = {},
): Promise<{ status: number; text: string; policy: string }> {
  return new Promise((done, failed) => {
    const sent = request(new URL(path, served.url), options, (response) => {
      let text = '';
      response.setEncoding('latin1').on('data', (data) => {
        text += data;
      });
      response.on('end', () =>
        done({ status: response.statusCode ?? 0, text, policy: String(response.headers['x-frame-options']) }),
      );
    });
    sent.on('error', failed);
    sent.end();
  });
}

describe('a folder of a stranger', () => {
  const secret = 'SECRET-OF-THE-USER';

  it('has no link followed: neither in place of a tile, nor of a blob or a map', async () => {
    const top = temporaryFolder();
    const world = join(top, 'mod/yard.world');
    await good(`world ${MAP} --tile 20 --cluster 10 -d ${join(top, 'mod')}`);
    renameSync(join(top, 'mod/courtyard.world'), world);
    writeFileSync(join(top, 'secret.txt'), secret);
    const page = join(top, 'page.html');
    await good(`view ${world} -o ${page}`);
    rmSync(join(world, '1_0.prep'));
    const refused = async (text: string) => {
      rmSync(page, { force: true });
      await bad(`view ${world} -o ${page}`, `${join(world, '1_0.prep')}: ${text}`);
      expect(existsSync(page)).toBe(false);
    };
    symlinkSync(join(top, 'secret.txt'), join(world, '1_0.prep'));
    await refused(`it is a link out of ${world}, which is not followed; name its target`);
    rmSync(join(world, '1_0.prep'));
    for (const other of [join(top, 'secret.txt'), join(folder, 'courtyard.jps.prep')]) {
      copyFileSync(other, join(world, '1_0.prep'));
      await refused('it is not a blob of this map; bake it again');
    }
    // In a folder, what cannot be opened is left out.
    rmSync(world, { recursive: true });
    for (const name of ['courtyard.jps.prep', 'courtyard.hpa.prep']) copyFileSync(join(folder, name), join(top, name));
    symlinkSync(join(top, 'courtyard.jps.prep'), join(top, 'mod/a.prep'));
    symlinkSync('c.prep', join(top, 'mod/b.prep'));
    copyFileSync(join(folder, 'courtyard.hpa.prep'), join(top, 'mod/c.prep'));
    copyFileSync(MAP, join(top, 'secret.map'));
    symlinkSync(join(top, 'secret.map'), join(top, 'mod/d.map'));
    const { code, stderr } = await prep('view', join(top, 'mod'), '-o', page);
    expect([code, stderr.split('\n')]).toEqual([
      0,
      [
        ...['a.prep', 'd.map'].map(
          (name) =>
            `prep: ${join(top, 'mod', name)}: it is a link out of ${join(top, 'mod')}, which is not followed; ` +
            'name its target',
        ),
        '',
      ],
    ]);
    expect(readFileSync(page, 'utf8').match(/"name":"[^"]*\.prep"/g)).toEqual(['"name":"b.prep"', '"name":"c.prep"']);
  });
});

describe('the server', () => {
  it('gives the page and the named files, and nothing else', async () => {
    expect(served.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
    const page = await ask('/');
    expect(page.status).toBe(200);
    expect(page.text).toMatch(
      /http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'sha256-[\w+/=]+' 'wasm-unsafe-eval';/,
    );
    expect(page.policy).toBe('DENY');
    const file = await ask('/files/0/0');
    expect([file.status, file.text.slice(1, 5)]).toEqual([200, 'PREP']);
    for (const path of [
      '/files/0/9',
      '/files/1/0',
      '/files/',
      '/../package.json',
      '/files/0/0/../../../package.json',
      '/%2e%2e/package.json',
    ])
      expect((await ask(path)).status, path).toBe(404);
  });

  it('refuses other names than its own, and other methods', async () => {
    expect((await ask('/', { headers: { host: 'evil.example' } })).status).toBe(403);
    const { port } = new URL(served.url);
    expect((await ask('/', { headers: { host: `evil.example:${port}` } })).status).toBe(403);
    expect((await ask('/', { headers: { host: `10.0.0.1:${port}` } })).status).toBe(403);
    expect((await ask('/', { headers: { host: `localhost:${port}` } })).status).toBe(200);
    expect((await ask('/', { method: 'POST' })).status).toBe(405);
  });

  it('shows the maps of a folder that has no blobs', async () => {
    const maps = temporaryFolder();
    mkdirSync(join(maps, 'deep/node_modules'), { recursive: true });
    for (const name of ['deep/a.map', 'spiral.map', 'deep/node_modules/no.map', 'no.txt'])
      copyFileSync('fixtures/maps/spiral.map', join(maps, name));
    const out = join(maps, 'page.html');
    expect(await good(`view ${maps} -o ${out}`)).toMatch(/^wrote .*page\.html/);
    expect(readFileSync(out, 'utf8')).toContain('a.map.prep');
    expect(readFileSync(out, 'utf8')).not.toContain('no.map.prep');
  });

  it('shows the maps of a folder and its blobs, each map once, and tables where there is nothing else', async () => {
    const mixed = temporaryFolder();
    copyFileSync(MAP, join(mixed, 'courtyard.map'));
    copyFileSync('fixtures/maps/spiral.map', join(mixed, 'spiral.map'));
    copyFileSync(join(folder, 'courtyard.jps.prep'), join(mixed, 'courtyard.jps.prep'));
    writeFileSync(join(mixed, 'a.csv'), '0,1,1\n1,1,1\n');
    const namesOf = async (name: string) => {
      const out = join(temporaryFolder(), 'page.html');
      await good(`view ${name} -o ${out}`);
      const [, json] = /id="data">(.*?)<\/script>/.exec(readFileSync(out, 'utf8')) ?? [];
      return JSON.parse(json).maps.map((map: { name: string }) => map.name);
    };
    expect(await namesOf(mixed)).toEqual(['courtyard.map', 'spiral.map']);
    const tables = temporaryFolder();
    copyFileSync(join(mixed, 'a.csv'), join(tables, 'a.csv'));
    expect(await namesOf(tables)).toEqual(['a.csv']);
  });

  it('says what it cannot serve', async () => {
    await bad('view', 'nothing to look at; name blobs, maps, or a folder of them');
    const empty = temporaryFolder();
    await bad(`view ${empty} --no-open`, `${empty}: no blob or map in this folder; bake one first: prep jps MAP`);
    await bad(`view ${folder} --port 70000`, '--port is 70000; it must be a whole number from 0 to 65535');
    await bad(
      `view ${folder} --no-open --port ${new URL(served.url).port}`,
      `cannot listen on 127.0.0.1, port ${new URL(served.url).port}: the port is in use; give another --port, or none`,
    );
  });
});

describe.skipIf(!haveBrowser)('the page', () => {
  it('draws layers in their colors at known cells', async () => {
    const { page, faults } = await openPage(browser, `${served.url}#layers=terrain,jumps,clusters`);
    const { stops } = buildJumpDistances(grid);
    const cells = Array.from({ length: grid.width * grid.height }, (_, i): [number, number] => [
      i % grid.width,
      Math.floor(i / grid.width),
    ]);
    const found = await colorsAt(page, cells);
    cells.forEach(([x, y], i) => {
      const expected = !grid.isOpen(x, y) ? '#1e1e2e' : stops[grid.cell(x, y)] & 0x55 ? '#e64a19' : '#f5f2e8';
      expect(found[i][0], `${x}, ${y}`).toBe(expected);
    });
    // A layer that is switched on shows immediately: an entrance is next to the border at x = 5.
    await page.getByLabel('Entrances').check();
    await ready(page);
    const plain = cells.find(([x, y], i) => x % 5 === 2 && y % 5 === 2 && found[i][0] === '#f5f2e8') ?? [0, 0];
    const border = cells.find(([x, y], i) => x % 5 === 0 && grid.isOpen(x - 1, y) && found[i][0] === '#f5f2e8') ?? [
      0, 0,
    ];
    const [[entrance], [inside]] = await colorsAt(page, [border, plain]);
    expect([entrance, inside]).toEqual([css(over(THEMES.light.entrance, THEMES.light.open)).slice(0, 7), '#f5f2e8']);
    expect(await page.locator('.legend').innerText()).toContain('jump point');
    expect(faults).toEqual([]);
    await page.close();
  });
});
