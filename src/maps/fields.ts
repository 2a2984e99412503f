/** Reads values out of JSON that a map editor wrote, or anybody else: each has to be of its kind. */

import { MapError } from '../core/errors.js';
import { MOST_JSON_DEPTH, MOST_JSON_LISTS, MOST_JSON_TEXT } from '../core/limits.js';
import { quote, utf8, whyNotJson } from './text.js';

export class Fields {
  private readonly values: Record<string, unknown>;

  /** @param where beginning of error messages @throws {MapError} unless `value` is an object */
  constructor(
    value: unknown,
    readonly where: string,
  ) {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new MapError(`${where}: found ${quote(value)}, expected an object`);
    this.values = value as Record<string, unknown>;
  }

  /** The same values, with another place in error messages. */
  at(where: string): Fields {
    return new Fields(this.values, where);
  }

  has(name: string): boolean {
    return Object.hasOwn(this.values, name) && this.values[name] !== null && this.values[name] !== undefined;
  }

  raw(name: string): unknown {
    return Object.hasOwn(this.values, name) ? this.values[name] : undefined;
  }

  names(): string[] {
    return Object.keys(this.values);
  }

  integer(name: string, least: number, most: number, fallback?: number): number {
    const value = this.number(name, fallback);
    if (!Number.isInteger(value) || value < least || value > most)
      this.fail(name, value, `a whole number from ${least} to ${most}`);
    return value;
  }

  number(name: string, fallback?: number): number {
    if (!this.has(name) && fallback !== undefined) return fallback;
    const value = this.raw(name);
    if (typeof value !== 'number' || !Number.isFinite(value)) this.fail(name, value, 'a number');
    return value;
  }

  text(name: string, fallback?: string): string {
    if (!this.has(name) && fallback !== undefined) return fallback;
    const value = this.raw(name);
    if (typeof value !== 'string') this.fail(name, value, 'a text');
    return value;
  }

  flag(name: string, fallback: boolean): boolean {
    return this.has(name) ? this.raw(name) === true : fallback;
  }

  /** Empty where there is none. */
  list(name: string): unknown[] {
    if (!this.has(name)) return [];
    const value = this.raw(name);
    if (!Array.isArray(value)) this.fail(name, value, 'a list');
    return value;
  }

  /** The objects of a list, each with its place in it in error messages. */
  objects(name: string): Fields[] {
    return this.list(name).map((value, i) => new Fields(value, `${this.where}: ${name}[${i}]`));
  }

  fail(name: string, actual: unknown, expected: string): never {
    throw new MapError(
      `${this.where}: ${name} is ${actual === undefined ? 'missing' : quote(actual)}, expected ${expected}`,
    );
  }
}

const [QUOTE, BACKSLASH, OPEN_LIST, OPEN_OBJECT, CLOSE_LIST, CLOSE_OBJECT, COMMA, NINE] = Array.from('"\\[{]},9', (c) =>
  c.charCodeAt(0),
);

/** @throws {MapError} if it is not JSON, or more than a map can be */
export function parseJson(bytes: Uint8Array, file: string): unknown {
  checkShape(bytes, file);
  const text = utf8(bytes, file);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new MapError(`${file}${whyNotJson(text, error)}`);
  }
}

/** Counts the objects and lists that begin outside of texts, and how deep they lie. @throws {MapError} */
function checkShape(bytes: Uint8Array, file: string): void {
  let count = 0;
  let depth = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i];
    // Most of a map are digits and commas.
    if (byte >= COMMA && byte <= NINE) continue;
    if (byte === QUOTE) {
      const start = i + 1;
      do {
        i = bytes.indexOf(QUOTE, i + 1);
        if (i < 0) return;
      } while (escaped(bytes, i));
      if (i - start > MOST_JSON_TEXT && bytes.subarray(start, i).includes(COMMA))
        throw new MapError(`${file}: a text of ${i - start} bytes that is no base64; this is no map`);
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth--;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      if (++count > MOST_JSON_LISTS)
        throw new MapError(`${file}: more than ${MOST_JSON_LISTS} objects and lists; this is no map`);
      if (++depth > MOST_JSON_DEPTH)
        throw new MapError(`${file}: objects and lists lie more than ${MOST_JSON_DEPTH} deep; this is no map`);
    }
  }
}

/** Whether an odd number of backslashes stands before a byte. */
function escaped(bytes: Uint8Array, at: number): boolean {
  let from = at;
  while (bytes[from - 1] === BACKSLASH) from--;
  return (at - from) % 2 === 1;
}
