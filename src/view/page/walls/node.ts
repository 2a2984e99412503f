/** What readers of maps use of Node, in a browser: paths with slashes, zlib by fflate, nothing of a file system. */
import { gunzipSync as gunzip, Unzlib, unzlibSync } from 'fflate';

/** `Buffer.from` of base64, which skips all other characters. */
const fromBase64 = (text: string): Uint8Array => {
  const letters = atob(
    text
      .replace(/[^\w+/-]/g, '')
      .replace(/-/g, '+')
      .replace(/_/g, '/'),
  );
  const bytes = new Uint8Array(letters.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = letters.charCodeAt(i);
  return bytes;
};
(globalThis as { Buffer?: unknown }).Buffer ??= { from: fromBase64 };

// node:path
export const sep = '/';
export const isAbsolute = (path: string) => path.startsWith('/');
export function resolve(...parts: string[]): string {
  let whole = '';
  for (const part of parts) whole = isAbsolute(part) ? part : `${whole}/${part}`;
  const names: string[] = [];
  for (const name of whole.split('/')) {
    if (name === '..') names.pop();
    else if (name !== '' && name !== '.') names.push(name);
  }
  return `/${names.join('/')}`;
}
export const dirname = (path: string) => path.replace(/\/?[^/]*$/, '') || (isAbsolute(path) ? '/' : '.');
export const basename = (path: string) => path.replace(/^.*\//, '');
export const join = (...parts: string[]) => parts.join('/');
export function relative(from: string, to: string): string {
  const [a, b] = [from, to].map((path) => resolve(path).split('/').filter(Boolean));
  let same = 0;
  while (same < a.length && same < b.length && a[same] === b[same]) same++;
  return [...a.slice(same).map(() => '..'), ...b.slice(same)].join('/');
}

// node:fs: the folder of the page is one project without links.
export const realpath = async (path: string) => path;
export const readdirSync = () => ['package.json'];
export const statSync = () => ({ mtimeMs: 0 });

// node:crypto: hashes tell builds which outputs are stale.
export const createHash = () => {
  const hash = { update: () => hash, digest: () => '' };
  return hash;
};

// node:timers/promises, node:events
export const setImmediate = () => new Promise((turn) => setTimeout(turn));
export const once = async () => {};

// node:zlib. What follows packed data is not noticed.
type Unpack = (stored: Uint8Array, options: { out: Uint8Array }) => Uint8Array;
const unpacker =
  (unpack: Unpack) =>
  (stored: Uint8Array, { maxOutputLength }: { maxOutputLength: number }) => {
    // One byte more than is allowed: fflate drops what does not fit.
    const buffer = unpack(stored, { out: new Uint8Array(maxOutputLength + 1) });
    if (buffer.length > maxOutputLength) throw Object.assign(new Error(), { code: 'ERR_BUFFER_TOO_LARGE' });
    return { buffer, engine: { bytesWritten: stored.length } };
  };
export const inflateSync = unpacker(unzlibSync);
export const gunzipSync = unpacker(gunzip);

const CRC = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c;
});
export function crc32(bytes: Uint8Array): number {
  let c = 0xffffffff;
  for (const byte of bytes) c = CRC[(c ^ byte) & 255] ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
}

/** Bytes that are unpacked before the reader has a look. */
const PIECE = 1 << 14;

export function createInflate() {
  const parts: Uint8Array[] = [];
  return {
    bytesWritten: 0,
    write(part: Uint8Array) {
      this.bytesWritten += part.length;
      return parts.push(part) > 0;
    },
    end() {},
    destroy() {},
    async *[Symbol.asyncIterator]() {
      let made: Uint8Array[] = [];
      const stream = new Unzlib((part) => made.push(part));
      for (const part of parts) {
        for (let at = 0; at < part.length; at += PIECE) {
          stream.push(part.subarray(at, at + PIECE));
          yield* made;
          made = [];
        }
      }
      stream.push(new Uint8Array(), true);
      yield* made;
    },
  };
}
