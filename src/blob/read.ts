/**
 * Reads the container. Nothing in a blob is believed: magic, versions and a checksum over header and
 * directory come first, then every offset and length, all before anything is allocated; a section is
 * decompressed, one frame at a time, when it is first asked for.
 */
import { BlobError } from '../errors.js';
import { MAX_SIDE } from '../grid/grid.js';
import { crc32 } from './crc32.js';
import {
  ALGORITHM_REVISION,
  aligned,
  CODEC,
  ELEMENTS,
  type ElementArray,
  ENTRY_BYTES,
  FORMAT_VERSION,
  FRAME_BYTES,
  HEADER_BYTES,
  MAGIC,
  MAX_SECTIONS,
  MOVE_RULES,
  maxRawBytes,
  TERRAIN_BYTES,
} from './layout.js';

/**
 * Decompresses exactly one zstd frame. The result's length is checked; it may throw on bad input.
 * @param rawLength length of the result in bytes, already checked against the frame's own header
 */
export type Decompress = (frame: Uint8Array, rawLength: number) => Uint8Array;

/** A section as the directory describes it. Offsets and lengths in bytes. */
export interface SectionEntry {
  kind: number;
  elementType: number;
  codec: number;
  rawLength: number;
  crc: number;
  offset: number;
  storedLength: number;
  /** Stored length of each frame; empty for an uncompressed section. */
  frames: number[];
}

export class BlobReader {
  readonly formatVersion: number;
  readonly algorithmRevision: number;
  readonly width: number;
  readonly height: number;
  readonly openCells: number;
  readonly moveRule: (typeof MOVE_RULES)[number];
  /** Letters that were read as open; empty for a grid that did not come from letters. */
  readonly terrain: string;
  /** SHA-256 of the map as FORMAT.md defines it, in hexadecimal. */
  readonly fingerprint: string;
  readonly entries: readonly SectionEntry[];
  private readonly bytes: Uint8Array;

  /** @throws {BlobError} if header or directory are not exactly as the writer makes them */
  constructor(
    blob: Uint8Array,
    private readonly decompress: Decompress,
  ) {
    // A plain view: a Node Buffer's slice() would not copy.
    const bytes = new Uint8Array(blob.buffer, blob.byteOffset, blob.length);
    this.bytes = bytes;
    if (new Uint8Array(Uint16Array.of(1).buffer)[0] !== 1)
      fail('this machine is big-endian; blobs can be read on little-endian machines only');
    if (bytes.length < HEADER_BYTES) fail(`not a prep blob: ${bytes.length} bytes, but the header alone has ${HEADER_BYTES}`);
    for (let i = 0; i < MAGIC.length; i++) {
      if (bytes[i] !== MAGIC[i]) fail(`not a prep blob: it starts with ${hex(bytes.subarray(0, 8))}, expected ${hex(MAGIC)}`);
    }
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const u16 = (at: number) => view.getUint16(at, true);
    const u32 = (at: number) => view.getUint32(at, true);
    this.formatVersion = u16(8);
    if (this.formatVersion !== FORMAT_VERSION) {
      fail(`blob has format version ${this.formatVersion}, this reader knows version ${FORMAT_VERSION}; bake it again or update gridprep`);
    }
    const sections = u16(30);
    if (sections > MAX_SECTIONS) fail(`blob names ${sections} sections, allowed are ${MAX_SECTIONS}; it is damaged`);
    const frameTable = HEADER_BYTES + sections * ENTRY_BYTES;
    let end = frameTable;
    for (let at = HEADER_BYTES; at < frameTable && frameTable <= bytes.length; at += ENTRY_BYTES) end += 4 * u32(at + 20);
    if (end > bytes.length) fail(`blob is cut short: header and directory do not fit into its ${bytes.length} bytes`);
    const crc = crc32(bytes.subarray(16, end), crc32(bytes.subarray(0, 12)));
    if (crc !== u32(12)) fail('blob is damaged: the checksum of its header and directory is wrong');
    if (u32(16) !== bytes.length) {
      fail(
        bytes.length < u32(16)
          ? `blob is cut short: ${bytes.length} of ${u32(16)} bytes`
          : `blob has ${bytes.length - u32(16)} bytes after its end`,
      );
    }
    this.algorithmRevision = u16(10);
    if (this.algorithmRevision !== ALGORITHM_REVISION) {
      fail(
        `blob was baked by algorithm revision ${this.algorithmRevision}, this reader knows revision ${ALGORITHM_REVISION}; bake it again or update gridprep`,
      );
    }
    this.width = u16(20);
    this.height = u16(22);
    if (this.width < 1 || this.height < 1 || this.width > MAX_SIDE || this.height > MAX_SIDE)
      fail(`blob's map is ${this.width} x ${this.height}, allowed are 1 to ${MAX_SIDE} a side`);
    this.openCells = u32(24);
    this.moveRule = MOVE_RULES[bytes[28]] ?? fail(`blob has move rule ${bytes[28]}, known are 0 to ${MOVE_RULES.length - 1}`);
    this.fingerprint = hex(bytes.subarray(32, 64));
    this.terrain = String.fromCharCode(...bytes.subarray(64, 64 + TERRAIN_BYTES)).replace(/\0+$/, '');
    this.entries = this.readDirectory(u16, u32, sections, frameTable, end);
  }

