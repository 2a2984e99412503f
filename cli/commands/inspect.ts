/** `prep inspect`: what a blob says about itself. */
import { join } from 'node:path';
import type { Argv } from 'yargs';
import { type BlobReport, inspectBlob } from '../../src/core/artifacts/inspect.js';
import { isViews } from '../../src/core/blob/layout.js';
import { isBlob } from '../../src/core/blob/pack.js';
import { type MapReport, reportOf } from '../../src/core/maps/inspect.js';
import { mapLevels } from '../../src/core/maps/read-map.js';
import { describeWorld } from '../../src/world/describe.js';
import { INDEX_NAME } from '../../src/world/folder.js';
import { levelsGiven, namingBlobs, readInput, readMapFile, readNamedMap } from '../shared/input.js';
import { count, flags, json, type MapArguments, mapFlags, size, type Values, walkerFlags } from '../shared/options.js';
import { paint, print, printJson, table } from '../shared/output.js';
import { worldFolder } from '../shared/world-folder.js';

export const builder = (yargs: Argv) =>
  yargs
    .positional('file', { type: 'string', demandOption: true, describe: 'Blob, world, or map of any kind' })
    .options({ ...flags({ json: json('map') }), ...walkerFlags, ...mapFlags })
    .example('$0 inspect out/arena.jps.prep', 'check a blob and print what is in it')
    .example('$0 inspect maps/village.tmj', 'size, open cells, components, costs, doors and markers');

export async function handler({ file: blob, json, ...argv }: Values<typeof builder>): Promise<void> {
  const world = worldFolder(blob);
  if (world !== undefined) return inspectWorld(world, json);
  const named = /\.prep$/i.test(blob);
  const bytes = named ? await readInput(blob) : await readMapFile(blob);
  // A damaged blob is still a blob if its name says so.
  if (!named && !isBlob(bytes)) return inspectMap(blob, argv, json);
  const report = namingBlobs([blob], () => inspectBlob(bytes));
  if (json) printJson(report);
  else printReport(blob, report);
}

function printReport(blob: string, { sections, metadata, unchecked, agents, ...header }: BlobReport): void {
  print(`${paint.file(blob)}  ${paint.size(size(header.bytes))}`);
  const cells = count(header.openCells, 'open cell');
  printFacts([
    ['format', `version ${header.formatVersion}, algorithm revision ${header.algorithmRevision}`],
    ['map', `${header.width} x ${header.height}, ${cells}, ${header.bytesPerOpenCell.toFixed(3)} bytes each`],
    ...walkerFacts(header),
    ...(header.wallCosts ? [['wall costs', header.wallCosts.join(', ')]] : []),
    ...linkFacts(agents ? [] : header.links),
    ['layout', layoutOf(sections)],
    ...(agents ?? []).flatMap(
      ({ name, openCells, moveRule, size: side, terrain, artifacts, added, fingerprint, links }) => [
        [
          'agent',
          `${name}: size ${side}, ${moveRule}, terrain ${terrain}, ${count(openCells, 'open cell')}, ` +
            `${artifacts.join(' ')}, ${size(added)} more`,
        ],
        ['', fingerprint],
        ...linkFacts(links),
      ],
    ),
    ...metadata.flatMap((one) =>
      Object.entries(one).map(([key, value]) => [key === 'map' ? 'name' : key, plain(value)]),
    ),
    ...unchecked.map((one) => ['not checked', one]),
  ]);
  const rows = sections.map((s) => [
    s.name,
    s.type,
    s.codec,
    String(s.rawLength),
    String(s.storedLength),
    `${((100 * s.storedLength) / s.rawLength).toFixed(1)} %`,
    s.crc,
  ]);
  const heads = ['section', 'type', 'codec', 'raw bytes', 'stored bytes', 'ratio', 'crc-32'];
  print(table([heads, ...rows], 3));
}

/** The layout, and which sections a load reads in place. */
function layoutOf(sections: BlobReport['sections']): string {
  const views = sections.filter(({ kind }) => isViews(kind));
  if (views.length === 0) return 'compact';
  const inPlace = views.filter(({ codec }) => codec === 'none').map(({ name }) => name);
  return `mapped, ${inPlace.length > 0 ? `views: ${inPlace.join(', ')}` : 'compressed: no views'}`;
}

function printFacts(facts: readonly (readonly string[])[]): void {
  for (const [name, value] of facts) print(`  ${name.padEnd(13)}  ${value}`);
}

function walkerFacts(of: { moveRule: string; size: number; terrain: string; fingerprint: string }): string[][] {
  return [
    ['diagonals', of.moveRule],
    ...(of.size > 1 ? [['size', `${of.size} x ${of.size} cells, anchored top left`]] : []),
    ['terrain', of.terrain === '' ? '(not from letters)' : of.terrain],
    ['fingerprint', of.fingerprint],
  ];
}

