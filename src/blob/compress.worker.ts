/** Worker: compresses one frame. zstd-codec is synchronous and slow at high levels, so it lives here. */
import zstdCodec, { type Simple } from 'zstd-codec';

const simple = new Promise<Simple>((resolve) => {
  zstdCodec.ZstdCodec.run((zstd) => resolve(new zstd.Simple()));
});

/** @param task at most FRAME_BYTES raw bytes, and the level */
export default async function compressFrame(task: { raw: Uint8Array; level: number }): Promise<Uint8Array> {
  const frame = (await simple).compress(task.raw, task.level);
  if (!frame) throw new Error(`zstd-codec could not compress a frame of ${task.raw.length} bytes at level ${task.level}`);
  return frame;
}
