/** The decompressor of tools: Node's own zstd where it has one (22.15 and later), else the runtime's. */
import * as zlib from 'node:zlib';
import type { Decompress } from './read.js';
import { unzstd } from './unzstd.js';

const native = (zlib as { zstdDecompressSync?: (frame: Uint8Array, options: object) => Uint8Array }).zstdDecompressSync;

/** Decompresses one frame: Node's own zstd where it has one, else the decoder of the runtime. */
export const decompressor: Decompress = native
  ? (frame, rawLength) => native(frame, { maxOutputLength: rawLength })
  : unzstd;
