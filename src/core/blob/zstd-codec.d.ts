/** The part of zstd-codec 0.1.5 that we use; the package has no types. */
declare module 'zstd-codec' {
  export interface Simple {
    /** One frame. Takes bytes only (other typed arrays are silently truncated); null when it fails. */
    compress(bytes: Uint8Array, level: number): Uint8Array | null;
  }
  export const ZstdCodec: { run(ready: (zstd: { Simple: new () => Simple }) => void): void };
}
