import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { HEX_RULES, makeGrid } from '../../test/grids.js';
import { loadJps as load } from '../../test/loaders.js';
import { packAgents } from '../core/blob/agents.js';
import { anchorsOf } from '../core/grid/clearance.js';
import type { Places } from '../core/grid/places.js';
import { bakeJps } from '../engines/jps/bake.js';
import { loadGrid } from './load-grid.js';
import { loadUrl, type Progress } from './load-url.js';
import { pixels } from './pixels.js';

describe('loadUrl', () => {
  let blob: Uint8Array;
  const server = createServer(({ url }, response) => {
    if (url?.startsWith('/arena.prep')) response.setHeader('content-length', blob.length).end(blob);
    else if (url === '/page') response.end('\uFEFF \n<!doctype html><title>home</title>');
    else if (url === '/slow') response.write(blob.subarray(0, 10));
    else response.writeHead(404).end('gone');
  });
  let base = '';
  // An address is not fetched twice.
  let addresses = 0;
  const newAddress = () => `${base}/arena.prep?${++addresses}`;
  beforeAll(async () => {
    blob = await bakeJps(makeGrid('rooms', 60, 40, 0.1, 5));
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it('fetches a blob, checks that it is of the map that was imported, and tells how far it is', async () => {
    const { fingerprint } = load(blob);
    const reports: Progress[] = [];
    const url = newAddress();
    const nav = await loadUrl(load, { url, fingerprint }, { onProgress: (now) => reports.push(now) });
    expect(nav.fingerprint).toBe(fingerprint);
    expect(reports.at(-1)).toEqual({ step: 'download', done: blob.length, total: blob.length });
    expect((await loadUrl(load, new URL(url))).width).toBe(60);
    await expect(loadUrl(load, { url, fingerprint: 'ab'.repeat(32) })).rejects.toMatchObject({ code: 'mismatch' });
  });

  it('loads the map of an agent, and refuses one that is of another version of the map', async () => {
    const { fingerprint } = load(blob);
    const requests: (object | undefined)[] = [];
    const spy = (_: unknown, options?: object) => requests.push(options);
    const fingerprints = { walker: fingerprint, cart: 'cd'.repeat(32) };
    const asset = { url: `${base}/arena.prep`, fingerprint, fingerprints };
    await loadUrl(spy, asset, { agent: 'cart' });
    await loadUrl(spy, { ...asset, agent: 'cart', fingerprint: fingerprints.cart });
    await loadUrl(spy, { ...asset, agent: 'cart', fingerprint: fingerprints.cart }, { agent: 'walker' });
    await loadUrl(spy, asset, { agent: 'nobody' });
    await loadUrl(spy, asset.url, { agent: 'cart' });
    await loadUrl(spy, asset);
    expect(requests).toEqual([
      { fingerprint: fingerprints.cart, agent: 'cart' },
      { fingerprint: fingerprints.cart, agent: 'cart' },
      { fingerprint: fingerprint, agent: 'walker' },
      { agent: 'nobody' },
      { agent: 'cart' },
      { fingerprint: fingerprint },
    ]);
  });

  it('tells a missing file from a page of another kind, a server that is not there, and an end that was wished for', async () => {
    await expect(loadUrl(load, `${base}/none.prep`)).rejects.toThrow(
      `no blob at ${base}/none.prep: the server says 404 Not Found`,
    );
    await expect(loadUrl(load, `${base}/none.prep`)).rejects.toMatchObject({ code: 'missing' });
    await expect(loadUrl(load, `${base}/page`)).rejects.toMatchObject({
      code: 'not-a-blob',
      message: `no blob at ${base}/page: the server answers with a web page`,
    });
    await expect(loadUrl(load, 'http://127.0.0.1:9/a.prep')).rejects.toThrow(TypeError);
    const stop = new AbortController();
    const onProgress = () => stop.abort(new Error('enough'));
    await expect(loadUrl(load, `${base}/slow`, { signal: stop.signal, onProgress })).rejects.toThrow('enough');
  });

  it('downloads an address once for all agents that are loaded from it, and again where the file is another one', async () => {
    const agents = packAgents([
      { name: 'man', bytes: blob },
      { name: 'cart', bytes: await bakeJps(anchorsOf(makeGrid('rooms', 60, 40, 0.1, 5), 2)) },
    ]);
    let served: Uint8Array = agents;
    let downloads = 0;
    const other = createServer((_, response) => {
      downloads++;
      response.end(served);
    });
    await new Promise<void>((done) => other.listen(0, '127.0.0.1', done));
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}/town.prep`;
    expect(() => load(agents)).toThrow(new RangeError('agent is missing, the blob has man, cart; name one'));
    const [man, cart] = await Promise.all(['man', 'cart'].map((agent) => loadUrl(load, url, { agent })));
    const again = await loadUrl(load, url, { agent: 'man' });
    expect([man.size, cart.size, downloads, again.grid === man.grid]).toEqual([1, 2, 1, true]);
    served = await bakeJps(makeGrid('rooms', 30, 20, 0.1, 5));
    const { fingerprint } = load(served);
    expect([(await loadUrl(load, { url, fingerprint })).width, downloads]).toEqual([30, 2]);
    other.close();
  });

  describe('with a custom fetch', () => {
    afterEach(() => vi.unstubAllGlobals());
    const asIs = (bytes: unknown) => bytes;
    /** Answers with bytes. @returns what was asked for */
    const serve = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) => {
      const requests: unknown[][] = [];
      vi.stubGlobal('fetch', async (...query: unknown[]) => {
        requests.push(query);
        return new Response(body, { headers });
      });
      return requests;
    };

    it('tells no length that it does not know, or that is of compressed bytes; takes tags behind 98 spaces for a page', async () => {
      const bytes = Uint8Array.from({ length: 300 }, (_, i) => i % 256);
      for (const headers of [{}, { 'content-length': '70', 'content-encoding': 'gzip' }]) {
        serve(bytes, headers as Record<string, string>);
        const reports: Progress[] = [];
        expect(await loadUrl(asIs, newAddress(), { onProgress: (now) => reports.push(now) })).toEqual(bytes);
        expect(reports).toEqual([{ step: 'download', done: 300, total: undefined }]);
      }
      for (const [spaces, isPage] of [
        [98, true],
        [99, false],
      ] as const) {
        serve(`${' '.repeat(spaces)}<p>`);
        const loading = loadUrl(asIs, newAddress());
        if (isPage) await expect(loading).rejects.toThrow('the server answers with a web page');
        else expect(await loading).toHaveLength(102);
      }
    });

    it('shares a download with all calls without signal and progress, and begins again after a failure', async () => {
      const requests = serve(Uint8Array.of(1, 2));
      const url = newAddress();
      const { signal } = new AbortController();
      const ways = [{}, {}, { signal }, {}, { onProgress: () => {} }];
      const all = await Promise.all(ways.map((way) => loadUrl(asIs, url, way)));
      expect(all).toEqual(ways.map(() => Uint8Array.of(1, 2)));
      expect(requests).toEqual([
        [url, {}],
        [url, { signal }],
        [url, {}],
      ]);
      const other = newAddress();
      // A download that a signal may end is not shared.
      await Promise.all([loadUrl(asIs, other, { signal }), loadUrl(asIs, other)]);
      expect(requests.slice(3)).toEqual([
        [other, { signal }],
        [other, {}],
      ]);
      const gone = newAddress();
      vi.stubGlobal('fetch', async () => new Response('', { status: 503, statusText: 'Busy' }));
      await expect(loadUrl(asIs, gone)).rejects.toThrow(`no blob at ${gone}: the server says 503 Busy`);
      expect(serve(Uint8Array.of(7))).toEqual([]);
      expect(await loadUrl(asIs, gone)).toEqual(Uint8Array.of(7));
    });
  });
});

describe('pixels', () => {
  it('lead to cells and points and back, where cells are not square and the map does not begin at 0', () => {
    const px = pixels({ cellSize: [16, 8], origin: [-3, 5] });
    expect(px.line({ points: [0.5, 0.5, 4.5, 2.5] })).toEqual([
      { x: -40, y: 44 },
      { x: 24, y: 60 },
    ]);
    expect(px.line({ waypoints: Uint16Array.of(0, 0, 4, 2) })).toEqual(px.line({ points: [0.5, 0.5, 4.5, 2.5] }));
    for (let x = 0; x < 7; x++) {
      for (let y = 0; y < 7; y++) {
        const middle = px.centerOf(x, y);
        expect(px.cellAt(middle.x, middle.y)).toEqual([x, y]);
        expect(px.cellAt(middle.x - 8, middle.y - 4)).toEqual([x, y]);
        expect(px.pixelAt(...px.pointAt(middle.x + 3, middle.y - 1))).toEqual({ x: middle.x + 3, y: middle.y - 1 });
      }
    }
  });

  it('come with the map, unless the game says others', async () => {
    const places: Places = { cellSize: [32, 16], origin: [2, 1], doors: [], markers: [] };
    const nav = load(await bakeJps(makeGrid('rooms', 20, 20, 0, 5), { places }));
    expect(pixels(nav).centerOf(0, 0)).toEqual({ x: 80, y: 24 });
    expect(pixels(nav, { cellSize: 10 }).centerOf(0, 0)).toEqual({ x: 25, y: 15 });
    expect(pixels(nav, { cellSize: 10, origin: [0, 0] }).centerOf(0, 0)).toEqual({ x: 5, y: 5 });
    const plain = load(await bakeJps(makeGrid('rooms', 20, 20, 0, 5)));
    const missing = 'the map does not tell it; give pixels { cellSize }, a number or [width, height]';
    expect(() => pixels(plain)).toThrow(new RangeError(`cellSize is missing: ${missing}`));
    for (const cellSize of [0, [8, 0], [0, 8], [-1, 8]] as const)
      expect(() => pixels(plain, { cellSize })).toThrow(new RangeError(`cellSize is ${cellSize}, not above 0`));
    expect(pixels(plain, { cellSize: [0.5, 0.25] }).pixelAt(2, 3)).toEqual({ x: 1, y: 0.75 });
    // Middles are those of the walker.
    const large = loadGrid(9, 9, () => true, { size: 2 });
    const two = pixels(large, { cellSize: 10 });
    expect([two.centerOf(1, 2), two.cellAt(20, 30), two.cellAt(14, 34)]).toEqual([{ x: 20, y: 30 }, [1, 2], [0, 2]]);
    expect(two.line({ waypoints: [1, 2] as never })).toEqual([{ x: 20, y: 30 }]);
  });

  it('hexagons are where they are drawn: stretched, and with y up', () => {
    for (const diagonals of HEX_RULES)
      for (const cellSize of [
        [30, 60],
        [60, 30],
        [32, 36],
      ] as const)
        for (const up of [1, -1]) {
          const isFlat = diagonals.endsWith('q');
          const [a, b] = isFlat ? [0.7 * cellSize[0], cellSize[1]] : [cellSize[0], 0.7 * cellSize[1]];
          const px = pixels(
            loadGrid(8, 8, () => true, { diagonals }),
            { cellSize, axes: [a, 0, 0, up * b] },
          );
          for (const [x, y] of [
            [1, 1],
            [2, 1],
            [1, 2],
            [2, 2],
          ] as const)
            for (const corner of px.cornersOf(x, y)) {
              const middle = px.centerOf(x, y);
              const at = (axis: 'x' | 'y') => middle[axis] + 0.99 * (corner[axis] - middle[axis]);
              expect(px.cellAt(at('x'), at('y'))).toEqual([x, y]);
            }
        }
  });
});
