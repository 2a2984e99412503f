/** Source files with chosen changes in them, one of which is active at a time, and with a limit of turns for every loop. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseAst } from 'rolldown/parseAst';
import { findSites, type Site } from './sites.js';

export interface Mutant extends Site {
  /** 1 and up. */
  id: number;
  file: string;
}

/** Before the first line, so that line numbers stay. A browser's page has no {@link file://./prelude.mjs}. */
const HEADER =
  'const $m = globalThis.$mutant ?? (() => false), $g = globalThis.$guard ?? { left: Infinity, stop() {} }; ';
const LOOPS = new Set(['ForStatement', 'ForOfStatement', 'ForInStatement', 'WhileStatement', 'DoWhileStatement']);

/** Changes of some files: `count` of them, the same ones for the same contents and seed, at most one for each place. */
export function sampleMutants(files: string[], count: number, seed: number): Mutant[] {
  const all = files.flatMap((file) => {
    const source = readFileSync(file, 'utf8');
    const content = hash(source);
    return findSites(source).map((site) => ({
      ...site,
      file,
      order: hash(`${content} ${seed} ${site.start} ${site.end} ${site.to}`),
    }));
  });
  all.sort((a, b) => (a.order < b.order ? -1 : 1));
  const places = new Set<string>();
  const chosen = all.filter(({ file, start, end }) => places.size < places.add(`${file} ${start} ${end}`).size);
  const sample = chosen
    .slice(0, count)
    .sort((a, b) => (a.file === b.file ? a.start - b.start || b.end - a.end : a.file < b.file ? -1 : 1));
  return sample.map(({ order: _, ...site }, i) => ({ id: i + 1, ...site }));
}

/** @param mutants of this file @returns its text with them and with guarded loops */
export function instrument(source: string, mutants: Mutant[]): string {
  const guards = loopGuards(source);
  /** The text from `start` to `end`; changes before the `from`-th are around it or before it. */
  const render = (start: number, end: number, from: number): string => {
    let text = '';
    let at = start;
    const plain = (to: number) => {
      text += withGuards(source, guards, at, to);
      at = to;
    };
    for (let i = from; i < mutants.length; ) {
      const edit = mutants[i];
      if (edit.start >= end) break;
      if (edit.start < at) {
        i++;
        continue;
      }
      plain(edit.start);
      text += wrap(edit, render(edit.start, edit.end, i + 1));
      at = edit.end;
      i++;
    }
    plain(end);
    return text;
  };
  const code = render(0, source.length, 0);
  // A line for the system's shell stays the first.
  const shell = /^#!.*\n/.exec(code)?.[0] ?? '';
  return shell + HEADER + code.slice(shell.length);
}

function wrap({ id, to, as, from }: Mutant, original: string): string {
  if (as === 'statement') return `{ if (!$m(${id})) ${original} }`;
  if (as === 'method') {
    const dot = from.trimStart().startsWith('?.') ? '?.' : '';
    return `${dot}[$m(${id}) ? '${to.slice(1)}' : '${from.replace(/^\s*\??\.\s*/, '')}']`;
  }
  return `($m(${id}) ? (${to}) : (${original}))`;
}

/** Insertions by offset: into the body of a loop, or before its condition where the body has no braces. */
function loopGuards(source: string): Map<number, string> {
  const inserts = new Map<number, string>();
  const guard = '$g.left-- > 0 || $g.stop()';
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) visit(one);
    if (!value || typeof value !== 'object' || !('type' in value)) return;
    const { type, body, test } = value as { type: string } & Record<
      'body' | 'test',
      { type: string; start: number } | null | undefined
    >;
    if (LOOPS.has(type)) {
      if (body?.type === 'BlockStatement') inserts.set(body.start + 1, `${guard};`);
      else if (test && test.type !== 'AssignmentExpression') inserts.set(test.start, `(${guard}) && `);
    }
    for (const child of Object.values(value)) visit(child);
  };
  visit(parseAst(source, { lang: 'ts' }));
  return inserts;
}

/** A piece of the text with the insertions behind its first character and up to its end. */
function withGuards(source: string, guards: Map<number, string>, start: number, end: number): string {
  let text = '';
  let at = start;
  for (let offset = start + 1; offset <= end; offset++) {
    const guard = guards.get(offset);
    if (guard === undefined) continue;
    text += source.slice(at, offset) + guard;
    at = offset;
  }
  return text + source.slice(at, end);
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
