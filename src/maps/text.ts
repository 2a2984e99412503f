/** Texts of map files, and how error messages quote them. */
import { MapError } from '../core/errors.js';

/** Decodes a text. @throws {MapError} if it is UTF-16, which has a mark at its beginning */
export function utf8(bytes: Uint8Array, file: string): string {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff))
    throw new MapError(`${file}: the text is UTF-16, which is not read; save it as UTF-8`);
  return new TextDecoder().decode(bytes);
}

export function quote(value: unknown): string {
  const text = typeof value === 'string' ? value : jsonOf(value);
  const short = text.length > 40 ? `${text.slice(0, 40)}...` : text;
  return typeof value === 'string' ? JSON.stringify(short) : short;
}

/** Also of values that JSON cannot hold, or that are nested too deep. */
export function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return Array.isArray(value) ? '[...]' : typeof value === 'object' ? '{...}' : String(value);
  }
}

/** Names for people: `"a", "b" and 3 more`. */
export function quoteAll(names: Iterable<string>, most = 12): string {
  const all = [...names];
  const shown = all.slice(0, most).map(quote).join(', ');
  return all.length > most ? `${shown} and ${all.length - most} more` : shown || 'none';
}

/** The first line of another program's error, cut where it is long: parsers quote what they have found. */
export function firstLine(error: unknown): string {
  const [line] = (error as Error).message.split('\n', 1);
  return line.length > 160 ? `${line.slice(0, 160)}...` : line;
}

/** Place and cause of a JSON error, to follow the name of the file: `:3:7: a comma stands before "]"; remove it`. */
export function whyNotJson(text: string, error: unknown): string {
  const comma = commaBeforeEnd(text);
  if (comma) return `:${placeOf(text, comma.at)}: a comma stands before "${comma.bracket}"; remove it`;
  const message = firstLine(error);
  const [, position] = /position (\d+)/.exec(message) ?? [];
  return `${position === undefined ? '' : `:${placeOf(text, Number(position))}`}: this is not JSON: ${message}`;
}

/** The place of a comma before a closing bracket, outside of strings. */
function commaBeforeEnd(text: string): { at: number; bracket: string } | undefined {
  for (const { 0: token, 1: bracket, index } of text.matchAll(/"[^"\\\n]*(?:\\.[^"\\\n]*)*"|,\s*([}\]])/g))
    if (!token.startsWith('"')) return { at: index, bracket };
  return undefined;
}

function placeOf(text: string, position: number): string {
  const lines = text.slice(0, position).split('\n');
  return `${lines.length}:${lines[lines.length - 1].length + 1}`;
}
