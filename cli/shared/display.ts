/** Output of `prep build`: status on a terminal, a table at the end, JSON for programs, or errors only. */
import { join, relative } from 'node:path';
import type { BuildEvent, Row, Summary } from '../../src/build/events.js';
import { describe, report } from './errors.js';
import { liveBuild } from './live.js';
import { count, size } from './options.js';
import { clearStatus, paint, print, printJson, summarize, table, warn } from './output.js';

export interface Display {
  event(event: BuildEvent): void;
  end(summary: Summary): void;
  /** Removes the status. */
  close(): void;
}

/** Rows of the table at the end; the others are behind `--verbose`. */
const MOST_ROWS = 20;
/** Between two signs of life in a pipe, in milliseconds. */
const SIGN_MS = 30_000;

/** @param folder that maps are relative to @param out the output folder */
export function display(
  argv: { json: boolean | undefined; quiet: boolean | undefined; verbose: boolean | undefined },
  folder: string,
  out: string,
): Display {
  const shown = (...path: string[]) => relative('.', join(...path));
  const failed = (event: BuildEvent) => {
    if (event.event === 'trouble') warn(`prep: ${event.text}`);
    if (event.event === 'failed' && 'path' in event) report(naming(event.error, shown(event.path)));
  };
  if (argv.json) return machine(shown, folder, out);
  if (argv.quiet) return { event: failed, end() {}, close() {} };
  const live = liveBuild();
  const start = performance.now();
  const words = { output: (file: string) => shown(out, file), input: (map: string) => shown(folder, map) };
  let closed = false;
  let sign = start;
  return {
    event(event) {
      failed(event);
      if (event.event === 'removed') print(`removed ${words.output(event.file)}`);
      if (argv.verbose && 'outputs' in event && event.event !== 'cached') print(rowLine(event, words));
      if (closed) return;
      live.event(event);
      if (process.stderr.isTTY || performance.now() - sign < SIGN_MS) return;
      sign = performance.now();
      warn(`prep: ${live.headline()}`);
    },
    end(summary) {
      clearStatus();
      printSummary(summary, words, argv.verbose === true, (performance.now() - start) / 1000);
    },
    close() {
      closed = true;
      clearStatus();
    },
  };
}

/** Names of files, relative to the folder of the command. */
interface Words {
  output(file: string): string;
  input(map: string): string;
}

/** The error with the map's name before it, where it has none. */
function naming(error: unknown, map: string): unknown {
  const text = describe(error);
  if (text.includes(map) || !(error instanceof Error)) return error;
  error.message = `${map}: ${error.message}`;
  return error;
}

/** A map and what was, or would be, made of it. */
function rowLine(row: Omit<Row, 'error'>, { output, input }: Words): string {
  const files = row.outputs.map(
    ({ file, bytes }) => `${paint.file(output(file))}${bytes > 0 ? ` ${paint.size(size(bytes))}` : ''}`,
  );
  const time = row.status === 'built' ? `  ${row.seconds.toFixed(2)} s` : row.status === 'fetched' ? '  fetched' : '';
  const plan = row.status === 'stale' ? 'would build ' : '';
  return `${plan}${input(row.map)} -> ${files.join(', ')}${time}  (${why(row)})`;
}

/** Why a map was built, where, and with which artifacts. */
function why({ reason, because, tiles, worker }: Omit<Row, 'error'>): string {
  const inWords = tiles && [
    `${tiles.baked} of ${count(tiles.all, 'tile')} baked`,
    tiles.fetched > 0 && `${tiles.fetched} fetched`,
    tiles.kept > 0 && `${tiles.kept} kept`,
  ];
  const parts = [reason, because, inWords?.filter(Boolean).join(', '), worker && `on ${worker}`];
  // What is cached needed no reason.
  return parts.filter(Boolean).join('; ') || 'up to date';
}

