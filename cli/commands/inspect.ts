/** `prep inspect`: prints the contents of a blob, a world or a map. */
import type { Argv } from 'yargs';
import { isViews } from '../../src/core/blob/layout.js';
import { placesOf, type StoredPlaces } from '../../src/core/blob/meta.js';
import { isBlob } from '../../src/core/blob/pack.js';
import type { Place, Places } from '../../src/core/grid/places.js';
import { defined, kebab } from '../../src/core/options/option.js';
import type { Options } from '../../src/engines/artifact.js';
import { type BlobReport, inspectBlob } from '../../src/engines/inspect.js';
import { type MapReport, reportOf } from '../../src/maps/inspect.js';
import { mapLevels } from '../../src/maps/read-map.js';
import { wallsLine } from '../../src/maps/walls.js';
import { describeWorld } from '../../src/world/describe.js';
import { flagsOf } from '../shared/flags-of.js';
import { levelsGiven, namingBlobs, readBlobBytes, readMapFile, readNamedMap } from '../shared/input.js';
import { count, flags, json, mapFlags, size, type Values, walkerFlags } from '../shared/options.js';
import { paint, print, printJson, table } from '../shared/output.js';
import { readIndex, worldFolder } from '../shared/world-folder.js';

export const builder = (yargs: Argv) =>
  yargs
    .positional('file', { type: 'string', demandOption: true, describe: 'Blob, world, or map of any kind' })
    .options({ ...flags({ json: json('map') }), ...walkerFlags, ...mapFlags })
    .example('$0 inspect out/arena.jps.prep', 'check a blob and print what is in it')
    .example('$0 inspect maps/village.tmj', 'size, open cells, components, costs, doors and markers');

type Arguments = Values<typeof builder>;

export async function handler(argv: Arguments): Promise<void> {
  const { file: blob, json } = argv;
  const world = worldFolder(blob);
  if (world !== undefined) return inspectWorld(world, json);
  const named = /\.prep$/i.test(blob);
  const bytes = named ? await readBlobBytes(blob) : await readMapFile(blob);
  // A damaged blob is recognized by its name.
  if (!named && !isBlob(bytes)) return inspectMap(blob, argv);
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
    ...(header.stepCosts ? [['step costs', header.stepCosts]] : []),
    ...linkFacts(agents ? [] : header.links),
    ...(header.walls ? [['walls', `${header.walls.length} between cells`]] : []),
    ['layout', layoutOf(sections)],
    ...(agents ?? []).flatMap((agent) => {
      const { moveRule, terrain, openCells } = agent;
      const facts = `size ${agent.size}, ${moveRule}, terrain ${terrain}, ${count(openCells, 'open cell')}`;
      const text = `${agent.name}: ${facts}, ${agent.artifacts.join(' ')}, ${size(agent.added)} more`;
      return [['agent', text], ['', agent.fingerprint], ...linkFacts(agent.links)];
    }),
    ...metadata.flatMap((one) =>
      Object.entries(one).flatMap(([key, value]) =>
        key === 'places' ? storedPlaceFacts(one, header) : [metadataFact(one, key, value)],
      ),
    ),
    ...unchecked.map((one) => ['not checked', one]),
  ]);
  const rows = sections.map(({ name, type, codec, rawLength, storedLength, crc }) => {
    const ratio = `${((100 * storedLength) / rawLength).toFixed(1)} %`;
    return [name, type, codec, `${rawLength}`, `${storedLength}`, ratio, crc];
  });
  const heads = ['section', 'type', 'codec', 'raw bytes', 'stored bytes', 'ratio', 'crc-32'];
  print(table([heads, ...rows], 3));
}

function layoutOf(sections: BlobReport['sections']): string {
  const views = sections.filter(({ kind }) => isViews(kind));
  if (views.length === 0) return 'compact';
  const inPlace = views.filter(({ codec }) => codec === 'none').map(({ name }) => name);
  return `mapped, ${inPlace.length > 0 ? `views: ${inPlace.join(', ')}` : 'compressed: no views'}`;
}

function printFacts(facts: readonly (readonly string[])[]): void {
  for (const [name, value] of facts) print(`  ${name.padEnd(13)}  ${value}`);
}

/** Places of a blob, and the version that wrote them. */
function storedPlaceFacts(metadata: object, map: Pick<BlobReport, 'width' | 'height'>): string[][] {
  const { tool, level, ...places } = placesOf(metadata, map) as StoredPlaces;
  return [...Object.entries(defined({ tool, level })), ...placeFacts(places)];
}

function walkerFacts(agent: { moveRule: string; size: number; terrain: string; fingerprint: string }): string[][] {
  return [
    ['diagonals', agent.moveRule],
    ...(agent.size > 1 ? [['size', `${agent.size} x ${agent.size} cells, anchored top left`]] : []),
    ['terrain', agent.terrain === '' ? '(not from letters)' : agent.terrain],
    ['fingerprint', agent.fingerprint],
  ];
}

/** One entry of the metadata: options as flags of the bake, statistics as counts. */
function metadataFact(metadata: object, key: string, value: unknown): string[] {
  if (key === 'options') return [key, flagsOf((metadata as { artifact: string }).artifact, value as Options)];
  if (key !== 'statistics') return [key === 'map' ? 'name' : key, plain(value)];
  const counts = Object.entries(value as object).map(([name, number]) => `${number} ${COUNTED[name] ?? words(name)}`);
  return ['contents', counts.join(', ')];
}

