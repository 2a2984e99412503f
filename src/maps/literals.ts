/** Plain data in the code of JavaScript and TypeScript: declared lists, objects and texts. It is never run. */
import { MapError } from '../core/errors.js';
import { MOST_CODE, MOST_CODE_DEPTH } from '../core/limits.js';
import { parseJson } from './fields.js';

const DECLARED = new RegExp(
  [
    String.raw`\b(?:(?:const|let|var)\s+([\w$]+)\s*(?::[^=\n]{0,200})?=`,
    String.raw`export\s+default\b|(?:module\.)?exports(?:\.([\w$]+))?\s*=)\s*(?=[[{\x60])`,
  ].join('|'),
  'g',
);
const TOKEN = new RegExp(
  [
    String.raw`(\s+|//[^\n]*|/\*[\s\S]*?(?:\*/|$))`,
    String.raw`([\w$]+)(?=\s*:)`,
    String.raw`[-.\d,][-.\d\s,]*(?!\s{0,9}\d{0,9}\s{0,9}:)|[[\]{}:,]|"(?:[^"\\\n]|\\.)*"`,
    String.raw`'((?:[^'\\\n]|\\.)*)'`,
    String.raw`\x60([^\x60\\$]*)\x60`,
    String.raw`(true|false|null|undefined)\b`,
  ].join('|'),
  'y',
);

/** Declared values by name, '' for the default; and which one is code. @throws {MapError} if there is too much */
export function literalsOf(text: string, file: string): { values: [string, unknown][]; trouble?: string } {
  if (text.length > MOST_CODE)
    throw new MapError(`${file}: code of ${text.length} characters, allowed are ${MOST_CODE}; write the map as JSON`);
  const values: [string, unknown][] = [];
  let trouble: string | undefined;
  DECLARED.lastIndex = 0;
  for (let next = DECLARED.exec(text); next; next = DECLARED.exec(text)) {
    const name = next[1] ?? next[2] ?? '';
    const { json, end } = jsonAt(text, DECLARED.lastIndex);
    // No part is looked at twice: declarations can stand in comments.
    DECLARED.lastIndex = end;
    try {
      if (json === undefined) throw new MapError('');
      values.push([name, parseJson(new TextEncoder().encode(json), file)]);
    } catch {
      trouble ??= `${name || 'the default export'} is code, not plain data`;
    }
  }
  return { values, ...(trouble && { trouble }) };
}

/** The literal at a place as JSON, undefined if it is code; and where it ends. */
function jsonAt(text: string, start: number): { json?: string; end: number } {
  const parts: string[] = [];
  let [end, depth] = [start, 0];
  do {
    TOKEN.lastIndex = end;
    const match = TOKEN.exec(text);
    if (!match || depth > MOST_CODE_DEPTH) return { end };
    const [token, space, key, single, template, word] = match;
    end = TOKEN.lastIndex;
    if (space !== undefined) continue;
    if (token === '[' || token === '{') depth++;
    if (token === ']' || token === '}') {
      depth--;
      const last = parts.length - 1;
      parts[last] = parts[last].replace(/,\s*$/, '');
    }
    if (key !== undefined || template !== undefined) parts.push(JSON.stringify(key ?? template));
    else if (single !== undefined) parts.push(`"${single.replaceAll(/\\'|"/g, (one) => (one === '"' ? '\\"' : "'"))}"`);
    else parts.push(word === 'undefined' ? 'null' : token);
  } while (depth > 0);
  return { json: parts.join(''), end };
}
