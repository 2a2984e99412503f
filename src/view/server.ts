/**
 * The server of `prep view`: the page and the named files, only for this machine. Requests for another host name are
 * refused, because pages of other sites could read the files by DNS rebinding.
 */

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { realpath } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename } from 'node:path';
import { readBlobFile } from '../core/blob/file.js';
import { isBlob } from '../core/blob/pack.js';
import { BlobError } from '../core/errors.js';
import { isBelow } from '../core/files/below.js';
import { parsedJson } from '../core/files/json.js';
import { viewPage, wallsCode } from './html.js';
import type { PageMap, PageWalls } from './page-data.js';
import type { WallsFile } from './walls/served.js';

export interface ServedMap {
  name: string;
  files: { name: string; read: () => Promise<Uint8Array> }[];
  beside?: ServedMap['files'];
  /** For the walls assistant, if it opens the format. */
  walls?: ServedWalls;
}

export interface ServedWalls {
  lacksMarks: boolean;
  map(): Promise<WallsFile>;
  /** The map, and the files that it names. */
  files(): Promise<WallsFile[]>;
  /** Level and options of the map. */
  about(): Promise<Omit<PageWalls, 'map' | 'url'>>;
  /** @param write false to only describe the change */
  save(options: PageWalls['options'], write: boolean): Promise<object>;
}

export interface Served {
  maps: ServedMap[];
  faults: string[];
  /** Whether the page opens the walls assistant. */
  opensWalls?: boolean;
}

export type ViewServer = Awaited<ReturnType<typeof serveView>>;

/**
 * A blob that is read at each request, because builds replace it.
 * @param folder that it was found in, out of which no link may lead @param isRight what it must be, for example a tile
 */
export function servedFile(file: string, folder?: string, isRight = isBlob): ServedMap['files'][number] {
  const read = async () => {
    if (folder !== undefined) await refuseLinkOut(file, folder);
    const bytes = await readBlobFile(file);
    if (!isRight(bytes)) throw new BlobError(`${file}: it is not a blob of this map; bake it again`, 'not-a-blob');
    return bytes;
  };
  return { name: basename(file), read };
}

/** @throws {BlobError} if a file that was found in a folder is a link out of it */
export async function refuseLinkOut(file: string, folder: string): Promise<void> {
  if (!isBelow(await realpath(file), await realpath(folder)))
    throw new BlobError(`${file}: it is a link out of ${folder}, which is not followed; name its target`, 'not-a-blob');
}

/**
 * Serves the page and the files of some maps.
 * @param port 0 for any free port @param host address to listen on. Default: only this machine
 * @throws {Error} of the system, if the port is in use
 */