const COUNTED: Readonly<Record<string, string>> = { cells: 'cells with boxes' };
const words = (name: string) => kebab(name).replaceAll('-', ' ');

/** A value of the metadata as text. */
function plain(value: unknown): string {
  if (Array.isArray(value)) return value.length > 8 ? `${value.length} entries` : value.map(plain).join(', ');
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([key, inner]) => `${key} ${plain(inner)}`)
    .join(', ');
}

/** Prints the index of a world. `prep verify` checks the tiles. */
async function inspectWorld(folder: string, json: boolean): Promise<void> {
  const [indexBytes, report] = await readIndex(folder, (bytes) => [bytes.length, describeWorld(bytes)] as const);
  if (json) return printJson({ world: folder, indexBytes, ...report });
  const { width, height, tile, cluster, columns, rows, tiles, gates, pairs, openCells } = report;
  print(`${paint.file(folder)}  index ${paint.size(size(indexBytes))}`);
  printFacts([
    ['map', `${width} x ${height}, ${count(openCells, 'open cell')}`],
    ...walkerFacts(report),
    ...Object.entries(report.metadata).map(([key, value]) => metadataFact(report.metadata, key, value)),
  ]);
  const rowsOf = [
    ['columns', 'rows', 'tile side', 'tiles with open cells', 'cluster side', 'gates', 'costs of pairs'],
    [columns, rows, tile, tiles, cluster, gates, pairs].map(String),
  ];
  print(table(rowsOf, 0));
}

async function inspectMap(file: string, { json, ...argv }: Arguments): Promise<void> {
  const levels = levelsGiven(argv) ?? (await mapLevels(file, argv));
  for (const level of levels.length > 0 ? levels : [argv['map-levels']]) {
    const report = reportOf(await readNamedMap(file, { ...argv, 'map-levels': level }));
    if (json) printJson({ file, ...report });
    else {
      print(`${file}  ${report.format}${report.level === '' ? '' : `, level ${report.level}`}`);
      printFacts(factsOf(report));
    }
  }
}

/** Doors, markers and floors of a map or a blob, and the place of its cells in the map's file. */
function placeFacts({ doors, markers, floors = [], cellSize, axes, origin }: Places): string[][] {
  const place = ({ name, cells, walls = [] }: Place) => {
    const [x, y] = [...cells, ...(walls[0] ?? [])];
    const more = [cells.length > 2 && `${cells.length / 2} cells`, walls.length > 0 && count(walls.length, 'wall')];
    return `${name} at ${x},${y}${more.some(Boolean) ? ` (${more.filter(Boolean).join(', ')})` : ''}`;
  };
  const facts: string[][] = [];
  if (cellSize) facts.push(['cell', `${cellSize[0]} x ${cellSize[1]} pixels`]);
  if (axes) facts.push(['axes', `a column leads ${axes[0]},${axes[1]} pixels on, a row ${axes[2]},${axes[3]}`]);
  else if (origin) facts.push(['origin', `cell 0,0 is ${origin[0]},${origin[1]} in the file`]);
  return [
    ...facts,
    ...doors.map((door) => ['door', place(door)]),
    ...markers.map((marker) => ['marker', place(marker)]),
    ...floors.map(({ name, x, y, width, height }) => ['floor', `${name}: ${width} x ${height} cells from ${x},${y}`]),
  ];
}

const LISTED = 20;

function linkFacts(links: BlobReport['links'] = []): string[][] {
  const facts = links.slice(0, LISTED).map((link) => ['link', linkText(link)]);
  return links.length > LISTED ? [...facts, ['', `and ${links.length - LISTED} more links`]] : facts;
}

const linkText = ({ name, from, to, cost, oneWay }: NonNullable<BlobReport['links']>[number]) =>
  `${name === '' ? '' : `${name} `}${oneWay ? 'from' : 'between'} ${from} ${oneWay ? 'to' : 'and'} ${to}, ` +
  `${Number(cost.toFixed(3))} steps`;

export function factsOf({ wallsBetweenCells = 0, ...report }: MapReport): string[][] {
  const { width, height, openCells, components, largestComponent, beside, walls, warnings } = report;
  const { costs, stepCosts, hexagons } = report;
  const share = (100 * openCells) / (width * height);
  const facts = [
    ['map', `${width} x ${height}, ${count(openCells, 'open cell')} (${share.toFixed(1)} %)`],
    ['components', components === 1 ? '1' : `${components}, the largest of ${count(largestComponent, 'cell')}`],
    [
      'costs',
      Object.entries(costs)
        .map(([cost, cells]) => `${cost}: ${count(cells, 'cell')}`)
        .join(', '),
    ],
  ];
  if (stepCosts) facts.push(['step costs', stepCosts]);
  if (hexagons) facts.push(['hexagons', hexagons]);
  facts.push(...placeFacts(report), ...linkFacts(report.links));
  if (walls) facts.push(['walls', wallsLine(walls)]);
  else if (wallsBetweenCells > 0) facts.push(['walls', `${count(wallsBetweenCells, 'wall')} between cells`]);
  if (beside.length > 0) facts.push(['also read', beside.join(', ')]);
  return [...facts, ...warnings.map((text) => ['warning', text])];
}