/** A table of what failed and what changed, or the line of the one map that there is; then the counts. */
function printSummary({ rows, orphans, cleaned, untried }: Summary, words: Words, all: boolean, seconds: number): void {
  const changed = rows.filter(({ status }) => all || status !== 'cached');
  const [only] = changed;
  if (rows.length + untried === 1 && only && only.status !== 'failed') {
    if (!all || only.status === 'cached') print(rowLine(only, words));
    printOrphans(orphans, cleaned);
    return;
  }
  if (rows.length + untried === 1 && only) return;
  changed.sort((a, b) => rank(a) - rank(b) || (a.map < b.map ? -1 : 1));
  const listed = all ? changed : changed.slice(0, MOST_ROWS);
  const header = ['map', 'artifacts', 'bytes', 'bytes per open cell', 'bake s', ''];
  const cells = listed.map((row) => {
    const bytes = bytesOf(row);
    const known = row.openCells > 0;
    return [
      words.input(row.map),
      row.outputs.flatMap(({ artifacts }) => artifacts).join(' '),
      known ? String(bytes) : '',
      known ? (bytes / row.openCells).toFixed(3) : '',
      row.status === 'built' ? row.seconds.toFixed(2) : '',
      row.status === 'failed' ? paint.error('failed') : `${STATUS[row.status] ?? row.status} (${why(row)})`,
    ];
  });
  if (listed.length > 0) print(table([header, ...cells], 2));
  if (listed.length < changed.length) print(`and ${changed.length - listed.length} more; --verbose lists all`);
  const counts = (['built', 'fetched', 'cached', 'stale', 'failed'] as const)
    .map((status) => [rows.filter((row) => row.status === status).length, status] as const)
    .filter(([number]) => number > 0)
    .map(([number, status]) => `${number} ${status}`);
  if (untried > 0) counts.push(`${untried} not tried`);
  const total = rows.reduce((sum, row) => sum + bytesOf(row), 0);
  print(`${count(rows.length + untried, 'map')}: ${counts.join(', ')}; ${size(total)}, ${seconds.toFixed(2)} s`);
  printOrphans(orphans, cleaned);
}

/** Words of a status that is none. */
const STATUS: Partial<Record<Row['status'], string>> = { stale: 'would be built' };

/** Failed maps come first. */
function rank({ status }: Row): number {
  return status === 'failed' ? 0 : 1;
}

function printOrphans(orphans: readonly string[], cleaned: boolean): void {
  if (orphans.length > 0 && !cleaned)
    print(`${count(orphans.length, 'output')} that the config no longer names; prep build --clean removes them`);
}

function bytesOf({ outputs }: Row): number {
  return outputs.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** One JSON object for each event; paths as on the command line. */
function machine(shown: (...path: string[]) => string, folder: string, out: string): Display {
  const plain = (row: Omit<Row, 'error'>) => ({
    ...row,
    map: shown(folder, row.map),
    outputs: row.outputs.map((output) => ({ ...output, file: shown(out, output.file) })),
  });
  return {
    event(event) {
      if ('outputs' in event) printJson({ ...plain(event), work: undefined });
      else if (event.event === 'failed') {
        const error = describe(naming(event.error, shown(event.path))).replace(/^prep: /, '');
        printJson({ event: 'failed', map: shown(folder, event.map), error });
      } else if (event.event === 'trouble') printJson(event);
      else if (event.event === 'removed') printJson({ event: 'removed', file: shown(out, event.file) });
      else if (event.event === 'start')
        printJson({ event: 'start', maps: event.maps, stale: event.stale, orphans: event.orphans });
      else if (event.event === 'workers') printJson(event);
      else printJson({ ...event, work: undefined, map: shown(folder, event.map) });
    },
    end({ rows, orphans, untried }) {
      const number = (status: Row['status']) => rows.filter((row) => row.status === status).length;
      const failed = rows.filter((row) => row.status === 'failed').map(({ map }) => shown(folder, map));
      const [built, fetched, cached, stale] = (['built', 'fetched', 'cached', 'stale'] as const).map(number);
      summarize({ built, fetched, cached, stale, failed, untried, orphans });
    },
    close() {},
  };
}
