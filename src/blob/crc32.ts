/** CRC-32 (IEEE 802.3, reflected, polynomial 0xEDB88320), four bytes at a time. */

const TABLES = new Int32Array(4 * 256);
for (let i = 0; i < 256; i++) {
  let c = i;
  for (let k = 0; k < 8; k++) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1;
  TABLES[i] = c;
}
for (let i = 256; i < 1024; i++) TABLES[i] = TABLES[TABLES[i - 256] & 255] ^ (TABLES[i - 256] >>> 8);

/** @param crc result of the bytes before these, to go on from */
export function crc32(bytes: Uint8Array, crc = 0): number {
  const words = bytes.length >> 2;
  const aligned = bytes.byteOffset & 3 ? bytes.slice() : bytes;
  let c = ~crc;
  for (const word of new Int32Array(aligned.buffer, aligned.byteOffset, words)) {
    c ^= word;
    c = TABLES[768 + (c & 255)] ^ TABLES[512 + ((c >>> 8) & 255)] ^ TABLES[256 + ((c >>> 16) & 255)] ^ TABLES[c >>> 24];
  }
  for (let i = 4 * words; i < bytes.length; i++) c = TABLES[(c ^ bytes[i]) & 255] ^ (c >>> 8);
  return ~c >>> 0;
}