export async function serveView(first: Served, { port, host = '127.0.0.1' }: { port: number; host?: string }) {
  let served = first;
  const open = new Set<ServerResponse>();
  const filesOf = ({ files, beside = [] }: ServedMap) => [...files, ...beside];
  const listed = () => {
    const maps = served.maps.map((map, m): PageMap => {
      const urls = filesOf(map).map(({ name }, f) => ({ name, url: `files/${m}/${f}` }));
      const walls = map.walls && { url: `walls/${m}`, lacksMarks: map.walls.lacksMarks };
      const beside = map.beside && { beside: urls.slice(map.files.length) };
      return { name: map.name, files: urls.slice(0, map.files.length), ...beside, ...(walls && { walls }) };
    });
    return { maps, faults: served.faults };
  };
  const token = randomBytes(16).toString('hex');
  /** Files of maps that the assistant has opened. */
  const opened = new Map<ServedWalls, Promise<WallsFile[]>>();
  const server = createServer((request, response) => {
    answer(request, response).catch((error) => end(response, 500, `${(error as Error).message}\n`));
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!isLocalName(request.headers.host, host, portOf(server)))
      return end(response, 403, 'this server answers requests for its own host name only\n');
    const { host: name, origin } = request.headers;
    if (origin !== undefined && origin !== `http://${name}`)
      return end(response, 403, 'this server answers its own page only\n');
    const path = (request.url ?? '').replace(/\?.*/, '');
    const [, at, part] = /^\/walls\/(\d+)(?:\/(\d+|files))?$/.exec(path) ?? [];
    const walls = served.maps[Number(at)]?.walls;
    if (request.method === 'POST' && walls && part === undefined) {
      if (request.headers['x-gridprep'] !== token)
        return end(response, 403, 'the page is of another server; reload it\n');
      const asked = parsedJson(await bodyOf(request)) as { options?: PageWalls['options']; write?: unknown } | null;
      const { options, write } = asked ?? {};
      if (!(options instanceof Object) || Array.isArray(options))
        return end(response, 400, 'options are missing; expected JSON of an object with an object "options"\n');
      return end(response, 200, JSON.stringify(await walls.save(options, write === true)), 'application/json');
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') return end(response, 405, 'GET and HEAD are allowed\n');
    if (path === '/') {
      const { opensWalls = false } = served;
      return end(response, 200, viewPage({ ...listed(), live: true, token, opensWalls }), 'text/html; charset=utf-8');
    }
    if (path === '/events')
      return open.size < MOST_PAGES
        ? follow(response)
        : end(response, 503, `${MOST_PAGES} pages are open; close some and reload\n`);
    if (path === '/walls.js') return end(response, 200, wallsCode(), 'text/javascript; charset=utf-8');
    if (walls) return answerWalls(opened, walls, Number(at), part, response);
    const [, m, f] = /^\/files\/(\d+)\/(\d+)$/.exec(path) ?? [];
    const map = served.maps[Number(m)];
    const file = map && filesOf(map)[Number(f)];
    if (!file) return end(response, 404, 'not found\n');
    end(response, 200, await file.read(), 'application/octet-stream');
  }

  function follow(response: ServerResponse): void {
    response.writeHead(200, { ...HEADERS, 'content-type': 'text/event-stream' });
    response.write(': connected\n\n');
    open.add(response);
    response.on('close', () => open.delete(response));
  }

  server.listen(port, host);
  await once(server, 'listening');
  const shown = host.includes(':') ? `[${host}]` : host;
  return {
    url: `http://${shown}:${portOf(server)}/`,
    /** Sends the list of maps to open pages, which read them again. */
    changed(now: Served): void {
      served = now;
      const text = `data: ${JSON.stringify(listed())}\n\n`;
      for (const response of open) response.write(text);
    },
    async close(): Promise<void> {
      for (const response of open) response.end();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/**
 * Answers a request of the assistant.
 * @param opened files of maps that it has opened @param map number of the map @param part of the address behind that
 */
async function answerWalls(
  opened: Map<ServedWalls, Promise<WallsFile[]>>,
  walls: ServedWalls,
  map: number,
  part: string | undefined,
  response: ServerResponse,
): Promise<void> {
  // The assistant opens a map again after its files have changed.
  if (part === undefined) opened.delete(walls);
  // The page reads the map while the server looks for the other files.
  if (part === undefined || part === '0') {
    const first = await walls.map();
    if (part === '0') return end(response, 200, await first.read(), 'application/octet-stream');
    const about: PageWalls = { map: first.name, url: `walls/${map}/0`, ...(await walls.about()) };
    return end(response, 200, JSON.stringify(about), 'application/json');
  }
  if (!opened.has(walls)) opened.set(walls, walls.files());
  const files = (await opened.get(walls)) ?? [];
  if (part === 'files') {
    const urls = Object.fromEntries(files.map(({ name }, f) => [name, `walls/${map}/${f}`]));
    return end(response, 200, JSON.stringify(urls), 'application/json');
  }
  const file = files[Number(part)];
  if (!file) return end(response, 404, 'not found\n');
  end(response, 200, await file.read(), 'application/octet-stream');
}

/** Pages that are sent changes of the files; the others show the files as they were when they opened. */
const MOST_PAGES = 64;
/** Bytes of the options of a map. */
const MOST_BYTES = 1 << 20;

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of request) {
    bytes += part.length;
    if (bytes > MOST_BYTES) throw new Error(`more than ${MOST_BYTES} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

const HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'same-origin',
};

function end(
  response: ServerResponse,
  status: number,
  content: string | Uint8Array,
  type = 'text/plain; charset=utf-8',
): void {
  if (!response.headersSent) response.writeHead(status, { ...HEADERS, 'content-type': type });
  response.end(response.req.method === 'HEAD' ? undefined : content);
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo | null)?.port ?? 0;
}

/** Names of this machine, the `--host`, and with another host any numeric address. */
function isLocalName(name: string | undefined, host: string, port: number): boolean {
  const [, hostname, at] = /^(\[[\da-f:]+\]|[^:]+)(?::(\d+))?$/i.exec(name ?? '') ?? [];
  if (!hostname || Number(at ?? 80) !== port) return false;
  const bare = hostname.replace(/^\[|\]$/g, '').toLowerCase();
  if (['localhost', '127.0.0.1', '::1', host.toLowerCase()].includes(bare)) return true;
  return !isLoopback(host) && /^[\d.]+$|:/.test(bare);
}

/** Whether an address is only reachable from this machine. */
export function isLoopback(host: string): boolean {
  return /^127\.\d+\.\d+\.\d+$/.test(host) || host === '::1' || host.toLowerCase() === 'localhost';
}
