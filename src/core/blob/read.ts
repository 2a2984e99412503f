/** Reads the container of a blob. Sections are decompressed on request, frame by frame. */

import { BlobError, ensure, ensureSame } from '../errors.js';
import { crc32 } from './crc32.js';
import { hex, readDirectory, type SectionEntry, u16, u32 } from './directory.js';
import * as KIND from './kinds.js';
import { ALL_RULES, type ElementType, FRAME_BYTES, HEADER_BYTES, NO_CODEC } from './layout.js';

export type { SectionEntry };

/**
 * Decompresses exactly one zstd frame. The result's length is checked; it may throw on bad input.
 * @param rawLength length of the result in bytes, already checked against the frame's own header
 */
export type Decompress = (frame: Uint8Array, rawLength: number) => Uint8Array;

/** A blob whose header and directory are sound. */
export interface Blob {
  width: number;
  height: number;
  moveRule: (typeof ALL_RULES)[number];
  /** Side of the square that walks, in cells: its anchors are the cells of the grid. */
  size: number;
  /** Letters that were read as open; empty for a grid that did not come from letters. */
  terrain: string;
  /** SHA-256 of the map as FORMAT.md defines it, in hexadecimal. */
  fingerprint: string;
  /** Whether cells have costs. */
  weighted: boolean;
  /** Names of the agents that the file is of; none where it is of one kind of walker. */
  agents: string[];
  /** Bytes 16 to 79 of the header, those of the agent if one was named. */
  head: Uint8Array;
  entries: SectionEntry[];
  has(kind: number): boolean;
  /**
   * A section's values: a view of the blob if it is stored uncompressed and aligned in
   * memory, otherwise a new array.
   * @param most largest number of elements, known from the section's kind and the map's size
   * @param least smallest number; the largest where it is left out
   * @param sum its checksum, CRC-32 but for arrays that are views
   * @param entry default: the first of its kind
   * @throws {BlobError} if the section is missing, of another type or length, or damaged
   */
  section<T extends ElementType>(
    kind: number,
    type: T,
    most: number,
    least?: number,
    sum?: (raw: Uint8Array) => number,
    entry?: SectionEntry,
  ): InstanceType<T>;
}

/** Bytes of a blob: a Uint8Array or any other view, or what a `Response` gives. */
export type BlobBytes = ArrayBufferLike | ArrayBufferView;

/**
 * A plain Uint8Array over bytes of any kind: `slice` of a Node Buffer would not copy.
 * @throws {TypeError} if they are no bytes
 */
export function viewOf(bytes: BlobBytes, name: string): Uint8Array {
  // Also of memory that was transferred elsewhere.
  if ((bytes as Partial<ArrayBuffer> | undefined)?.byteLength === 0) return Uint8Array.of();
  if (ArrayBuffer.isView(bytes)) return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // By its tag: a buffer of another window or context is no instance of this one's class.
  const tag: string = Object.prototype.toString.call(bytes);
  if (!tag.includes('ArrayBuffer')) throw new TypeError(`${name} is ${tag}, expected a Uint8Array or ArrayBuffer`);
  return new Uint8Array(bytes);
}

/**
 * @param decompress called for one frame at a time, as sections are requested
 * @param agent name of the agent whose sections are wanted; without it the blob has all sections, and the header of the
 * first agent
 * @throws {RangeError} if the file has no such agent
 * @throws {BlobError} if header or directory are not exactly as the writer makes them
 * @throws {TypeError} if the blob is not bytes, a promise of them for example
 */
export function readBlob(blob: BlobBytes, decompress: Decompress, agent?: string): Blob {
  return readContainer(blob, decompress, agent, chooseAgent);
}

/**
 * {@link readBlob} without its list of agents, for bundles that leave it out.
 * @param choose reads that list
 * @throws as there
 */
