/** Compresses one frame. zstd-codec is synchronous and slow at high levels: call it in a worker thread. */
import zstdCodec, { type Simple } from 'zstd-codec';

export interface FrameTask {
  /** At most FRAME_BYTES. */
  raw: Uint8Array;
  level: number;
}

const simple = new Promise<Simple>((resolve) => {
  zstdCodec.ZstdCodec.run((zstd) => resolve(new zstd.Simple()));
});

export async function compressFrame(task: FrameTask): Promise<Uint8Array> {
  const frame = (await simple).compress(task.raw, task.level);
  if (!frame) throw new Error(`zstd-codec could not compress a frame of ${task.raw.length} bytes at level ${task.level}`);
  return frame;
}
