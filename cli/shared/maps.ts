/** Reads and bakes the maps of a command: a blob and a line each. A bad map does not stop the others. */
import { basename, join } from 'node:path';
import pLimit from 'p-limit';
import type { InferredOptionTypes } from 'yargs';
import { Compressor } from '../../src/core/blob/compress.js';
import type { Codec, Layout } from '../../src/core/blob/layout.js';
import { busy } from '../../src/core/busy.js';
import { writeFileAtomic } from '../../src/core/files/atomic.js';
import { countOpen, type Grid } from '../../src/core/grid/grid.js';
import type { Places } from '../../src/core/grid/places.js';
import { codecFor } from '../../src/core/options/bake.js';
import { defined } from '../../src/core/options/option.js';
import { placesOf, type ReadMapOptions, readMap } from '../../src/maps/read-map.js';
import { absentOf, SharedNames } from '../../src/maps/shared-names.js';
import { type WallReport, wallsLine } from '../../src/maps/walls.js';
import { exitCode, ofMap, report, UsageError } from './errors.js';
import { costsOf, readMapFile } from './input.js';
import { type bakeFlags, closingLine, size } from './options.js';
import { paint, print, printJson, progress, summarize, warn } from './output.js';
import { isInterruption } from './signals.js';
import { type MapFile, workOf } from './work.js';

type BakeArguments = InferredOptionTypes<typeof bakeFlags> & { maps: string[] };

interface CommonOptions {
  map: string;
  places?: Places;
  output: string;
  codec: Codec;
  layout: Layout;
  zstdLevel: number;
  compressor: Compressor;
  onProgress: (done: number, total: number) => void;
}

interface Input {
  file: string;
  source: Uint8Array;
}

/** A map with facts of its file, for the printed line and JSON. */
interface Opened {
  grid: Grid;
  places?: Places;
  walls?: WallReport;
  warnings?: readonly string[];
  absent?: readonly string[] | undefined;
}

/** A blob, with facts for JSON and for the end of its line. */
interface Baked {
  blob: Uint8Array;
  facts: { values: object; text: string };
}

/** Artifacts that are baked by a loop in this thread, so that signal handlers cannot run. */
const IN_THIS_THREAD = ['jps', 'hpa'];

/**
 * @param artifact the blobs are OUT/NAME.ARTIFACT.prep
 * @param atOnce maps at a time: two keep the threads busy while one is read or written, more would only take memory
 */
export async function bakeMaps(
  artifact: string,
  argv: BakeArguments,
  bake: (grid: Grid, common: CommonOptions, input: Input) => Promise<Uint8Array | Baked>,
  { atOnce = 2, open = openMap } = {},
): Promise<void> {
  const { layout, codec = codecFor(layout), 'zstd-level': zstdLevel, threads } = argv;
  const { maps, out } = await workOf({ ...argv, costs: await costsOf(argv) });
  const outputs = outputFiles(maps, out, artifact);
  const compressor = new Compressor(threads);
  const limit = pLimit(atOnce);
  const columns = columnsOf(maps, outputs);
  let [worst, failed, bytes] = [0, 0, 0];
  const began = performance.now();
  const printAt = inOrder();
  const leaveAbsent = maps.length > 1 || undefined;
  const shared = new SharedNames(maps, async ({ file, content, reading }) =>
    absentOf(await readMap(await readMapFile(file, content), { ...reading, file, leaveAbsent })),
  );
  const bakeMap = async ({ file, content, reading }: MapFile, i: number) => {
    const output = outputs[i];
    const line = progress(`${basename(file)}: baking ${artifact}`);
    try {
      const source = await readMapFile(file, content);
      const { grid, places, absent, ...read } = await open(source, { ...reading, file, leaveAbsent });
      if (absent && !(await shared.have(absent))) await readMap(source, { ...reading, file });
      const start = performance.now();
      const name = { map: basename(file), places, output };
      const common = defined({ ...name, codec, layout, zstdLevel, compressor, onProgress: line.update });
      // If there are several maps, another one may be half written.
      const run = () => Promise.resolve(bake(grid, common, { file, source }));
      const baked = await (maps.length === 1 && IN_THIS_THREAD.includes(artifact) ? busy(run) : run());
      const seconds = (performance.now() - start) / 1000;
      const { blob, facts } = 'blob' in baked ? baked : { blob: baked, facts: undefined };
      await writeFileAtomic(output, blob);
      bytes += blob.length;
      const made = { map: file, mapBytes: source.length, blob: output, blobBytes: blob.length, seconds, ...read };
      printAt(i, () => announce(argv.json ? undefined : columns, made, grid, facts));
    } catch (error) {
      if (isInterruption(error)) return;
      printAt(i, () => report(ofMap(file, error)));
      worst = Math.max(worst, exitCode(error));
      failed++;
    } finally {
      line.end();
    }
  };
  await Promise.all(maps.map((map, i) => limit(bakeMap, map, i)));
  await compressor.close();
  summarize({ maps: maps.length, failed });
  if (maps.length > 1 && !argv.json)
    print(closingLine(maps.length, { baked: maps.length - failed, failed }, bytes, (performance.now() - began) / 1000));
  process.exitCode = worst;
}

