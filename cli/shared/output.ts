/**
 * All output of the command line. Control characters are escaped, colors go to terminals only, and a closed or full
 * output does not stop the work.
 */

/** C0 and C1 controls, and characters that change the direction of text or separate lines. */
const CONTROLS = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu;

/** Characters of a line of results, and of a warning. */
const [MOST_CHARACTERS, MOST_WARNING] = [20_000, 1000];
/** Characters kept of the end of a longer line, which often contains the advice. */
const END = 100;

/** Spells controls as JSON does, so that JSON stays the same JSON. */
export function visible(text: string): string {
  return text.replace(CONTROLS, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Styles as noncharacters of Unicode, which `write` turns into colors or leaves out. */
const SGR: Readonly<Record<string, string>> = {
  '\ufdd0': '36',
  '\ufdd1': '2',
  '\ufdd2': '31',
  '\ufdd3': '32',
  '\ufddf': '0',
};
const STYLES = /[\ufdd0-\ufddf]/g;

/** Marks colored text: a written file, its size, the first word of an error, finished work. */
export const paint = {
  file: (text: string) => `\ufdd0${text}\ufddf`,
  size: (text: string) => `\ufdd1${text}\ufddf`,
  error: (text: string) => `\ufdd2${text}\ufddf`,
  done: (text: string) => `\ufdd3${text}\ufddf`,
};

export const unpainted = (text: string) => text.replace(STYLES, '');

/** As in Vite and esbuild: `NO_COLOR`, then `FORCE_COLOR`, then the abilities of the terminal. */
function hasColors(stream: NodeJS.WriteStream): boolean {
  const { NO_COLOR, FORCE_COLOR } = process.env;
  if (NO_COLOR) return false;
  return FORCE_COLOR ? FORCE_COLOR !== '0' : stream.isTTY === true && stream.hasColors?.() === true;
}

/** Prints a line, or several: a line feed in one of them is a control character of a name. */
export function print(lines: string | readonly string[]): void {
  writeLines(process.stdout, lines, MOST_CHARACTERS);
}

/** One value as a line of JSON on stdout; whole numbers beyond 2^53 as texts. */
export function printJson(value: object): void {
  write(process.stdout, visible(toJson(value)));
}

/** One value as a line of JSON on stderr. */
export function logJson(value: object): void {
  write(process.stderr, visible(toJson(value)));
}

export function toJson(value: unknown): string {
  return JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? String(inner) : inner));
}

let summary: object = {};

/** Adds to the summary of the command, the last line of `--json`. */
export function summarize(values: object): void {
  summary = { ...summary, ...values };
}

/** The last line of `--json`. */
export function printSummary(): void {
  printJson({ summary: { ...summary, exitCode: process.exitCode ?? 0 } });
  summary = {};
}

export function warn(lines: string | readonly string[]): void {
  writeLines(process.stderr, lines, MOST_WARNING);
}

/** A line that is at most `most` characters long. */
export function shortened(line: string, most: number): string {
  return line.length > most ? `${line.slice(0, most - END - 5)} ... ${line.slice(-END)}` : line;
}

function writeLines(stream: NodeJS.WriteStream, lines: string | readonly string[], most: number): void {
  for (const line of [lines].flat()) write(stream, styled(visible(shortened(line, most)), stream));
}

function styled(text: string, stream: NodeJS.WriteStream): string {
  if (!hasColors(stream)) return unpainted(text);
  const colored = text.replace(STYLES, (mark) => (mark in SGR ? `\x1b[${SGR[mark]}m` : ''));
  const isOpen = colored.lastIndexOf('\x1b[') > colored.lastIndexOf('\x1b[0m');
  return isOpen ? `${colored}\x1b[0m` : colored;
}

const broken = new Set<NodeJS.WriteStream>();

function write(stream: NodeJS.WriteStream, line: string): void {
  clearStatus();
  if (!broken.has(stream)) stream.write(`${line}\n`);
}

/** Rows of a terminal of unknown size. */
const ROWS = 24;
/** Lines of the status on the terminal. */
let drawn = 0;
let isStatusShown = true;
/** Arguments without a status: their output is help, or for programs. */
const NO_STATUS = ['help', '-h', '--help', '--help-maps', '--version', '--json', '-q', '--quiet', 'completion'];

/** Shows that a command has started: importing it may take longer than a person waits without a sign. */
export function showStart(args: readonly string[]): void {
  isStatusShown = args.length > 0 && !args[0].startsWith('-') && !args.some((arg) => NO_STATUS.includes(arg));
  showStatus([`starting prep ${args[0]} ...`]);
}

/** Replaces the status below all lines on the terminal; shows nothing in a pipe. */
export function showStatus(lines: readonly string[]): void {
  const { stderr } = process;
  if (!isStatusShown || !stderr.isTTY) return;
  clearStatus();
  const shown = lines.slice(0, (stderr.rows || ROWS) - 1);
  stderr.write(shown.map((line) => styled(cut(visible(line), (stderr.columns || 80) - 1), stderr)).join('\n'));
  drawn = shown.length;
}

