/** Output of `prep build`: status on a terminal, a table at the end, JSON for programs, or errors only. */
import { join, relative } from 'node:path';
import { defined } from '../../src/core/options/option.js';
import { wallsLine } from '../../src/maps/walls.js';
import type { BuildEvent, Row, Summary } from '../../src/pipeline/build/events.js';
import { describe, ofMap, report } from './errors.js';
import { closingLine, count, size } from './options.js';
import { bar, clearStatus, duration, paint, print, printJson, showStatus, summarize, table, warn } from './output.js';
import { sharedWalls } from './shared-walls.js';

interface Display {
  event(event: BuildEvent): void;
  end(summary: Summary): void;
  close(): void;
}

/** Rows of the table at the end; `--verbose` shows all. */
const MOST_ROWS = 20;
/** Milliseconds between two reports of progress in a pipe. */
const SIGN_MS = 30_000;

/**
 * @param folder that maps are relative to
 * @param out the output folder
 * @param names of the maps and outputs of a build: they set the columns of `--verbose`
 */
export function display(
  argv: { json: boolean | undefined; quiet: boolean | undefined; verbose: boolean | undefined },
  folder: string,
  out: string,
  names: { maps: readonly string[]; outputs: readonly string[] } = { maps: [], outputs: [] },
): Display {
  const shown = (...path: string[]) => relative('.', join(...path));
  const failed = (event: BuildEvent) => {
    if (event.event === 'trouble') warn(`prep: ${event.text}`);
    if (event.event === 'failed' && 'path' in event) report(ofMap(shown(event.path), event.error));
  };
  if (argv.json) return machine(shown, folder, out);
  if (argv.quiet) return { event: failed, end() {}, close() {} };
  const live = liveBuild();
  const start = performance.now();
  const words = { output: (file: string) => shown(out, file), input: (map: string) => shown(folder, map) };
  const longest = (texts: readonly string[], name: (text: string) => string) =>
    texts.reduce((most, text) => Math.max(most, name(text).length), 0);
  const columns =
    names.maps.length < 2
      ? undefined
      : { map: longest(names.maps, words.input), output: longest(names.outputs, words.output) };
  let closed = false;
  let sign = start;
  return {
    event(event) {
      failed(event);
      if (event.event === 'removed') print(`removed ${words.output(event.file)}`);
      if (argv.verbose && 'outputs' in event && event.event !== 'cached') print(rowLines(event, words, columns));
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

interface Words {
  output(file: string): string;
  input(map: string): string;
}

/** Widths of columns. */
interface Columns {
  map: number;
  output: number;
}

const [BYTES, SECONDS] = ['999.9 kB'.length, 'fetched'.length];

/** @param columns of several lines. Default: one line without columns */
function rowLines(row: Omit<Row, 'error'>, { output, input }: Words, columns?: Columns): string[] {
  const files = row.outputs.map(({ file, bytes }) => {
    const name = output(file);
    const space = ' '.repeat(Math.max(0, (columns?.output ?? 0) - name.length));
    const amount = bytes > 0 ? ` ${paint.size(size(bytes).padStart(columns ? BYTES : 0))}` : '';
    return `${paint.file(name)}${space}${amount}`;
  });
  const took = row.status === 'built' ? `${row.seconds.toFixed(2)} s` : row.status === 'fetched' ? 'fetched' : '';
  const time = took && `  ${took.padStart(columns ? SECONDS : 0)}`;
  const plan = row.status === 'stale' ? 'would build ' : '';
  const walls = row.walls ? [`  walls: ${wallsLine(row.walls)}`] : [];
  const map = input(row.map).padEnd(columns?.map ?? 0);
  return [`${plan}${map} -> ${files.join(', ')}${time}  ${paint.size(`(${why(row)})`)}`, ...walls];
}

function why({ reason, because, tiles, worker }: Omit<Row, 'error'>): string {
  const inWords = tiles && [
    `${tiles.baked} of ${count(tiles.all, 'tile')} baked`,
    tiles.fetched > 0 && `${tiles.fetched} fetched`,
    tiles.kept > 0 && `${tiles.kept} kept`,
  ];
  const parts = [reason, because, inWords?.filter(Boolean).join(', '), worker && `on ${worker}`];
  return parts.filter(Boolean).join('; ') || 'up to date';
}

/** Prints a table of failed and changed maps and their counts, or one line if there is only one map. */
function printSummary(summary: Summary, words: Words, all: boolean, seconds: number): void {
  const { rows, untried, module } = summary;
  const changed = rows.filter(({ status }) => all || status !== 'cached');
  const [only] = changed;
  if (rows.length + untried === 1 && only) {
    if (only.status === 'failed') return;
    if (!all || only.status === 'cached') print(rowLines(only, words));
    printModule(module, words);
    printOrphans(summary);
    return;
  }
  const rank = ({ status }: Row) => (status === 'failed' ? 0 : 1);
  changed.sort((a, b) => rank(a) - rank(b) || (a.map < b.map ? -1 : 1));
  const listed = all ? changed : changed.slice(0, MOST_ROWS);
  const header = ['map', 'artifacts', 'bytes', 'bake s', ''];
  const cells = listed.map((row) => {
    const bytes = row.openCells > 0 ? `${bytesOf(row)}` : '';
    const artifacts = row.outputs.flatMap((output) => output.artifacts).join(' ');
    const time = row.status === 'built' ? row.seconds.toFixed(2) : '';
    return [words.input(row.map), artifacts, bytes && paint.size(bytes), time, outcome(row)];
  });
  if (listed.length > 0) print(table([header, ...cells], 2));
  if (listed.length < changed.length) print(`and ${changed.length - listed.length} more; --verbose lists all`);
  const read = changed.flatMap(({ map, walls }) => (walls ? [{ map: words.input(map), walls }] : []));
  if (read.length > 0 && !all) print(`walls: ${wallsLine(sharedWalls(read))}`);
  const number = (wanted: Row['status']) => rows.filter(({ status }) => status === wanted).length;
  const [built, fetched, cached, stale, failed] = ALL.map(number);
  const counts = { built, fetched, 'up to date': cached, 'would be built': stale, failed, 'not tried': untried };
  print(closingLine(rows.length + untried, counts, sum(rows.map(bytesOf)), seconds));
  printModule(module, words);
  printOrphans(summary);
}

const ALL = ['built', 'fetched', 'cached', 'stale', 'failed'] as const;

function outcome(row: Row): string {
  if (row.status === 'failed') return paint.error('failed');
  const status = STATUS[row.status] ?? row.status;
  const reason = why(row);
  if (reason === status) return paint.size(status);
  return `${row.status === 'stale' ? status : paint.done(status)} ${paint.size(`(${reason})`)}`;
}

/** Words for statuses, if different from their names. */
const STATUS: Partial<Record<Row['status'], string>> = { stale: 'would be built', cached: 'up to date' };

function printModule(module: Summary['module'], { output }: Words): void {
  if (module?.isNew) print(`${paint.file(output(module.file))}: the maps, and load with ${module.parts.join(', ')}`);
}

function printOrphans({ rows, orphans, cleaned }: Summary): void {
  if (orphans.length === 0 || cleaned) return;
  const when = rows.some(({ status }) => status === 'failed') ? ' once no map fails' : '';
  print(`${count(orphans.length, 'output')} that the config no longer names; prep build --clean removes them${when}`);
}

function bytesOf({ outputs }: Row): number {
  return sum(outputs.map(({ bytes }) => bytes));
}

function machine(shown: (...path: string[]) => string, folder: string, out: string): Display {
  return {
    event(event) {
      const printed: Record<string, unknown> = { ...event, work: undefined, path: undefined };
      if ('map' in event) printed.map = shown(folder, event.map);
      if ('outputs' in event)
        printed.outputs = event.outputs.map((output) => ({ ...output, file: shown(out, output.file) }));
      if ('file' in event) printed.file = shown(out, event.file);
      if ('path' in event) printed.error = describe(ofMap(shown(event.path), event.error)).replace(/^prep: /, '');
      printJson(printed);
    },
    end({ rows, orphans, untried, module }) {
      const number = (status: Row['status']) => rows.filter((row) => row.status === status).length;
      const failed = rows.filter((row) => row.status === 'failed').map(({ map }) => shown(folder, map));
      const [built, fetched, cached, stale] = (['built', 'fetched', 'cached', 'stale'] as const).map(number);
      const file = module && shown(out, module.file);
      summarize(defined({ built, fetched, cached, stale, failed, untried, orphans, module: file }));
    },
    close() {},
  };
}

const EVERY_MS = 100;
/** The share of work from which the remaining time is estimated. */
const LEAST = 0.02;
/** The number of maps from which a rate is shown. */
const MANY = 10;

/** Steps of a world that are shown as numbers of tiles. */
const COUNTED = ['tiles', 'gates'];

interface Active {
  map: string;
  work: number;
  step: string;
  share: number;
}

/**
 * Follows a build; `headline` is the first line of the status, the progress of the build.
 * @param show shows lines in place of the earlier ones
 */
export function liveBuild(show: (lines: string[]) => void = showStatus, now = () => performance.now()) {
  const start = now();
  const active = new Map<string, Active>();
  const counts = { built: 0, fetched: 0, cached: 0, failed: 0 };
  let [maps, work, done] = [0, 0, 0];
  let fleet = '';
  let shown = -Infinity;

  const share = () =>
    work > 0 ? Math.min(1, (done + sum([...active.values()].map((a) => a.work * a.share))) / work) : 1;

  const headline = () => {
    // Before the start, maps are compared with the last build.
    if (maps === 0) return `${count(counts.cached, 'map')} up to date so far`;
    const part = share();
    const left = part > LEAST ? `, ${duration(((now() - start) * (1 - part)) / part / 1000)} left` : '';
    const fetched = counts.fetched > 0 ? `${counts.fetched} fetched, ` : '';
    const failed = counts.failed > 0 ? `, ${counts.failed} failed` : '';
    return (
      `${sum(Object.values(counts))} of ${count(maps, 'map')} (${fetched}${counts.cached} up to date${failed}), ` +
      `${Math.floor(100 * part)} %${rate()}${left}${fleet}`
    );
  };

  /** Maps a minute, if there are many. */
  const rate = () => {
    const speed = counts.built / ((now() - start) / 60_000);
    return counts.built >= MANY ? `, ${speed.toFixed(speed < 10 ? 1 : 0)} maps a minute` : '';
  };

  /** Counts what an event reports. */
  const note = (event: BuildEvent): void => {
    if (event.event === 'start') [maps, work] = [event.maps, event.work];
    else if (event.event === 'baking')
      active.set(event.map, { map: event.map, work: event.work, step: 'starting', share: 0 });
    else if (event.event === 'workers')
      fleet = `, ${count(event.workers, 'worker')} with ${count(event.threads, 'thread')}`;
    else if (event.event === 'progress') {
      const line = active.get(event.map);
      if (line) Object.assign(line, { step: stepOf(event), share: event.done / event.total });
    } else if ('map' in event && event.event in counts) {
      counts[event.event as keyof typeof counts]++;
      done += event.event === 'fetched' ? event.work : (active.get(event.map)?.work ?? 0);
      active.delete(event.map);
    }
  };

  return {
    event(event: BuildEvent): void {
      note(event);
      if (now() - shown < EVERY_MS) return;
      shown = now();
      const lines = [...active.values()].map(({ map, step }) => `  ${map}  ${step}`);
      show([maps === 0 ? headline() : `${bar(share())} ${headline()}`, ...lines]);
    },
    headline,
  };
}

function stepOf({ artifact, done, total, worker }: BuildEvent & { event: 'progress' }): string {
  const share = COUNTED.includes(artifact) ? `${done} of ${total}` : `${Math.floor((100 * done) / total)} %`;
  return `baking ${artifact} ${share}${worker ? `  ${worker}` : ''}`;
}

function sum(values: number[]): number {
  return values.reduce((a, b) => a + b, 0);
}
