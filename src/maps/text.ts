/** Texts of map files, and how error messages quote them. */
import { MapError } from '../core/errors.js';

/** Decodes a text. @throws {MapError} if it is UTF-16, which has a mark at its beginning */
export function utf8(bytes: Uint8Array, file: string): string {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff))
    throw new MapError(`${file}: the text is UTF-16, which is not read; save it as UTF-8`);
  return new TextDecoder().decode(bytes);
}

/** A value of a file as text; an object's own `toString` may be anything. */
export const plain = (value: unknown): string =>
  typeof value === 'object' && value !== null ? quote(value) : String(value);

const LONGEST = 40;

export function quote(value: unknown): string {
  const text = typeof value === 'string' ? value : brief(value);
  const short = text.length > LONGEST ? `${text.slice(0, LONGEST)}...` : text;
  return typeof value === 'string' ? JSON.stringify(short) : short;
}

/** The beginning of a value's JSON: of 50 MB no more is written than is shown. */
function brief(value: unknown): string {
  let text = '';
  const write = (one: unknown): void => {
    if (typeof one === 'string') text += JSON.stringify(one.slice(0, LONGEST));
    else if (typeof one !== 'object' || one === null) text += String(one);
    else {
      const isList = Array.isArray(one);
      let mark = isList ? '[' : '{';
      for (const key in one) {
        text += isList ? mark : `${mark}${JSON.stringify(key)}:`;
        write(one[key as keyof typeof one]);
        if (text.length > LONGEST) return;
        mark = ',';
      }
      text += `${mark === ',' ? '' : mark}${isList ? ']' : '}'}`;
    }
  };
  write(value);
  return text;
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
  const at = faultAt(text, (error as Error).message);
  return `${at === undefined ? '' : `:${placeOf(text, at)}`}: this is not JSON: ${firstLine(error)}`;
}

/** The place of the fault by V8's message: a position, the end, or ten characters before and after. */
function faultAt(text: string, message: string): number | undefined {
  const [, position] = /position (\d+)/.exec(message) ?? [];
  if (position !== undefined) return Number(position);
  if (message === 'Unexpected end of JSON input') return text.trimEnd().length;
  const [, before, around] = /^Unexpected token .*?, (\.{3})?"(.*?)"(?:\.{3})? is not valid JSON$/s.exec(message) ?? [];
  if (around === undefined || around === text) return undefined;
  return before ? text.indexOf(around) + 10 : around.length - 10;
}

/**
 * The place of a comma before a closing bracket, outside of strings. A string without an end is passed over too: looked
 * for again from each of its escaped quotes, its end would take the square of its length.
 */
function commaBeforeEnd(text: string): { at: number; bracket: string } | undefined {
  for (const { 0: token, 1: bracket, index } of text.matchAll(/"[^"\\\n]*(?:\\.[^"\\\n]*)*"?|,\s*([}\]])/g))
    if (!token.startsWith('"')) return { at: index, bracket };
  return undefined;
}

function placeOf(text: string, position: number): string {
  const lines = text.slice(0, position).split('\n');
  return `${lines.length}:${lines[lines.length - 1].length + 1}`;
}

/** Most warnings of a kind that are shown. */
const MOST_OF_A_KIND = 10;

/** The first warnings of each kind, in order, and a line for the others: a map may give rise to 400,000. */
export function fewOfAKind(warnings: readonly string[]): string[] {
  const kinds = new Map<string, { count: number; first: string }>();
  const shown = warnings.filter((text) => {
    // Warnings of a kind differ in names and numbers.
    const key = text.replace(/"(?:[^"\\]|\\.)*"|\d+/g, '#');
    const kind = kinds.get(key) ?? { count: 0, first: text };
    kinds.set(key, kind);
    return ++kind.count <= MOST_OF_A_KIND;
  });
  for (const { count, first } of kinds.values())
    if (count > MOST_OF_A_KIND) shown.push(`${first} (and ${count - MOST_OF_A_KIND} more warnings like it)`);
  return shown;
}
