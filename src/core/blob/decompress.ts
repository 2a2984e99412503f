/** The decompressor of tools: Node's zstd (22.15 and later) or the decoder of the runtime. */
import * as zlib from 'node:zlib';
import type { Decompress } from './read.js';
import { unzstd } from './unzstd.js';

const native = (zlib as { zstdDecompressSync?: (frame: Uint8Array, options: object) => Uint8Array }).zstdDecompressSync;

export const decompressor: Decompress = native
  ? (frame, rawLength) => native(frame, { maxOutputLength: rawLength })
  : unzstd;
