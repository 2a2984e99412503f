/** Sections to frames, in worker threads or in this one. Build side only: zstd-codec never ships in a game. */
import type { Piscina } from 'piscina';
import { createPool } from '../pool/pool.js';
import { FRAME_BYTES } from './layout.js';

export const DEFAULT_ZSTD_LEVEL = 19;
export const MAX_ZSTD_LEVEL = 22;

/** Compresses raw bytes into frames of at most FRAME_BYTES raw each; the same bytes wherever it runs. */
export interface FrameCompressor {
  frames(raw: Uint8Array, level: number): Promise<Uint8Array[]>;
}

/** Compresses in threads of its own. */
export class Compressor implements FrameCompressor {
  private pool: Piscina | undefined;

  /** @param jobs most threads at once; 0 for one per core */
  constructor(private readonly jobs = 0) {}

  /** Starts the threads, so that they are ready when the first section is. */
  warmUp(): void {
    this.pool ??= createPool('blob/compress', this.jobs);
  }

  async frames(raw: Uint8Array, level: number): Promise<Uint8Array[]> {
    this.warmUp();
    return framesBy((task) => this.pool?.run(task), raw, level);
  }

  /** Ends the threads. */
  async close(): Promise<void> {
    await this.pool?.destroy();
    this.pool = undefined;
  }
}

/** Compresses in the thread that asks, for callers that are worker threads themselves. */
export const compressHere: FrameCompressor = {
  async frames(raw, level) {
    const { default: compressFrame } = await import('./compress.worker.js');
    return framesBy(compressFrame, raw, level);
  },
};

function framesBy(compress: (task: { raw: Uint8Array; level: number }) => unknown, raw: Uint8Array, level: number): Promise<Uint8Array[]> {
  const frames: Promise<Uint8Array>[] = [];
  for (let from = 0; from < raw.length; from += FRAME_BYTES) {
    frames.push(compress({ raw: raw.slice(from, from + FRAME_BYTES), level }) as Promise<Uint8Array>);
  }
  return Promise.all(frames);
}
