/** Forged blobs, as an attacker makes them: contents changed, then everything that says the contents are sound made right again. */
import { crc32 } from '../src/core/blob/crc32.js';
import { decompressor } from '../src/core/blob/decompress.js';
import { fingerprint } from '../src/core/blob/fingerprint.js';
import * as KIND from '../src/core/blob/kinds.js';
import {
  ELEMENTS,
  type ElementArray,
  type ElementType,
  FRAME_BYTES,
  gridBytes,
  HEADER_BYTES,
  isViews,
  NO_CODEC,
} from '../src/core/blob/layout.js';
import { type Blob, readBlob, type SectionEntry } from '../src/core/blob/read.js';
import { wordSum } from '../src/core/blob/views.js';
import { assemble } from '../src/core/blob/write.js';
import { costsFromBytes, countOpen, type Grid, gridFromBits } from '../src/core/grid/grid.js';
import { buildJumpDistances } from '../src/engines/jps/build.js';
import { jumpSections } from '../src/engines/jps/section.js';
import { hpaChecksums } from '../src/engines/table/section.js';
import { joined, type Random, scribble, upTo } from './mutate.js';

/** A forged blob, and what was changed in it. */
export interface Forgery {
  bytes: Uint8Array;
  /** Name of a section, or what else it was. */
  what: string;
}

/**
 * A sound container of wrong contents.
 * @param donor another blob, whose sections may come in
 */
export function forge(blob: Uint8Array, donor: Uint8Array, random: Random): Forgery {
  const opened = readBlob(blob, decompressor);
  const { entries } = opened;
  let head: Uint8Array = blob.slice(0, HEADER_BYTES);
  const victim = entries[upTo(random, entries.length)];
  const other = entries[upTo(random, entries.length)];
  const kind = upTo(random, 10);
  let what = sectionName(victim.kind);
  if (isViews(victim.kind) && random() < 0.6) {
    what = `list of ${what}`;
    store(victim, changeList(contents(victim), random));
  } else if (kind < 2) store(victim, scribble(contents(victim), random));
  else if (kind < 5) store(victim, changeNumbers(contents(victim), victim, random));
  else if (kind === 5) store(victim, resize(contents(victim), random));
  else if (kind === 6) {
    what = 'header';
    head = joined(head.subarray(0, 16), scribble(head.subarray(16), random));
  } else if (kind === 7) {
    what = 'directory';
    entries.splice(upTo(random, entries.length), random() < 0.5 ? 1 : 0, victim);
  } else if (kind === 8) exchange(victim, other, random);
  else {
    what = 'sections of another blob';
    transplant(entries, readBlob(donor, decompressor), random);
  }
  if (random() < 0.8) tieTogether(head, opened);
  return { bytes: assemble(head, entries), what };
}

/** Name of a kind of section. */
export function sectionName(kind: number): string {
  return Object.entries(KIND).find(([, value]) => value === kind)?.[0] ?? 'unknown section';
}

/** The blob with other contents of a section, also of another type, and all checksums right. */
export function withSection(
  blob: Uint8Array,
  kind: number,
  change: (values: ElementArray) => ElementArray,
): Uint8Array {
  const { entries } = readBlob(blob, decompressor);
  const entry = entries.find((one) => one.kind === kind) as SectionEntry;
  const values = change(new entry.type(contents(entry).buffer as ArrayBuffer));
  store(entry, new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
  entry.type = values.constructor as ElementType;
  return assemble(blob.slice(0, HEADER_BYTES), entries);
}

/** The raw bytes of a section, as a copy. */
function contents({ codec, rawLength, parts }: SectionEntry): Uint8Array {
  const unpack = (part: Uint8Array, i: number) =>
    decompressor(part, Math.min(FRAME_BYTES, rawLength - i * FRAME_BYTES));
  return joined(...(codec === NO_CODEC ? parts : parts.map(unpack)));
}

/** Puts bytes in the place of a section's, uncompressed. */
function store(entry: SectionEntry, raw: Uint8Array): void {
  const sum = isViews(entry.kind) ? wordSum : crc32;
  Object.assign(entry, { codec: 0, parts: [raw], crc: sum(raw), rawLength: raw.length });
}

/** Changes whole numbers of a section: to 0, by 1, to another's value, to the largest; or many of them to one value. */
function changeNumbers(raw: Uint8Array, { type }: SectionEntry, random: Random): Uint8Array {
  const values: ElementArray = new type(raw.buffer as ArrayBuffer, 0, Math.floor(raw.length / type.BYTES_PER_ELEMENT));
  if (values.length === 0) return raw;
  const value = (i: number) =>
    [0, 1, -1, values[i] + 1, values[i] - 1, values[upTo(random, values.length)]][upTo(random, 6)];
  const at = upTo(random, values.length);
  if (random() < 0.3) values.fill(value(at), random() < 0.5 ? 0 : at);
  else for (let n = 1 + upTo(random, 3), i = at; n > 0; n--, i = upTo(random, values.length)) values[i] = value(i);
  return raw;
}

/** In place of a value of a list of arrays; `@` stands for a number that JSON has no form for. */
const STRANGE = [
  null,
  5,
  0,
  -1,
  0.5,
  2 ** 31,
  -(2 ** 31),
  1e300,
  '@',
  true,
  '',
  [],
  {},
  [16],
  '0:x:9',
  '9:0:4',
  '6:4:1',
];

/** Another tree of arrays over the same arrays: values replaced, moved, left out, and views of other places. */
export function changeList(section: Uint8Array, random: Random): Uint8Array {
  const length = new DataView(section.buffer, section.byteOffset).getUint32(0, true);
  if (length > section.length - 8) return section;
  const tree = JSON.parse(Buffer.from(section.subarray(8, 8 + length)).toString('latin1'));
  const places: [object: Record<string, unknown>, key: string][] = [];
  const visit = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      places.push([value as Record<string, unknown>, key]);
      visit(inner);
    }
  };
  visit(tree);
  for (let n = 1 + upTo(random, 2); n > 0 && places.length > 0; n--) {
    const [object, key] = places[upTo(random, places.length)];
    const value = object[key];
    const kind = upTo(random, 5);
    if (kind === 0) delete object[key];
    else if (kind === 1) {
      const [other, name] = places[upTo(random, places.length)];
      object[key] = structuredClone(other[name]);
    } else if (kind < 4 && typeof value === 'string') {
      const parts = value.split(':').map(Number);
      const i = upTo(random, parts.length);
      parts[i] = [0, 1, parts[i] + 8, parts[i] - 1, parts[i] * 2, 2 ** 31 - 1, -8][upTo(random, 7)];
      object[key] = parts.join(':');
    } else object[key] = STRANGE[upTo(random, STRANGE.length)];
  }
  return withList(section, JSON.stringify(tree).replaceAll('"@"', '1e999'));
}

