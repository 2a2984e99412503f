/**
 * Sections to frames, in worker threads or in this one. Build side only: zstd-codec never ships in a game.
 *
 * Measured and decided: docs/decisions/blob-format.md.
 */
import type { Simple } from 'zstd-codec';
import { Pool } from '../threads/pool.js';
import { FRAME_BYTES } from './layout.js';

/** Compresses raw bytes into frames of at most FRAME_BYTES raw each; the same bytes wherever it runs. */
export interface FrameCompressor {
  frames(raw: Uint8Array, level: number): Promise<Uint8Array[]>;
}

/** Sections of at most this many bytes are compressed in the calling thread: starting one takes longer. */
const HERE_BYTES = 1 << 17;

/** Compresses in its own threads; small sections in the calling one, as long as no thread is there. */
export class Compressor implements FrameCompressor {
  private pool: Pool | undefined;

  /** @param threads most threads; 0 for one per core */
  constructor(private readonly threads = 0) {}

  /** Starts a thread, so that it is ready when the first section is. */
  warmUp(): void {
    this.workers().warmUp();
  }

  async frames(raw: Uint8Array, level: number): Promise<Uint8Array[]> {
    if (!this.pool && raw.length <= HERE_BYTES) return compressHere.frames(raw, level);
    const threads = this.workers();
    const compress = (frame: Uint8Array) => {
      const copy = frame.slice();
      return threads.run<Uint8Array>({ raw: copy, level } satisfies FrameTask, [copy.buffer]);
    };
    return Promise.all([...cut(raw)].map(compress));
  }

  async close(): Promise<void> {
    await this.pool?.close();
    this.pool = undefined;
  }

  private workers(): Pool {
    this.pool ??= new Pool('core/blob/compress', this.threads);
    return this.pool;
  }
}

/** Compresses in the thread that asks, for callers that are worker threads themselves. */
export const compressHere: FrameCompressor = {
  async frames(raw, level) {
    const frames: Uint8Array[] = [];
    for (const frame of cut(raw)) frames.push(await compressFrame({ raw: frame, level }));
    return frames;
  },
};

function* cut(raw: Uint8Array): Generator<Uint8Array> {
  for (let from = 0; from < raw.length; from += FRAME_BYTES) yield raw.subarray(from, from + FRAME_BYTES);
}

interface FrameTask {
  /** At most FRAME_BYTES. */
  raw: Uint8Array;
  level: number;
}

let codec: Promise<Simple> | undefined;

/** Loaded where frames are compressed, which mostly is a thread. */
async function loadCodec(): Promise<Simple> {
  const { default: zstdCodec } = await import('zstd-codec');
  return new Promise((resolve) => zstdCodec.ZstdCodec.run((zstd) => resolve(new zstd.Simple())));
}

/** Compresses one frame. zstd-codec is synchronous and slow at high levels: call it in a worker thread. */
export async function compressFrame(task: FrameTask): Promise<Uint8Array> {
  codec ??= loadCodec();
  const frame = (await codec).compress(task.raw, task.level);
  if (!frame)
    throw new Error(`zstd-codec could not compress a frame of ${task.raw.length} bytes at level ${task.level}`);
  return frame;
}