/** A value of the metadata for people: `width 16, store grid`. */
function plain(value: unknown): string {
  if (Array.isArray(value)) return value.length > 8 ? `${value.length} entries` : value.map(plain).join(', ');
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([key, inner]) => `${key} ${plain(inner)}`)
    .join(', ');
}

/** Content of a world's index; `prep verify` checks the tiles. */
async function inspectWorld(folder: string, json: boolean): Promise<void> {
  const index = join(folder, INDEX_NAME);
  const bytes = await readInput(index);
  const report = namingBlobs([index], () => describeWorld(bytes));
  if (json) return printJson({ world: folder, indexBytes: bytes.length, ...report });
  const { width, height, tile, cluster, columns, rows, tiles, gates, pairs, openCells } = report;
  print(`${paint.file(folder)}  index ${paint.size(size(bytes.length))}`);
  printFacts([
    ['map', `${width} x ${height}, ${count(openCells, 'open cell')}`],
    ...walkerFacts(report),
    ...Object.entries(report.metadata).map(([key, value]) => [key, plain(value)]),
  ]);
  const rowsOf = [
    ['columns', 'rows', 'tile side', 'tiles with open cells', 'cluster side', 'gates', 'costs of pairs'],
    [columns, rows, tile, tiles, cluster, gates, pairs].map(String),
  ];
  print(table(rowsOf, 0));
}

/** @param argv how it is read; of a file with several levels all are told, unless one is named */
async function inspectMap(
  file: string,
  argv: MapArguments & { costs?: string | undefined },
  json: boolean,
): Promise<void> {
  const levels = levelsGiven(argv) ?? (await mapLevels(file, argv));
  for (const level of levels.length > 0 ? levels : [undefined]) {
    const report = reportOf(await readNamedMap(file, { ...argv, ...(level !== undefined && { 'map-levels': level }) }));
    if (json) printJson({ file, ...report });
    else {
      print(`${file}  ${report.format}${report.level === '' ? '' : `, level ${report.level}`}`);
      for (const line of linesOf(report)) print(`  ${line}`);
    }
  }
}

const LISTED = 20;

function linkFacts(links: BlobReport['links'] = []): [string, string][] {
  const facts = links.slice(0, LISTED).map((link): [string, string] => ['link', linkText(link)]);
  return links.length > LISTED ? [...facts, ['', `and ${links.length - LISTED} more links`]] : facts;
}

const linkText = ({ name, from, to, cost, oneWay }: NonNullable<BlobReport['links']>[number]) =>
  `${name === '' ? '' : `${name} `}${oneWay ? 'from' : 'between'} ${from} ${oneWay ? 'to' : 'and'} ${to}, ` +
  `${Number(cost.toFixed(3))} steps`;

export function linesOf(report: MapReport): string[] {
  const { width, height, openCells, components, largestComponent, costs, doors, markers, floors = [], beside } = report;
  const { hexagons, cellSize, axes, origin } = report;
  const share = (100 * openCells) / (width * height);
  const apart = components === 1 ? '1' : `${components}, the largest of ${count(largestComponent, 'cell')}`;
  const place = ({ name, cells }: MapReport['doors'][number]) =>
    `${name} at ${cells[0]},${cells[1]}${cells.length > 2 ? ` (${cells.length / 2} cells)` : ''}`;
  const lines = [
    `map            ${width} x ${height}, ${count(openCells, 'open cell')} (${share.toFixed(1)} %)`,
    `components     ${apart}`,
    `costs          ${Object.entries(costs)
      .map(([cost, cells]) => `${cost}: ${count(cells, 'cell')}`)
      .join(', ')}`,
  ];
  if (hexagons) lines.push(`hexagons       ${hexagons}`);
  if (cellSize) lines.push(`cell           ${cellSize[0]} x ${cellSize[1]} pixels`);
  if (axes) lines.push(`axes           a column leads ${axes[0]},${axes[1]} pixels on, a row ${axes[2]},${axes[3]}`);
  else if (origin) lines.push(`origin         cell 0,0 is ${origin[0]},${origin[1]} in the file`);
  lines.push(
    ...doors.map((door) => `door           ${place(door)}`),
    ...markers.map((marker) => `marker         ${place(marker)}`),
    ...floors.map(({ name, x, y, width: w, height: h }) => `floor          ${name}: ${w} x ${h} cells from ${x},${y}`),
    ...linkFacts(report.links).map(([key, text]) => `${key.padEnd(15)}${text}`),
  );
  if (beside.length > 0) lines.push(`read as well   ${beside.join(', ')}`);
  return lines;
}