/** Calls functions in the order of their numbers, as early as possible. */
function inOrder(): (number: number, run: () => void) => void {
  const waiting: (() => void)[] = [];
  let next = 0;
  return (number, run) => {
    waiting[number] = run;
    for (; waiting[next]; next++) waiting[next]();
  };
}

export async function openMap(source: Uint8Array, reading: ReadMapOptions & { file: string }): Promise<Opened> {
  const map = await readMap(source, reading);
  for (const text of map.warnings) warn(`prep: ${text}`);
  const { grid, walls, warnings, absent } = map;
  return { grid, places: placesOf(map), ...(walls && { walls }), warnings, absent };
}

/** @throws {UsageError} if two maps would be written to the same file */
function outputFiles(maps: MapFile[], out: string, artifact: string): string[] {
  const sources = new Map<string, string>();
  return maps.map(({ file: map, name }) => {
    const file = join(out, `${name}.${artifact}.prep`);
    const other = sources.get(file);
    if (other !== undefined)
      throw new UsageError(
        `${other} and ${map} would both be written to ${file}; bake them into different folders with -d`,
      );
    sources.set(file, map);
    return file;
  });
}

/** Widths of the columns of {@link announce}, which align lines of several maps. */
export type Columns = readonly [map: number, output: number, size: number];

export const ALONE: Columns = [0, 0, 0];

/** Width of seconds in a column. */
const SECONDS = '999.99'.length;

function columnsOf(maps: readonly MapFile[], outputs: readonly string[]): Columns {
  const longest = (texts: readonly string[]) => texts.reduce((most, { length }) => Math.max(most, length), 0);
  return maps.length < 2 ? ALONE : [longest(maps.map(({ file }) => file)), longest(outputs), '999.9 kB'.length];
}

type Line = Omit<Opened, 'grid' | 'places' | 'absent'> &
  Record<'map' | 'blob', string> &
  Record<'mapBytes' | 'blobBytes', number>;

/** Prints a line about a blob, or with `--json`, without columns, an object. */
export function announce(
  columns: Columns | undefined,
  { seconds, ...line }: Line & { seconds: number },
  grid: Grid,
  facts?: Baked['facts'],
): void {
  if (!columns) {
    const openCells = countOpen(grid);
    printJson({ ...line, openCells, seconds, bytesPerOpenCell: line.blobBytes / openCells, ...facts?.values });
    return;
  }
  const [map, output, bytes] = columns;
  const blob = paint.file(line.blob) + ' '.repeat(Math.max(0, output - line.blob.length));
  const sizes = [line.mapBytes, line.blobBytes].map((value) => paint.size(size(value).padStart(bytes)));
  const time = seconds.toFixed(2).padStart(columns === ALONE ? 0 : SECONDS);
  const [beside, ...below] = (facts?.text ?? '').split('\n');
  print([`${line.map.padEnd(map)} ${sizes[0]} -> ${blob} ${sizes[1]}  ${time} s${beside}`, ...below]);
  if (line.walls) print(`  walls: ${wallsLine(line.walls)}`);
}
