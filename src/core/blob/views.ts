/**
 * The arrays that an engine reads, as they lie in memory: sections of the layout `mapped`. A load makes views of them
 * in place of the arrays that it makes from the compact sections, which every such blob also has.
 *
 *     u32 bytes of the list, u32 0 | list, JSON, spaces to a multiple of 8 | arrays, each at a multiple of 8
 *
 * The list is a tree of objects, lists and numbers, with a string in place of each array: its type, the place of its
 * first byte behind the list, and the number of its elements, as `6:128:40`.
 *
 * Measured and decided: docs/decisions/loads.md.
 */

import { ensure } from '../errors.js';
import { MOST_LIST } from '../limits.js';
import { ELEMENTS, NO_CODEC } from './layout.js';
import type { Blob } from './read.js';

/** Code of Float64Array, which no other section holds; the other types have those of elements. */
export const DOUBLES = 6;
/** Bytes before the list, and most bytes of the list. */
export const VIEWS_HEAD = 8;

/** Most bytes of a compressed section: a larger one is stored as it is, where it takes none. */
export const mostBytes = ({ width, height }: Pick<Blob, 'width' | 'height'>): number =>
  256 * (width * height + (1 << 12));

/**
 * Checksum of such a section: each word is added to the sum so far, turned by five bits. CRC-32 of what is read in
 * place would take longer than all else. A word that is changed always changes it.
 */
export function wordSum(bytes: Uint8Array): number {
  const words = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
  let sum = 0;
  for (let i = 0; i < words.length; i++) sum = (((sum << 5) | (sum >>> 27)) + words[i]) | 0;
  return sum >>> 0;
}

/**
 * Views of a section's arrays, by their names. Structure, types and lengths are unchecked: readers
 * check them first.
 * @throws {BlobError} if the section is damaged, or an array leaves it
 */
export function readViews(blob: Blob, kind: number): Record<string, unknown> {
  const isRaw = blob.entries.some((entry) => entry.kind === kind && entry.codec === NO_CODEC);
  const section = blob.section(kind, Int32Array, isRaw ? 2 ** 30 : mostBytes(blob) / 4, 2, wordSum);
  // Doubles are views only where they lie at a multiple of eight.
  const { buffer, byteOffset } = section.byteOffset & 7 ? section.slice() : section;
  const [length] = section;
  const start = byteOffset + VIEWS_HEAD + length;
  const sound = length > 0 && length <= MOST_LIST && length % 8 === 0 && VIEWS_HEAD + length <= section.byteLength;
  ensure(sound, 'list of arrays', length, 'one within its section');
  const end = byteOffset + section.byteLength;
  try {
    const text = String.fromCharCode(...new Uint8Array(buffer, byteOffset + VIEWS_HEAD, length));
    const tree = JSON.parse(text, (_, value) => {
      if (typeof value !== 'string') return ensureLeaf(value);
      const [, type, at, count] = VIEW.exec(value)?.map(Number) ?? [];
      if (type === undefined) throw new RangeError(value);
      const view = new (type === DOUBLES ? Float64Array : ELEMENTS[type])(buffer as ArrayBuffer, start + at, count);
      if (view.byteOffset + view.byteLength > end) throw new RangeError(value);
      return view;
    });
    return { ...tree };
  } catch (error) {
    ensure(false, 'list of arrays', error, 'one within its section');
  }
}

/** A view in a list: its type, place and number of elements. */
const VIEW = /^([0-6]):(\d{1,10}):(\d{1,10})$/;

/** @returns an object, a boolean, or a number @throws {RangeError} unless a number is whole and a value there */
function ensureLeaf<T>(value: T): T {
  if (value === null || (typeof value === 'number' && !Number.isSafeInteger(value))) throw new RangeError(`${value}`);
  return value;
}

/** Whether a value is an array of a type and length. */
export function isView<T>(value: unknown, type: new (length: number) => T, length: number): value is T {
  return value instanceof type && (value as unknown as { length: number }).length === length;
}

/**
 * @param check whether arrays agree with each other and with the map; it may throw where some are missing
 * @throws {BlobError} unless they do
 */
export function checkViews(name: string, check: () => boolean): void {
  let sound = false;
  try {
    sound = check();
  } catch {
    // A value that is not there has no properties.
  }
  ensure(sound, `arrays of ${name}`, 'damaged', 'those that were baked');
}
