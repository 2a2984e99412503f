/** Lines of files in errors, as esbuild prints them: `FILE:3:7: what is wrong`, then the line with a caret below. */
import { readFileSync, statSync } from 'node:fs';
import { paint, visible } from './output.js';

const PLACE = /^(.+?):(\d+)(?::(\d+))?: /;
const LINE_END = /\r\n|\r|\n/;
/** Larger files are not read again for an error. */
const MOST_BYTES = 2 ** 26;
/** Characters of a line, half of them before the caret. */
const MOST_CHARACTERS = 76;

/** @param message of an error @returns no lines unless the message begins with a place in a file that can be read */
export function excerptOf(message: string): string[] {
  const [, file, line, column] = PLACE.exec(message) ?? [];
  if (file === undefined) return [];
  const text = lineOf(file, Number(line));
  if (text === undefined) return [];
  const at = column === undefined ? 0 : Number(column) - 1;
  const from = text.length > MOST_CHARACTERS ? Math.max(0, at - MOST_CHARACTERS / 2) : 0;
  // One character for each of the line, so that the caret stands below the right one.
  const shown = Array.from(text.slice(from, from + MOST_CHARACTERS), (c) => (visible(c) === c ? c : ' ')).join('');
  const indent = ' '.repeat(line.length + 2);
  const below = column === undefined ? [] : [`${indent}${paint.size('╵')} ${' '.repeat(at - from)}${paint.error('^')}`];
  return [`  ${paint.size(`${line} │`)} ${shown}`.trimEnd(), ...below.map((one) => ` ${one}`)];
}

function lineOf(file: string, line: number): string | undefined {
  try {
    const stats = statSync(file);
    if (!stats.isFile() || stats.size > MOST_BYTES) return undefined;
    return readFileSync(file, 'utf8')
      .replace(/^\ufeff/, '')
      .split(LINE_END)[line - 1];
  } catch {
    return undefined;
  }
}
