/** Lines outside tests by room, with the longest functions, files and lines: `npm run tool lines`. */
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { parseAst } from 'rolldown/parseAst';

/** Limits of docs/style.md. */
export const LIMITS = { columns: 120, functionLines: 100, fileLines: 300 };

/** Source files of a folder without tests, as paths from the root. */
export function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => posix.join(folder, file.replaceAll('\\', '/')))
    .filter((file) => /\.(ts|mjs|css|html)$/.test(file) && !/\.test\.ts$|\/module\.ts$/.test(file))
    .sort();
}

/** Wings of `src` that have rooms; the others, as `world`, are one room each. */
const WITH_ROOMS = ['core', 'engines', 'play', 'lab', 'pipeline'];
// A wing that was renamed is an error.
for (const wing of WITH_ROOMS) readdirSync(`src/${wing}`);

/** `engines` of a file in `src/engines/jps`; `cli` of one in `cli/commands`. */
export function wingOf(file: string): string {
  const [top, wing] = file.split('/');
  return top === 'src' ? wing : top;
}

/** `engines/jps` of a file in `src/engines/jps`, `core/errors` of `src/core/errors.ts`, `world` of one in `src/world`, `cli` of one in `cli/commands`. */
export function roomOf(file: string): string {
  const wing = wingOf(file);
  return WITH_ROOMS.includes(wing) ? `${wing}/${file.split('/')[2].replace(/\.ts$/, '')}` : wing;
}

/** A place that is longer than {@link LIMITS} allow: `file:line`, what it is, and its length. */
export interface Long {
  place: string;
  name: string;
  length: number;
}

export function longLines(file: string): Long[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, i) =>
      line.length > LIMITS.columns ? [{ place: `${file}:${i + 1}`, name: 'line', length: line.length }] : [],
    );
}

export function longFiles(file: string): Long[] {
  const length = readFileSync(file, 'utf8').split('\n').length - 1;
  return length > LIMITS.fileLines ? [{ place: file, name: 'file', length }] : [];
}

/** Functions over the limit; of nested ones each counts. Empty for files without TypeScript or JavaScript. */
export function longFunctions(file: string): Long[] {
  if (!/\.(ts|mjs)$/.test(file)) return [];
  const text = readFileSync(file, 'utf8');
  const ends = [...text.matchAll(/\n/g)].map(({ index }) => index);
  if (ends.length < LIMITS.functionLines) return [];
  const lineOf = (place: number) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ends[middle] < place) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
  const long: Long[] = [];
  const visit = (node: unknown, name: string): void => {
    if (Array.isArray(node)) for (const one of node) visit(one, name);
    if (typeof node !== 'object' || node === null || !('type' in node)) return;
    const { type, start, end, id, key } = node as unknown as Record<string, { name?: string }> & {
      type: string;
      start: number;
      end: number;
    };
    const local = id?.name ?? key?.name ?? name;
    if (/Function/.test(type) && 'body' in node) {
      const length = lineOf(end) - lineOf(start) + 1;
      if (length > LIMITS.functionLines) long.push({ place: `${file}:${lineOf(start)}`, name: local, length });
    }
    for (const [property, child] of Object.entries(node)) if (property !== 'parent') visit(child, local);
  };
  visit(parseAst(text, { lang: 'ts' }).body, '');
  return long;
}

function report(): void {
  const files = [...sources('src'), ...sources('cli')];
  const rooms = new Map<string, { lines: number; files: number; functions: number; columns: number }>();
  const long: Long[] = [];
  for (const file of files) {
    const room = rooms.get(roomOf(file)) ?? { lines: 0, files: 0, functions: 0, columns: 0 };
    rooms.set(roomOf(file), room);
    const lines = readFileSync(file, 'utf8').split('\n').length - 1;
    const functions = longFunctions(file);
    room.lines += lines;
    room.files++;
    room.functions += functions.length;
    room.columns += longLines(file).length;
    long.push(...functions, ...longFiles(file));
  }
  const row = (name: string, ...values: unknown[]) =>
    console.log(name.padEnd(20) + values.map((value) => `${value}`.padStart(11)).join(''));
  row('room', 'lines', 'files', `> ${LIMITS.functionLines} lines`, `> ${LIMITS.columns} cols`);
  const all = [...rooms].sort(([, a], [, b]) => b.lines - a.lines);
  for (const [name, { lines, files, functions, columns }] of all) row(name, lines, files, functions, columns);
  const total = (key: 'lines' | 'files' | 'functions' | 'columns') => all.reduce((sum, [, room]) => sum + room[key], 0);
  row('all', total('lines'), total('files'), total('functions'), total('columns'));
  console.log(`\nFunctions above ${LIMITS.functionLines} lines and files above ${LIMITS.fileLines}:`);
  for (const { place, name, length } of long) console.log(`${String(length).padStart(5)}  ${place}  ${name}`);
}

if (process.argv[1]?.endsWith('lines.js')) report();
