/** Fetching blobs, and maps as bundlers import them. */
import type { BlobBytes } from '../core/blob/read.js';
import { BlobError } from '../core/errors.js';
import { refuseUnknown } from '../core/unknown-names.js';
import type { Meta } from './meta.js';

/** Result of `import nav from "./arena.tmj?nav"`. */
export interface NavAsset
  extends Pick<
    Meta,
    'width' | 'height' | 'diagonals' | 'cellSize' | 'axes' | 'origin' | 'doors' | 'markers' | 'floors' | 'agents'
  > {
  /** Where its blob is fetched from. */
  url: string;
  /** For `load(bytes, { fingerprint })`: that of `agent`, or of the first one. */
  fingerprint: string;
  /** Fingerprint of each agent, by name. */
  fingerprints: Record<string, string>;
  /** Names of all levels of the file; empty if the file is one map. */
  levels: string[];
  /** Agent of the import. */
  agent?: string;
}

/** Progress of an operation. */
export interface Progress {
  /** Name of the step, for example `download`. */
  step: string;
  /** In the step's own unit; bytes of a download. */
  done: number;
  /** The total; undefined if unknown. */
  total: number | undefined;
}

/** An `AbortSignal`, independent of the project's type libraries. */
export interface Signal {
  readonly aborted: boolean;
}

/** A `URL`. */
export interface Address {
  readonly href: string;
}

interface Response {
  ok: boolean;
  status: number;
  statusText: string;
  headers: { has(name: string): boolean; get(name: string): string | null };
  body: { getReader(): { read(): Promise<{ done: false; value: Uint8Array } | { done: true }> } } | null;
  arrayBuffer(): Promise<ArrayBuffer>;
}
declare const fetch: (url: string, options: { signal?: Signal }) => Promise<Response>;

/** Options of {@link loadUrl}. */
export interface LoadUrlOptions {
  /** Name of the agent to load, one of those in the blob. Default: the agent of the import. */
  agent?: string | undefined;
  /** Aborts the wait; the promise is rejected with its reason. */
  signal?: Signal | undefined;
  /** Called as bytes arrive. */
  onProgress?: ((progress: Progress) => void) | undefined;
}

/** Bytes by address, as long as a map uses them. */
const known = /* @__PURE__ */ new Map<string, { bytes: Promise<Uint8Array>; kept?: WeakRef<Uint8Array> }>();

/**
 * Fetches a blob and loads it. Two loads of one address share download and memory.
 *
 *     import arena from './arena.tmj?nav';
 *     const nav = await loadUrl(load, arena);
 *
 * @param load with the engines that the game ships
 * @param from an address, or an imported map, whose fingerprint and agent are then also required
 * @throws {BlobError} if the server has no such file (`missing`), or the response is not a blob of this map
 * @throws {TypeError} if the server cannot be reached
 * @throws {RangeError} as `load`, for example for an unknown agent
 */
export async function loadUrl<N>(
  load: (bytes: BlobBytes, options?: { fingerprint?: string; agent?: string }) => N,
  from: string | Address | (Pick<NavAsset, 'url' | 'fingerprint' | 'agent'> & Partial<Pick<NavAsset, 'fingerprints'>>),
  input: LoadUrlOptions = {},
): Promise<N> {
  refuseUnknown(input, 'agent', 'signal', 'onProgress');
  const { agent, signal, onProgress } = input;
  const asset = typeof from !== 'string' && 'url' in from ? from : undefined;
  const url = asset?.url ?? (typeof from === 'string' ? from : (from as Address).href);
  const whose = agent ?? asset?.agent;
  // If the agent is unknown, `load` reports it.
  const fingerprint = agent === undefined ? asset?.fingerprint : asset?.fingerprints?.[agent];
  const options = { ...(fingerprint !== undefined && { fingerprint }), ...(whose !== undefined && { agent: whose }) };
  const kept = known.get(url)?.kept?.deref();
  if (kept) {
    try {
      return load(kept, options);
    } catch {
      // The file may be another one now.
    }
  }
  return load(await download(url, signal, onProgress), options);
}

/** The bytes of an address; shares a download in progress if no signal can end it. */
async function download(url: string, signal?: Signal, onProgress?: LoadUrlOptions['onProgress']): Promise<Uint8Array> {
  const pending = known.get(url);
  if (pending && !pending.kept && !signal && !onProgress) return pending.bytes;
  const bytes = fetchBytes(url, signal, onProgress).then((body) => {
    // Servers answer with a page where a file is missing; after a byte order mark and spaces it begins with a tag.
    if (/^(\xef\xbb\xbf)?\s*</.test(String.fromCharCode(...body.subarray(0, 99))))
      throw new BlobError(`no blob at ${url}: the server answers with a web page`, 'not-a-blob');
    return body;
  });
  const entry: { bytes: Promise<Uint8Array>; kept?: WeakRef<Uint8Array> } = { bytes };
  // A download that a signal may end is not shared.
  if (!signal) known.set(url, entry);
  try {
    known.set(url, { bytes, kept: new WeakRef(await bytes) });
  } catch (error) {
    if (known.get(url) === entry) known.delete(url);
    throw error;
  }
  return bytes;
}

async function fetchBytes(
  url: string,
  signal?: Signal,
  onProgress?: LoadUrlOptions['onProgress'],
): Promise<Uint8Array> {
  const response = await fetch(url, signal ? { signal } : {});
  const { ok, status, statusText, body, headers } = response;
  if (!ok) throw new BlobError(`no blob at ${url}: the server says ${status} ${statusText}`.trimEnd(), 'missing');
  if (!onProgress || !body) return new Uint8Array(await response.arrayBuffer());
  // If the server compresses, its length counts compressed bytes, and the chunks are unpacked ones.
  const length = headers.has('content-encoding') ? 0 : Number(headers.get('content-length'));
  const chunks: Uint8Array[] = [];
  let done = 0;
  const reader = body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    chunks.push(part.value);
    done += part.value.length;
    onProgress({ step: 'download', done, total: length || undefined });
  }
  const bytes = new Uint8Array(done);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