export function readContainer(blob: BlobBytes, decompress: Decompress, agent?: string, choose?: AgentChoice): Blob {
  const bytes = viewOf(blob, 'blob');
  let entries = readDirectory(bytes);
  const has = (kind: number) => entries.some((entry) => entry.kind === kind);

  const section: Blob['section'] = (kind, type, most, least = most, sum = crc32, sumOf) => {
    const name = `section ${kind}`;
    const entry = sumOf ?? entries.find((e) => e.kind === kind);
    const size = type.BYTES_PER_ELEMENT;
    const count = entry?.type === type ? entry.rawLength / size : -1;
    const fits = entry && count >= least && count <= most && count % 1 === 0;
    ensure(fits, name, entry?.rawLength, `${most * size} bytes of ${type.name}`);
    const raw = rawBytes(entry, size, decompress);
    ensureSame(`checksum of ${name}`, sum(raw), entry.crc);
    return new type(raw.buffer as ArrayBuffer, raw.byteOffset, count) as InstanceType<typeof type>;
  };

  let head = bytes.subarray(16, HEADER_BYTES);
  let agents: string[] = [];
  if (has(KIND.agents)) {
    ensure(choose, 'agents', 'several', 'one', 'missing', 'also give loader agentsPart');
    const list = section(KIND.agents, Uint8Array, 1 << 16, 1);
    ({ agents, head, entries } = choose(list, head, entries, agent));
  }
  if (agent !== undefined && !agents.includes(agent))
    throw new RangeError(`agent is ${agent}, the blob has ${agents.join(', ') || 'none'}`);
  const moveRule = ALL_RULES[head[8]];
  ensure(moveRule, 'move rule', head[8], `0 to ${ALL_RULES.length - 1}`, 'unsupported');

  return {
    width: u16(bytes, 16),
    height: u16(bytes, 18),
    moveRule,
    size: head[10] + 1,
    terrain: String.fromCharCode(...head.subarray(48)).replace(/\0+$/, ''),
    fingerprint: hex(head.subarray(16, 48)),
    weighted: has(KIND.costs),
    agents,
    head,
    entries,
    has,
    section,
  };
}

/** Bytes of a section: unpacked, or a view of the blob unless they must be aligned to the size of an element. */
function rawBytes({ codec, rawLength, parts }: SectionEntry, size: number, decompress: Decompress): Uint8Array {
  const [stored] = parts;
  if (codec === NO_CODEC) return stored.byteOffset % size > 0 ? stored.slice() : stored;
  const raw = new Uint8Array(rawLength);
  parts.forEach((part, i) => {
    const at = i * FRAME_BYTES;
    raw.set(unpack(part, Math.min(FRAME_BYTES, rawLength - at), decompress), at);
  });
  return raw;
}

function unpack(part: Uint8Array, rawLength: number, decompress: Decompress): Uint8Array {
  const check = (found: unknown) => ensureSame('frame content', found, rawLength);
  check(frameContentSize(part));
  let raw: Uint8Array | undefined;
  try {
    raw = decompress(part, rawLength);
  } catch (error) {
    if (error instanceof BlobError) throw error;
    check(error);
  }
  raw = viewOf(raw as Uint8Array, 'what decompress gives');
  check(raw.length);
  return raw;
}

/** Number of open cells, as the header has it; of a world the number of its tiles. */
export const openCount = ({ head }: Blob): number => u32(head, 4);

/**
 * Content size that a zstd frame declares (RFC 8878, section 3.1.1.1), undefined unless it is a single-segment
 * frame without dictionary, as the writer makes them. Checked before a decompressor sees the frame and allocates that
 * much.
 */
function frameContentSize(frame: Uint8Array): number | undefined {
  const descriptor = frame[4];
  if ((descriptor & 0b00111111) !== 0b00100000) return;
  return [frame[5], 256 + u16(frame, 5), u32(frame, 5)][descriptor >> 6];
}

/** Agents by name, and the header and sections of the chosen one; those of the file if none is chosen. */
interface Chosen<Entry> {
  agents: string[];
  /** Bytes 16 to 79 of each one's header. */
  heads: Uint8Array[];
  /** Bytes 16 to 79 of a header. */
  head: Uint8Array;
  entries: Entry[];
}

/**
 * Reads the list, a record for each agent: its header from byte 16, the numbers of its sections in the directory, its
 * name.
 * @param head,entries of the file; its sizes are those of all agents
 * @throws {BlobError} if the list is damaged
 */
export function chooseAgent<Entry>(
  list: Uint8Array,
  head: Uint8Array,
  entries: Entry[],
  agent?: string,
): Chosen<Entry> {
  let chosen = { head, entries };
  const agents: string[] = [];
  const heads: Uint8Array[] = [];
  for (let at = 0; at < list.length; ) {
    const record = list.subarray(at, at + head.length);
    const start = at + record.length + record[9] + 1;
    const numbers = list.subarray(at + record.length, start - 1);
    // NaN where the record ends before its name.
    at = start + list[start - 1];
    const same = record.subarray(0, 4).every((byte, i) => byte === head[i]);
    ensure(at <= list.length && same && numbers.every((i) => i < entries.length), 'agents', 'damaged', 'whole');
    heads.push(record);
    const name = String.fromCharCode(...list.subarray(start, at));
    agents.push(name);
    if (name === agent) chosen = { head: record, entries: Array.from(numbers, (i) => entries[i]) };
  }
  return { agents, heads, ...chosen };
}

export type AgentChoice = typeof chooseAgent;
