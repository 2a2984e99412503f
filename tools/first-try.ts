/** Reads the maps of projects without options, as a new user does: `npm run tool first-try -- FOLDER [CSV]`. */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findMaps } from '../cli/shared/find-maps.js';
import { countOpen } from '../src/core/grid/grid.js';
import { mapLevels, readMap } from '../src/maps/read-map.js';

const RESULTS = ['walls by a mark', 'warned', 'refused', 'open without a word'] as const;

interface Row {
  file: string;
  level: string;
  result: (typeof RESULTS)[number];
  /** Kinds of marks that made walls. */
  marks: string;
  cells: number;
  blocked: number;
  /** First warning or error. */
  says: string;
}

async function rowOf(file: string, level: string | undefined): Promise<Row> {
  const row = { file, level: level ?? '', marks: '', cells: 0, blocked: 0 };
  try {
    const { grid, walls, warnings } = await readMap(file, { level });
    const [says] = [...walls.warnings, ...warnings.filter((text) => / cells are open; if that/.test(text))];
    const cells = grid.width * grid.height;
    const blocked = cells - countOpen(grid);
    const marks = [...new Set(walls.used.map((label) => label.replace(/[ :]*["(\d].*/, '')))].join(' + ');
    const isMarked = walls.used.length > 0 ? 'walls by a mark' : 'open without a word';
    const result = says === undefined ? isMarked : 'warned';
    return { ...row, result, marks, cells, blocked, says: says ?? '' };
  } catch (error) {
    return { ...row, result: 'refused', says: (error as Error).message };
  }
}

/** Numbers of rows by a key, most first. */
function counts(rows: readonly Row[], key: (row: Row) => string): [string, number][] {
  const all = new Map<string, number>();
  for (const row of rows) all.set(key(row), (all.get(key(row)) ?? 0) + 1);
  return [...all].sort(([, a], [, b]) => b - a);
}

const [folder, csv = 'build/first-try.csv'] = process.argv.slice(2);
if (folder === undefined) throw new Error('name a folder with projects: npm run tool first-try -- FOLDER [CSV]');
const rows: Row[] = [];
for (const project of readdirSync(folder).sort())
  for (const name of await findMaps(join(folder, project), true)) {
    const file = join(folder, project, name);
    const levels: (string | undefined)[] = await mapLevels(file).catch(() => []);
    for (const level of levels.length > 0 ? levels : [undefined]) rows.push(await rowOf(file, level));
  }

const share = (count: number) =>
  `${String(count).padStart(6)}  ${((100 * count) / rows.length).toFixed(1).padStart(5)} %`;
console.log(`${rows.length} maps below ${folder}`);
for (const result of RESULTS) {
  const some = rows.filter((row) => row.result === result);
  console.log(`${result.padEnd(20)}${share(some.length)}`);
  const isWalls = result === 'walls by a mark';
  const shown = counts(some, ({ marks, says }) =>
    isWalls ? marks : says.replace(/^.*?: |"[^"]*"|\d+/g, '').slice(0, 90),
  );
  for (const [what, count] of shown.slice(0, isWalls ? 20 : 8)) console.log(`  ${String(count).padStart(6)}  ${what}`);
}
const columns = ['file', 'level', 'result', 'marks', 'cells', 'blocked', 'says'] as const;
const quoted = (value: string | number) => (typeof value === 'number' ? value : `"${value.replaceAll('"', '""')}"`);
writeFileSync(csv, `${[columns, ...rows.map((row) => columns.map((column) => quoted(row[column])))].join('\n')}\n`);
