/** Compressed data of map files, unpacked: one stream and nothing behind it. */
import { gunzipSync, type Inflate, inflateSync } from 'node:zlib';

/** @param length most unpacked bytes @throws {Error} if there are more, they are damaged, or data follow */
export function inflate(stored: Uint8Array, compression: 'zlib' | 'gzip', length: number): Uint8Array {
  const unpack = compression === 'zlib' ? inflateSync : gunzipSync;
  const options = { maxOutputLength: length, info: true };
  try {
    const { buffer, engine } = unpack(stored, options) as unknown as { buffer: Uint8Array; engine: Inflate };
    const rest = stored.length - engine.bytesWritten;
    if (rest === 0) return buffer;
    throw new Error(`${rest} other bytes follow them`);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new Error(code === 'ERR_BUFFER_TOO_LARGE' ? `they unpack to more than ${length} bytes` : message);
  }
}