/** A section of arrays with another list. */
export function withList(section: Uint8Array, list: string): Uint8Array {
  const length = new DataView(section.buffer, section.byteOffset).getUint32(0, true);
  const text = Buffer.from(list.padEnd((list.length + 7) & ~7), 'latin1');
  const head = Uint32Array.of(text.length, 0);
  return joined(new Uint8Array(head.buffer), text, section.subarray(8 + length));
}

/** Empties, cuts or lengthens. */
function resize(raw: Uint8Array, random: Random): Uint8Array {
  const kind = upTo(random, 3);
  if (kind === 0) return new Uint8Array(0);
  if (kind === 1) return raw.slice(0, upTo(random, raw.length + 1));
  return joined(raw, raw.subarray(upTo(random, raw.length + 1)));
}

/** Exchanges the kinds of two sections, or gives one a kind that may be unknown, or another element type. */
function exchange(a: SectionEntry, b: SectionEntry, random: Random): void {
  const kind = upTo(random, 4);
  if (kind === 0) [a.kind, b.kind] = [b.kind, a.kind];
  else if (kind === 1) a.kind = upTo(random, 96);
  else if (kind === 2) a.type = ELEMENTS[upTo(random, ELEMENTS.length)];
  else {
    const [rawA, rawB] = [contents(a), contents(b)];
    store(a, rawB);
    store(b, rawA);
  }
}

/** Takes sections of another map's blob in place of those of the same kind: one, or all of an artifact. */
function transplant(entries: SectionEntry[], donor: Blob, random: Random): void {
  const { kind } = donor.entries[upTo(random, donor.entries.length)];
  const whole = random() < 0.7;
  for (const entry of donor.entries) {
    if (whole ? entry.kind >> 4 !== kind >> 4 : entry.kind !== kind) continue;
    const i = entries.findIndex((own) => own.kind === entry.kind);
    if (i >= 0) entries[i] = entry;
    else entries.splice(entries.length - 1, 0, entry);
  }
}

/** Makes the checksums that artifacts keep of each other, and of what is not stored, fit what is there now; and the header fit the grid. */
function tieTogether(head: Uint8Array, blob: Blob): void {
  const find = (kind: number) => blob.entries.find((entry) => entry.kind === kind);
  const grid = gridOf(blob);
  if (grid) {
    new DataView(head.buffer).setUint32(20, countOpen(grid), true);
    head.set(fingerprint(grid), 32);
    const info = find(KIND.jpsInfo);
    if (info) tieJumps(grid, info);
  }
  const table = find(KIND.tableInfo);
  if (table && table.rawLength >= 16) {
    const numbers = new Uint32Array(contents(table).slice(0, 16).buffer);
    store(table, new Uint8Array(Uint32Array.of(...numbers, ...hpaChecksums(blob)).buffer));
  }
}

/** The map of a forged blob, undefined where its sections are not of the right length. */
function gridOf(blob: Blob): Grid | undefined {
  const { width, height, terrain, moveRule, size, entries } = blob;
  const fits = (kind: number, length: number) => {
    const entry = entries.find((one) => one.kind === kind);
    return entry?.rawLength === length && entry.type === Uint8Array;
  };
  if (!fits(KIND.grid, gridBytes(width, height))) return undefined;
  const grid = gridFromBits(
    width,
    height,
    terrain,
    blob.section(KIND.grid, Uint8Array, gridBytes(width, height)),
    moveRule,
    size,
  );
  if (fits(KIND.costs, width * height)) costsFromBytes(grid, blob.section(KIND.costs, Uint8Array, width * height));
  return grid;
}

/** The checksums of jump points and planes, as the grid gives them. */
function tieJumps(grid: Grid, info: SectionEntry): void {
  const [{ values }] = jumpSections(buildJumpDistances(grid));
  store(info, new Uint8Array(values.buffer.slice(0)));
}

/** With the checksum of header and directory made right, where there is one. */
export function repaired(blob: Uint8Array): Uint8Array {
  if (blob.length < HEADER_BYTES) return blob;
  const view = new DataView(blob.buffer, blob.byteOffset, blob.length);
  let end = HEADER_BYTES + 12 * blob[25];
  for (let at = HEADER_BYTES; at < HEADER_BYTES + 12 * blob[25] && at + 12 <= blob.length; at += 12) {
    if (blob[at + 3] !== 0) end += 4 * Math.ceil(view.getUint32(at + 4, true) / 524_288);
  }
  if (end <= blob.length) view.setUint32(12, crc32(blob.subarray(16, end), crc32(blob.subarray(0, 12))), true);
  return blob;
}