/** The first characters of a line; marks of colors do not count. */
function cut(line: string, most: number): string {
  let end = 0;
  for (let count = 0; end < line.length; end++) if (unpainted(line[end]) !== '' && ++count > most) break;
  return line.slice(0, end);
}

/** Removes the status, so that lines and prompts begin at the left. */
export function clearStatus(): void {
  if (drawn > 0) process.stderr.write(`\r${drawn > 1 ? `\x1b[${drawn - 1}A` : ''}\x1b[J`);
  drawn = 0;
}

export function endStatus(): void {
  clearStatus();
  isStatusShown = false;
}

/** A reader that has gone (`| head -1`) does not stop the work. A full device is reported and gives exit code 1. */
export function guardOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', ({ code }: NodeJS.ErrnoException) => {
      if (broken.has(stream)) return;
      broken.add(stream);
      if (code === 'EPIPE') return;
      if (stream === process.stdout)
        warn(`prep: stdout: ${code === 'ENOSPC' ? 'the disk is full' : `cannot be written to (${code})`}`);
      process.on('exit', () => {
        process.exitCode ||= 1;
      });
    });
  }
}

const EVERY_MS = 100;
/** Characters of a progress bar between its brackets. */
const BAR = 20;
/** Least share from which the time left is estimated. */
const LEAST = 0.01;

const running = new Set<{ text: string; percent: number }>();
let shown = -Infinity;

/** Shows work until its `end`. */
export function progress(what: string) {
  const start = performance.now();
  const line = { text: what, percent: 0 };
  running.add(line);
  show();
  return {
    update(done: number, total: number): void {
      const now = performance.now();
      const share = done / (total || 1);
      const left = share > LEAST ? `, ${duration(((now - start) * (1 - share)) / share / 1000)} left` : '';
      line.percent = Math.floor((100 * done) / total);
      line.text = `${what}: ${bar(done / total)} ${line.percent} %${left}`;
      if (now - shown >= EVERY_MS) show();
    },
    end(): void {
      running.delete(line);
      clearStatus();
    },
  };
}

function show(): void {
  shown = performance.now();
  showStatus([...running].map(({ text }) => text));
}

/** `[=====>    ]`. @param share of the finished work, 0 to 1 */
export function bar(share: number): string {
  const done = Math.floor(BAR * share);
  return `[${paint.done(`${'='.repeat(done)}${done < BAR ? '>' : ''}`)}${' '.repeat(Math.max(0, BAR - done - 1))}]`;
}

/** Message of an interruption. Default: none, if no work is running. */
export function interruption(): string | undefined {
  const [one] = running;
  return one && `interrupted at ${one.percent} %`;
}

export function duration(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}

/**
 * A table that fits the terminal if possible: columns of `spare` are left out, last first, then long titles take
 * several lines.
 * @param rows the header first
 * @param left number of left-aligned columns; columns without a title are also left-aligned
 * @param spare titles of columns that may be left out
 * @param columns of the terminal; no limit in a pipe
 * @returns its lines
 */
export function table(
  rows: readonly (readonly string[])[],
  left = 1,
  spare: readonly string[] = [],
  columns = process.stdout.columns || Number.POSITIVE_INFINITY,
): string[] {
  const [header, ...body] = rows.map((row) => row.map((cell) => visible(shortened(cell, MOST_WARNING))));
  const widths = header.map((_, i) => body.reduce((most, row) => Math.max(most, width(row[i])), 0));
  const fits = (kept: readonly number[], titles: (title: string) => number) =>
    kept.reduce((sum, i) => sum + Math.max(widths[i], titles(header[i])) + 2, -2) <= columns;
  const longestWord = (title: string) => Math.max(...title.split(' ').map(width));
  let kept = header.map((_, i) => i);
  for (const title of [...spare].reverse()) {
    if (fits(kept, longestWord)) break;
    kept = kept.filter((i) => header[i] !== title);
  }
  const broken = fits(kept, width)
    ? header.map((title) => [title])
    : header.map((title, i) => words(title, Math.max(widths[i], longestWord(title))));
  const titles = kept.map((i) => Math.max(widths[i], ...broken[i].map(width)));
  const pad = (text: string, i: number) => {
    const space = ' '.repeat(titles[i] - width(text));
    return kept[i] < left || header[kept[i]] === '' ? text + space : space + text;
  };
  const height = Math.max(...kept.map((i) => broken[i].length));
  const heads = Array.from({ length: height }, (_, line) => kept.map((i) => broken[i][line] ?? ''));
  const lines = [...heads, ...body.map((row) => kept.map((i) => row[i]))];
  return lines.map((line) => line.map(pad).join('  ').trimEnd());
}

function words(title: string, most: number): string[] {
  const lines: string[] = [];
  for (const word of title.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && width(last) + 1 + width(word) <= most) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

const width = (text: string) => unpainted(text).length;
