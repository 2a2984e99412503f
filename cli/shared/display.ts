/** What `prep build` shows: a live picture on a terminal, lines in a pipe, JSON for machines, or nothing but errors. */
import { join, relative } from 'node:path';
import type { BuildEvent, Row, Summary } from '../../src/build/events.js';
import { describe, report } from './errors.js';
import { liveBuild } from './live.js';
import { count, size } from './options.js';
import { print, printJson, warn } from './output.js';
import { table } from './text-table.js';

export interface Display {
  event(event: BuildEvent): void;
  end(summary: Summary): void;
  /** Wipes out what is live. */
  close(): void;
}

/** @param folder that maps are relative to @param out the output folder */
export function display(
  argv: { json: boolean | undefined; quiet: boolean | undefined },
  folder: string,
  out: string,
): Display {
  const here = (...path: string[]) => relative('.', join(...path)) || '.';
  const failed = (event: BuildEvent) => {
    if (event.event === 'trouble') warn(`prep: ${event.text}`);
    if (event.event === 'failed' && 'path' in event) report(naming(event.error, here(event.path)));
  };
  if (argv.json) return machine(here, folder, out);
  if (argv.quiet) return { event: failed, end() {}, close() {} };
  const live = process.stderr.isTTY ? liveBuild(process.stderr) : undefined;
  const start = performance.now();
  return {
    event(event) {
      if (event.event === 'failed' || event.event === 'trouble') live?.wipe();
      failed(event);
      if (live) live.event(event);
      else
        tell(
          event,
          (file) => here(out, file),
          (map) => here(folder, map),
        );
    },
    end(summary) {
      live?.close();
      printSummary(summary, (map) => here(folder, map), (performance.now() - start) / 1000);
    },
    close: () => live?.close(),
  };
}

/** The error with the map's name before it, where it has none. */
function naming(error: unknown, map: string): unknown {
  const text = describe(error);
  if (text.includes(map) || !(error instanceof Error)) return error;
  error.message = `${map}: ${error.message}`;
  return error;
}

function tell(event: BuildEvent, output: (file: string) => string, input: (map: string) => string): void {
  if (event.event === 'removed') print(`removed ${output(event.file)}`);
  if (event.event !== 'built' && event.event !== 'fetched' && event.event !== 'stale') return;
  const files = event.outputs
    .map(({ file, bytes }) => `${output(file)}${bytes > 0 ? ` ${size(bytes)}` : ''}`)
    .join(', ');
  const time =
    event.event === 'built'
      ? `  ${event.seconds.toFixed(2)} s${event.worker === undefined ? '' : ` on ${event.worker}`}`
      : event.event === 'fetched'
        ? '  fetched'
        : '';
  const because = event.because === undefined ? '' : `; ${event.because}`;
  const tiles = event.tiles === undefined ? '' : `; ${tilesInWords(event.tiles)}`;
  print(
    `${event.event === 'stale' ? 'would build ' : ''}${input(event.map)} -> ${files}${time}  (${event.reason}${because}${tiles})`,
  );
}

function tilesInWords({ all, kept, fetched, baked }: NonNullable<Row['tiles']>): string {
  return `${baked} of ${all} tiles baked${fetched > 0 ? `, ${fetched} fetched` : ''}${kept > 0 ? `, ${kept} as they were` : ''}`;
}

function printSummary(
  { rows, orphans, cleaned, untried }: Summary,
  input: (map: string) => string,
  seconds: number,
): void {
  const header = ['map', 'artifacts', 'bytes', 'bytes per open cell', 'seconds', ''];
  const cells = rows.map((row) => {
    const bytes = bytesOf(row);
    const known = row.openCells > 0;
    return [
      input(row.map),
      row.outputs.flatMap(({ artifacts }) => artifacts).join(' '),
      known ? String(bytes) : '',
      known ? (bytes / row.openCells).toFixed(3) : '',
      row.status === 'built' ? row.seconds.toFixed(2) : '',
      row.status,
    ];
  });
  print(table([header, ...cells], 2));
  const counts = (['built', 'fetched', 'cached', 'stale', 'failed'] as const)
    .map((status) => [rows.filter((row) => row.status === status).length, status] as const)
    .filter(([count]) => count > 0)
    .map(([count, status]) => `${count} ${status}`);
  if (untried > 0) counts.push(`${untried} not tried`);
  const total = rows.reduce((sum, row) => sum + bytesOf(row), 0);
  print(`${count(rows.length + untried, 'map')}: ${counts.join(', ')}; ${size(total)}, ${seconds.toFixed(2)} s`);
  if (orphans.length > 0 && !cleaned)
    print(`${orphans.length} outputs that nothing asks for any more; prep build --clean removes them`);
}

function bytesOf({ outputs }: Row): number {
  return outputs.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** One JSON object for each event; paths as on the command line. */
function machine(here: (...path: string[]) => string, folder: string, out: string): Display {
  const plain = (row: Omit<Row, 'error'>) => ({
    ...row,
    map: here(folder, row.map),
    outputs: row.outputs.map((output) => ({ ...output, file: here(out, output.file) })),
  });
  return {
    event(event) {
      if ('outputs' in event) printJson({ ...plain(event), work: undefined });
      else if (event.event === 'failed') {
        const error = describe(naming(event.error, here(event.path))).replace(/^prep: /, '');
        printJson({ event: 'failed', map: here(folder, event.map), error });
      } else if (event.event === 'trouble') printJson(event);
      else if (event.event === 'removed') printJson({ event: 'removed', file: here(out, event.file) });
      else if (event.event === 'start')
        printJson({ event: 'start', maps: event.maps, stale: event.stale, orphans: event.orphans });
      else if (event.event === 'workers') printJson(event);
      else printJson({ ...event, work: undefined, map: here(folder, event.map) });
    },
    end({ rows, orphans, untried }) {
      const count = (status: Row['status']) => rows.filter((row) => row.status === status).length;
      const failed = rows.filter((row) => row.status === 'failed').map(({ map }) => here(folder, map));
      const [built, fetched, cached, stale] = (['built', 'fetched', 'cached', 'stale'] as const).map(count);
      printJson({ event: 'end', built, fetched, cached, stale, failed, untried, orphans });
    },
    close() {},
  };
}
