import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundle } from '../../test/bundle.js';
import { makeGrid } from '../../test/grids.js';
import { bakeJps } from '../jps/bake.js';
import { loadUrl, toCell, toWorld } from './game.js';
import { load } from './jps.js';

describe('loadUrl', () => {
  let blob: Uint8Array;
  const server = createServer(({ url }, response) => {
    if (url === '/arena.prep') response.setHeader('content-length', blob.length).end(blob);
    else if (url === '/page') response.end('<!doctype html><title>home</title>');
    else if (url === '/slow') response.write(blob.subarray(0, 10));
    else response.writeHead(404).end('gone');
  });
  let base = '';
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
    const told: [number, number][] = [];
    const nav = await loadUrl(load, { url: `${base}/arena.prep`, fingerprint }, { onProgress: (...now) => told.push(now) });
    expect(nav.fingerprint).toBe(fingerprint);
    expect(told.at(-1)).toEqual([blob.length, blob.length]);
    expect((await loadUrl(load, new URL(`${base}/arena.prep`))).width).toBe(60);
    await expect(loadUrl(load, { url: `${base}/arena.prep`, fingerprint: 'ab'.repeat(32) })).rejects.toMatchObject({ code: 'mismatch' });
  });

  it('loads the map of an agent, and refuses one that is of another version of the map', async () => {
    const { fingerprint } = load(blob);
    const asked: (object | undefined)[] = [];
    const spy = (_: unknown, options?: object) => asked.push(options);
    const fingerprints = { walker: fingerprint, cart: 'cd'.repeat(32) };
    const asset = { url: `${base}/arena.prep`, fingerprint, fingerprints };
    await loadUrl(spy, asset, { agent: 'cart' });
    await loadUrl(spy, { ...asset, agent: 'cart', fingerprint: fingerprints.cart });
    await loadUrl(spy, { ...asset, agent: 'cart', fingerprint: fingerprints.cart }, { agent: 'walker' });
    await loadUrl(spy, asset, { agent: 'nobody' });
    await loadUrl(spy, asset.url, { agent: 'cart' });
    await loadUrl(spy, asset);
    expect(asked).toEqual([
      { expect: fingerprints.cart, agent: 'cart' },
      { expect: fingerprints.cart, agent: 'cart' },
      { expect: fingerprint, agent: 'walker' },
      { agent: 'nobody' },
      { agent: 'cart' },
      { expect: fingerprint },
    ]);
  });

  it('tells a missing file from a page of another kind, a server that is not there, and an end that was wished for', async () => {
    await expect(loadUrl(load, `${base}/none.prep`)).rejects.toThrow(`no blob at ${base}/none.prep: the server says 404 Not Found`);
    await expect(loadUrl(load, `${base}/none.prep`)).rejects.toMatchObject({ code: 'missing' });
    await expect(loadUrl(load, `${base}/page`)).rejects.toMatchObject({ code: 'not-a-blob' });
    await expect(loadUrl(load, 'http://127.0.0.1:9/a.prep')).rejects.toThrow(TypeError);
    const stop = new AbortController();
    const loading = loadUrl(load, `${base}/slow`, { signal: stop.signal, onProgress: () => stop.abort(new Error('enough')) });
    await expect(loading).rejects.toThrow('enough');
  });

  it('ships by itself, in 1 kB', async () => {
    const { gzipped, inputs } = await bundle(`export * from './src/runtime/game.ts';`);
    expect(gzipped).toBeLessThanOrEqual(1000);
    expect(inputs.filter((file) => file.startsWith('src/')).sort()).toEqual(['src/errors.ts', 'src/runtime/game.ts']);
  });
});

describe('toWorld and toCell', () => {
  it('are each the way back of the other, where cells are not square and the map does not begin at 0', () => {
    const [cell, origin] = [
      [16, 8],
      [-3, 5],
    ] as const;
    expect([...toWorld([0, 0, 4, 2], cell, origin)]).toEqual([-40, 44, 24, 60]);
    for (let x = 0; x < 7; x++) {
      for (let y = 0; y < 7; y++) {
        const [worldX, worldY] = toWorld([x, y], cell, origin);
        expect(toCell(worldX, worldY, cell, origin)).toEqual([x, y]);
        expect(toCell(worldX - cell[0] / 2, worldY - cell[1] / 2, cell, origin)).toEqual([x, y]);
      }
    }
  });
});
