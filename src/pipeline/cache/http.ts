/**
 * A cache that speaks Bazel's remote cache protocol over HTTP: GET and PUT of /ac/KEY and /cas/SHA-256 below any path.
 * bazel-remote, nginx with WebDAV and gateways to object stores do.
 */
import { Agent, type IncomingMessage, request } from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';
import { buffer } from 'node:stream/consumers';
import type { Credentials } from './address.js';
import { type Kind, type Store, StoreError, tooLong } from './store.js';

const ABSENT = [404, 410];
const NOT_ALLOWED = [401, 403];
/** How a server says that it takes no uploads, or not this one. */
const NOT_TAKEN = [401, 403, 405, 411, 413, 415, 501, 507];
/** Connections that are kept open. */
const CONNECTIONS = 16;

export class HttpStore implements Store {
  private readonly base: string;
  private readonly headers: Record<string, string>;
  private readonly agent: Agent;

  constructor(
    private readonly url: URL,
    { user, password, token }: Credentials,
  ) {
    this.base = url.pathname.replace(/\/+$/, '');
    const options = { keepAlive: true, maxSockets: CONNECTIONS };
    this.agent = url.protocol === 'https:' ? new SecureAgent(options) : new Agent(options);
    const basic = user !== undefined || password !== undefined;
    const authorization = basic
      ? `Basic ${Buffer.from(`${user ?? ''}:${password ?? ''}`).toString('base64')}`
      : token && `Bearer ${token}`;
    this.headers = authorization ? { authorization } : {};
  }

  async get(kind: Kind, key: string, most: number, signal: AbortSignal): Promise<Uint8Array | undefined> {
    const response = await this.ask('GET', kind, key, signal);
    if (response.statusCode !== 200) {
      response.resume();
      if (ABSENT.includes(response.statusCode ?? 0)) return undefined;
      throw new StoreError(inWords(response), NOT_ALLOWED.includes(response.statusCode ?? 0) ? 'denied' : 'off');
    }
    return buffer(atMost(response, most));
  }

  async put(kind: Kind, key: string, bytes: Uint8Array, signal: AbortSignal): Promise<void> {
    const response = await this.ask('PUT', kind, key, signal, bytes);
    response.resume();
    const { statusCode = 0 } = response;
    if (statusCode >= 200 && statusCode < 300) return;
    throw new StoreError(inWords(response), NOT_TAKEN.includes(statusCode) ? 'refused' : 'off');
  }

  async close(): Promise<void> {
    this.agent.destroy();
  }

  /** Not by `fetch`, which takes three times the processor time: docs/decisions/shared-cache.md. */
  private ask(
    method: string,
    kind: Kind,
    key: string,
    signal: AbortSignal,
    body?: Uint8Array,
  ): Promise<IncomingMessage> {
    const { protocol, hostname, port } = this.url;
    const length = body && { 'content-type': 'application/octet-stream', 'content-length': body.length };
    return new Promise((done, failed) => {
      const ask = protocol === 'https:' ? secureRequest : request;
      const asked = ask({
        method,
        protocol,
        // Of an address in brackets what is in them.
        hostname: hostname.replace(/^\[|\]$/g, ''),
        port,
        path: `${this.base}/${kind}/${key}`,
        headers: { ...this.headers, ...length },
        agent: this.agent,
        signal,
      });
      asked.on('response', done).end(body);
      asked.on('error', (error: NodeJS.ErrnoException) => {
        // A server may close a connection that lay idle at the moment when it is used again.
        if (asked.reusedSocket && error.code === 'ECONNRESET')
          this.ask(method, kind, key, signal, body).then(done, failed);
        else failed(error);
      });
    });
  }
}

/** A longer answer ends the transfer. */
async function* atMost(parts: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const part of parts) {
    length += part.length;
    if (length > most) throw tooLong(length, most);
    yield part;
  }
}

function inWords({ statusCode = 0 }: IncomingMessage): string {
  const hint = NOT_ALLOWED.includes(statusCode)
    ? '; credentials are taken from GRIDPREP_CACHE_USER and GRIDPREP_CACHE_PASSWORD, or GRIDPREP_CACHE_TOKEN'
    : '';
  return `it answers with status ${statusCode}${hint}`;
}
