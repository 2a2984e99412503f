/** Damaged blobs and maps for fuzzing: some with all checksums made right again, as an attacker would. */
import { crc32 } from '../blob/crc32.js';
import { decompressor } from '../blob/decompress.js';
import { HEADER_BYTES } from '../blob/layout.js';
import { readBlob } from '../blob/read.js';
import { assemble } from '../blob/write.js';

type Random = () => number;

const upTo = (random: Random, n: number) => Math.floor(random() * n);

/** Changes some bytes of a copy. */
export function scribble(bytes: Uint8Array, random: Random): Uint8Array {
  const changed = bytes.slice();
  for (let n = 1 + upTo(random, 4); n > 0 && changed.length > 0; n--) {
    const at = upTo(random, changed.length);
    const kind = upTo(random, 4);
    if (kind === 0) changed[at] ^= 1 << upTo(random, 8);
    else if (kind === 1) changed[at] = upTo(random, 256);
    else if (kind === 2) changed[at] = random() < 0.5 ? 0 : 255;
    else changed.copyWithin(at, upTo(random, changed.length), upTo(random, changed.length));
  }
  return changed;
}

/** Cuts, lengthens, repeats or joins. */
function reshape(bytes: Uint8Array, other: Uint8Array, random: Random): Uint8Array {
  const cut = upTo(random, bytes.length + 1);
  const kind = upTo(random, 4);
  if (kind === 0) return bytes.slice(0, cut);
  if (kind === 1) return Uint8Array.from([...bytes, ...other.subarray(0, upTo(random, 40))]);
  if (kind === 2) return Uint8Array.from([...bytes.subarray(0, cut), ...other.subarray(Math.min(cut, other.length))]);
  return Uint8Array.from([...bytes.subarray(0, cut), ...bytes.subarray(upTo(random, bytes.length))]);
}

/** Changes header, directory or sections, and makes every checksum fit again. */
function forge(blob: Uint8Array, random: Random): Uint8Array {
  const opened = readBlob(blob, decompressor);
  const { entries } = opened;
  const victim = entries[upTo(random, entries.length)];
  let head: Uint8Array = blob.slice(0, HEADER_BYTES);
  const kind = upTo(random, 6);
  if (kind < 3) {
    const raw = opened.section(victim.kind, victim.type, 2 ** 28, 0);
    const changed = scribble(new Uint8Array(raw.buffer, raw.byteOffset, raw.byteLength), random);
    Object.assign(victim, { codec: 0, parts: [changed], crc: crc32(changed), rawLength: changed.length });
    if (kind === 2) {
      // Of another length, too.
      const part = changed.subarray(0, upTo(random, changed.length + 1));
      Object.assign(victim, { parts: [part], crc: crc32(part), rawLength: part.length });
    }
  } else if (kind === 3) head = Uint8Array.from([...head.subarray(0, 16), ...scribble(head.subarray(16), random)]);
  else if (kind === 4) entries.splice(upTo(random, entries.length), random() < 0.5 ? 1 : 0, victim);
  else victim.kind = entries[upTo(random, entries.length)].kind;
  return assemble(head, entries);
}

/** @param other a second blob, to join with */
export function mutateBlob(blob: Uint8Array, other: Uint8Array, random: Random): Uint8Array {
  const kind = random();
  if (kind < 0.2) return scribble(blob, random);
  if (kind < 0.35) return reshape(blob, other, random);
  if (kind < 0.5) return repaired(scribble(blob, random));
  return forge(blob, random);
}

/** With the checksum of header and directory made right, where there is one. */
function repaired(blob: Uint8Array): Uint8Array {
  if (blob.length < HEADER_BYTES) return blob;
  const view = new DataView(blob.buffer, blob.byteOffset, blob.length);
  let end = HEADER_BYTES + 12 * blob[25];
  for (let at = HEADER_BYTES; at < HEADER_BYTES + 12 * blob[25] && at + 12 <= blob.length; at += 12) {
    if (blob[at + 3] !== 0) end += 4 * Math.ceil(view.getUint32(at + 4, true) / 524_288);
  }
  if (end <= blob.length) view.setUint32(12, crc32(blob.subarray(16, end), crc32(blob.subarray(0, 12))), true);
  return blob;
}

/** Changes letters, numbers and lines. */
export function mutateText(text: string, random: Random): string {
  const lines = text.split('\n');
  const at = upTo(random, lines.length);
  const kind = upTo(random, 5);
  if (kind === 0) lines.splice(at, 1);
  else if (kind === 1) lines.splice(at, 0, lines[upTo(random, lines.length)]);
  else if (kind === 2) lines[at] = lines[at].replace(/\d+/, () => ['-1', '0', '1e9', '99999999999', 'NaN', '8193', '7.5'][upTo(random, 7)]);
  else if (kind === 3) return Buffer.from(scribble(Buffer.from(text), random)).toString('latin1');
  else lines[at] = lines[at].slice(0, upTo(random, lines[at].length + 1)) + ['', ' ', '\t', '\r', '@', '\0', 'x', '..'][upTo(random, 8)];
  return lines.join('\n');
}
