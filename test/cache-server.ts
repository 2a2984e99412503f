/** A remote cache over HTTP for tests, strict as bazel-remote is: /ac/ takes what names files that are there, and nothing else. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { decodeResult } from '../src/pipeline/cache/action-result.js';

export interface CacheServer {
  url: string;
  /** Bodies by path: `/ac/...`, `/cas/...`. */
  kept: Map<string, Buffer>;
  /** Every request: method, path, authorization. */
  asked: { method: string; path: string; authorization: string | undefined }[];
  /** Answers in place of the server, where it returns true. */
  instead?: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined;
  close(): Promise<void>;
}

export async function startCacheServer(): Promise<CacheServer> {
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '' } = request;
    cache.asked.push({ method, path, authorization: request.headers.authorization });
    if (cache.instead?.(request, response)) return;
    if (method === 'PUT') {
      const parts: Buffer[] = [];
      for await (const part of request) parts.push(part);
      const body = Buffer.concat(parts);
      response.writeHead(isSound(path, body, cache.kept) ? 201 : 400).end();
      if (response.statusCode === 201) cache.kept.set(path, body);
      return;
    }
    const body = cache.kept.get(path);
    if (body) response.writeHead(200, { 'content-length': body.length }).end(body);
    else response.writeHead(404).end('Not found');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cache: CacheServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    kept: new Map(),
    asked: [],
    async close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return cache;
}

function isSound(path: string, body: Buffer, kept: Map<string, Buffer>): boolean {
  const [kind, key] = path.split('/').slice(-2);
  const base = path.slice(0, path.lastIndexOf('/', path.lastIndexOf('/') - 1));
  if (!/^[0-9a-f]{64}$/.test(key ?? '')) return false;
  if (kind === 'cas') return createHash('sha256').update(body).digest('hex') === key;
  if (kind !== 'ac' || body.length === 0) return false;
  return decodeResult(body).files.every(
    ({ sha256, bytes, contents }) => (contents ?? kept.get(`${base}/cas/${sha256}`))?.length === bytes,
  );
}
