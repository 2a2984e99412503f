/** Files that the server of `prep view` gives to the walls assistant, and its refusals. */
import { once } from 'node:events';
import { mkdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeTemporaryFolder } from '../../../test/prep.js';
import { serveView, type ViewServer } from '../server.js';
import { wallsFiles, wallsMap } from './served.js';

const folder = makeTemporaryFolder();
const project = join(folder, 'project');
const map = join(project, 'maps/a.tmj');
const saved: unknown[] = [];
let server: ViewServer;

beforeAll(async () => {
  mkdirSync(join(project, 'maps'), { recursive: true });
  writeFileSync(join(project, 'package.json'), '{}');
  writeFileSync(join(folder, 'outside.png'), readFileSync('examples/topdown/map/tiles.png'));
  writeFileSync(join(project, 'tiles.png'), readFileSync('examples/topdown/map/tiles.png'));
  writeFileSync(join(project, 'secret.json'), '{}');
  writeFileSync(join(project, 'evil.svg'), '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"></svg>');
  symlinkSync(join(folder, 'outside.png'), join(project, 'link.png'));
  const images = ['../tiles.png', '../evil.svg', '../../outside.png', '../link.png', '../gone.png'];
  const tilesets = images.map((image, i) => ({
    ...{ firstgid: 1 + i, name: `t${i}`, tilewidth: 16, tileheight: 16, tilecount: 1, columns: 1, image },
  }));
  const layers = [{ type: 'tilelayer', name: 'g', width: 2, height: 1, data: [1, 2] }];
  const size = { width: 2, height: 1, tilewidth: 16, tileheight: 16 };
  writeFileSync(map, JSON.stringify({ type: 'map', orientation: 'orthogonal', ...size, tilesets, layers }));
  const walls = {
    lacksMarks: true,
    map: () => wallsMap(map),
    files: () => wallsFiles(map),
    about: async () => ({ key: 'tiled', options: { empty: 'open' } }),
    save: async (options: object, write: boolean) => {
      saved.push([options, write]);
      return { text: 'x', canWrite: true };
    },
  };
  server = await serveView({ maps: [{ name: 'a', files: [], walls }], faults: [] }, { port: 0 });
});
afterAll(() => server.close());

function ask(path: string, headers: Record<string, string> = {}, method = 'GET', body = '') {
  return new Promise<{ status: number; text: string }>((done, failed) => {
    const sent = request(new URL(path, server.url), { method, headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part) => parts.push(part));
      response.on('end', () => done({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() }));
    });
    sent.on('error', failed).end(body);
  });
}

it('serves the files that the map names inside of its project, and no SVG, link out, or other file', async () => {
  const about = JSON.parse((await ask('walls/0')).text);
  expect([about.map, about.url]).toEqual(['/maps/a.tmj', 'walls/0/0']);
  expect(about.options).toEqual({ empty: 'open' });
  expect((await ask(about.url)).text).toBe(readFileSync(map, 'utf8'));
  const files = JSON.parse((await ask('walls/0/files')).text);
  expect(Object.keys(files)).toEqual(['/maps/a.tmj', '/tiles.png', '/evil.svg']);
  expect(files['/maps/a.tmj']).toBe(about.url);
  expect((await ask(files['/tiles.png'])).status).toBe(200);
  expect((await ask(files['/evil.svg'])).status).toBe(500);
  for (const path of [
    'walls/0/3',
    'walls/1',
    'walls/1/files',
    'walls/0/../secret.json',
    'secret.json',
    'project/secret.json',
  ])
    expect((await ask(path)).status).toBe(404);
});

it('answers no page of another origin, and saves only with the token of its page', async () => {
  const own = new URL(server.url).origin;
  const body = JSON.stringify({ options: { empty: 'open' }, write: true });
  for (const path of ['', 'walls/0', 'walls/0/0', 'walls/0/files', 'walls.js'])
    expect((await ask(path, { origin: 'http://localhost:1' })).status).toBe(403);
  expect((await ask('walls/0', { origin: own }, 'POST', body)).status).toBe(403);
  const [, token] = /"token":"(\w+)"/.exec((await ask('')).text) ?? [];
  expect((await ask('walls/0', { origin: 'null', 'x-gridprep': token }, 'POST', body)).status).toBe(403);
  for (const other of ['null', '1', '[]', '{}', '{"options":null}', '{"options":[]}', '{"options":"x"}', '{', ''])
    expect(await ask('walls/0', { origin: own, 'x-gridprep': token }, 'POST', other)).toEqual({
      status: 400,
      text: 'options are missing; expected JSON of an object with an object "options"\n',
    });
  expect(saved).toEqual([]);
  const answer = await ask('walls/0', { origin: own, 'x-gridprep': token }, 'POST', body);
  expect([answer.status, JSON.parse(answer.text)]).toEqual([200, { text: 'x', canWrite: true }]);
  expect(saved).toEqual([[{ empty: 'open' }, true]]);
});

it('sends changes to 64 pages, and has room again when one closes', async () => {
  const streams: IncomingMessage[] = [];
  const connect = async () => {
    const [response] = await once(request(new URL('events', server.url), { agent: false }).end(), 'response');
    streams.push(response);
    return response.statusCode;
  };
  for (let i = 0; i < 64; i++) expect(await connect()).toBe(200);
  expect(await ask('events')).toEqual({ status: 503, text: '64 pages are open; close some and reload\n' });
  let told = '';
  streams[63].setEncoding('utf8').on('data', (text) => {
    told += text;
  });
  server.changed({ maps: [], faults: ['a fault'] });
  await expect.poll(() => told).toContain('"faults":["a fault"]');
  streams[0].destroy();
  await expect.poll(connect).toBe(200);
  for (const stream of streams) stream.destroy();
});

it('refuses chunks that lie on one another, and files that are too large, before it reads them', async () => {
  const data = deflateSync(Buffer.alloc(4 * 2048 * 2048), { level: 9 }).toString('base64');
  const chunks = (count: number, more = {}) =>
    Array.from({ length: count }, () => ({ x: 0, y: 0, width: 2048, height: 2048, data, ...more }));
  const opened = async (parts: object[]) => {
    const how = { encoding: 'base64', compression: 'zlib' };
    const layers = [{ type: 'tilelayer', name: 'g', ...how, chunks: parts }];
    const tilesets = [{ firstgid: 1, name: 't', image: 'huge.png', tilewidth: 16, tileheight: 16, columns: 1 }];
    const all = { type: 'map', orientation: 'orthogonal', infinite: true, tilewidth: 16, tileheight: 16 };
    const file = join(project, 'maps/chunks.tmj');
    writeFileSync(file, JSON.stringify({ ...all, layers, tilesets }));
    return wallsFiles(file);
  };
  await expect(opened(chunks(17))).rejects.toThrow('its chunks have 71303168 tiles, which are too many to show');
  await expect(opened(chunks(1, { x: 0.5 }))).rejects.toThrow('x is 0.5, expected a whole number');
  const huge = join(project, 'maps/huge.png');
  writeFileSync(huge, '');
  truncateSync(huge, 2 ** 30);
  const [, picture] = await opened(chunks(1));
  await expect(picture.read()).rejects.toThrow('it has 1073741824 bytes, allowed are 134217728');
});