  private readDirectory(
    u16: (at: number) => number,
    u32: (at: number) => number,
    sections: number,
    frameTable: number,
    end: number,
  ): SectionEntry[] {
    const { bytes } = this;
    const entries: SectionEntry[] = [];
    let offset = end;
    for (let i = 0, frame = frameTable; i < sections; i++) {
      const at = HEADER_BYTES + i * ENTRY_BYTES;
      const entry: SectionEntry = {
        kind: u16(at),
        elementType: bytes[at + 2],
        codec: bytes[at + 3],
        rawLength: u32(at + 4),
        crc: u32(at + 8),
        offset: u32(at + 12),
        storedLength: u32(at + 16),
        frames: [],
      };
      const element = ELEMENTS[entry.elementType];
      const frames = u32(at + 20);
      let stored = 0;
      for (let k = 0; k < frames; k++, frame += 4) stored += entry.frames[k] = u32(frame);
      offset = aligned(offset);
      if (
        !element ||
        entry.rawLength % element.BYTES_PER_ELEMENT !== 0 ||
        entries.some((other) => other.kind === entry.kind) ||
        entry.offset !== offset ||
        entry.storedLength !== (entry.codec === CODEC.none ? entry.rawLength : stored) ||
        frames !== (entry.codec === CODEC.none ? 0 : Math.ceil(entry.rawLength / FRAME_BYTES)) ||
        entry.codec > CODEC.zstd
      ) {
        fail(`blob is damaged: the directory's entry ${i} (section kind ${entry.kind}) contradicts itself`);
      }
      offset += entry.storedLength;
      entries.push(entry);
    }
    if (offset !== bytes.length) fail(`blob is damaged: its sections end at byte ${offset}, the file at ${bytes.length}`);
    return entries;
  }

  has(kind: number): boolean {
    return this.entries.some((entry) => entry.kind === kind);
  }

  /**
   * A section's values: a view of the blob itself where it is stored uncompressed and aligned in
   * memory, else a fresh array.
   * @param count number of elements, known from the section's kind and the map's size
   * @throws {BlobError} if the section is missing, of another type or length, or damaged
   */
  section<A extends ElementArray>(kind: number, type: new (buffer: ArrayBufferLike, offset: number, count: number) => A, count: number): A {
    const entry = this.entries.find((e) => e.kind === kind) ?? fail(`blob has no section of kind ${kind}`);
    if (
      (ELEMENTS[entry.elementType] as unknown) !== type ||
      entry.rawLength !== count * (type as unknown as typeof Uint8Array).BYTES_PER_ELEMENT
    ) {
      fail(
        `section of kind ${kind} has ${entry.rawLength} bytes of element type ${entry.elementType}; its kind and a map of ${this.width} x ${this.height} imply ${count} elements of ${type.name}`,
      );
    }
    const raw = this.raw(entry);
    return new type(raw.buffer, raw.byteOffset, count);
  }

  /**
   * A section's bytes, decompressed and checked; aligned for any element type.
   * @throws {BlobError} if the section is longer than its kind allows, of a kind unknown here, or damaged
   */
  raw(entry: SectionEntry): Uint8Array {
    const most = maxRawBytes(entry.kind, this.width, this.height);
    if (entry.rawLength > most)
      fail(`section of kind ${entry.kind} has ${entry.rawLength} bytes, a map of ${this.width} x ${this.height} allows ${most}`);
    const stored = this.bytes.subarray(entry.offset, entry.offset + entry.storedLength);
    let raw = stored;
    if (entry.codec === CODEC.none) {
      if (stored.byteOffset % 4 !== 0) raw = stored.slice();
    } else {
      raw = new Uint8Array(entry.rawLength);
      for (let i = 0, from = 0, to = 0; i < entry.frames.length; from += entry.frames[i], to += FRAME_BYTES, i++) {
        raw.set(this.frame(entry, stored.subarray(from, from + entry.frames[i]), Math.min(FRAME_BYTES, entry.rawLength - to)), to);
      }
    }
    if (crc32(raw) !== entry.crc) fail(`section of kind ${entry.kind} is damaged: its checksum is wrong`);
    return raw;
  }

  private frame(entry: SectionEntry, frame: Uint8Array, rawLength: number): Uint8Array {
    const declared = frameContentSize(frame);
    let raw: Uint8Array | undefined;
    let reason = '';
    if (declared === rawLength) {
      try {
        raw = this.decompress(frame, rawLength);
      } catch (error) {
        reason = `: ${error instanceof Error ? error.message : error}`;
      }
    }
    if (raw?.length !== rawLength) {
      fail(`section of kind ${entry.kind} is damaged: a frame of ${rawLength} bytes does not decompress to them${reason}`);
    }
    return raw;
  }
}

/**
 * Content size that a zstd frame declares (RFC 8878, section 3.1.1.1), -1 unless it is a single-segment
 * frame without dictionary, as the writer makes them. Read before a decompressor sees the frame: it
 * would allocate whatever the frame says.
 */
function frameContentSize(frame: Uint8Array): number {
  const descriptor = frame[4];
  const magic = frame.length > 9 && frame[0] === 0x28 && frame[1] === 0xb5 && frame[2] === 0x2f && frame[3] === 0xfd;
  if (!magic || (descriptor & 0b00111111) !== 0b00100000) return -1;
  const size = descriptor >> 6;
  if (size === 0) return frame[5];
  if (size === 1) return 256 + frame[5] + 256 * frame[6];
  return size === 2 ? frame[5] + 256 * frame[6] + 65536 * frame[7] + 16777216 * frame[8] : -1;
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('');
}

function fail(message: string): never {
  throw new BlobError(message);
}
