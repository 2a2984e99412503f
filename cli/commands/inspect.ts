/** `prep inspect`: what a blob says about itself. */
import { join } from 'node:path';
import type { Argv } from 'yargs';
import { type BlobReport, inspectBlob } from '../../src/artifacts/inspect.js';
import { isBlob } from '../../src/blob/pack.js';
import { reportOf } from '../../src/maps/inspect.js';
import { mapLevels } from '../../src/maps/read-map.js';
import { describeWorld } from '../../src/world/describe.js';
import { INDEX_NAME } from '../../src/world/folder.js';
import type { Values } from '../shared/command.js';
import { linesOf } from '../shared/describe-map.js';
import { namingBlobs, readInput } from '../shared/input.js';
import { type MapArguments, mapOptions } from '../shared/map-options.js';
import { readMapFile, readNamedMap } from '../shared/maps.js';
import { bakeOptions, size } from '../shared/options.js';
import { print, printJson, toJson } from '../shared/output.js';
import { worldFolder } from '../shared/world-folder.js';

export const builder = (yargs: Argv) =>
  yargs
    .positional('file', { type: 'string', demandOption: true, describe: 'Blob, world, or map of any kind' })
    .options({
      json: { type: 'boolean', default: false, describe: 'Print JSON: an object per map, a summary last' },
      costs: { type: 'string', requiresArg: true, describe: 'Of a map: JSON file, cost by letter, or rows of costs' },
      terrain: bakeOptions.terrain,
      size: bakeOptions.size,
      diagonals: bakeOptions.diagonals,
      ...mapOptions,
    })
    .example('$0 inspect out/arena.jps.prep', 'check a blob and print what is in it')
    .example('$0 inspect maps/village.tmj', 'size, open cells, components, costs, doors and points');

export async function handler({ file: blob, json, ...argv }: Values<typeof builder>): Promise<void> {
  const world = worldFolder(blob);
  if (world !== undefined) return inspectWorld(world, json);
  const named = /\.prep$/i.test(blob);
  const bytes = named ? await readInput(blob) : await readMapFile(blob);
  // What is damaged is still a blob, if it is called one.
  if (!named && !isBlob(bytes)) return inspectMap(blob, argv, json);
  const report = namingBlobs([blob], () => inspectBlob(bytes));
  if (json) printJson(report);
  else printReport(blob, report);
}

function printReport(blob: string, { sections, metadata, unchecked, agents, ...header }: BlobReport): void {
  print(`${blob}  ${size(header.bytes)}`);
  print(`  format version ${header.formatVersion}, algorithm revision ${header.algorithmRevision}`);
  print(
    `  map            ${header.width} x ${header.height}, ${header.openCells} open cells, ${header.bytesPerOpenCell.toFixed(3)} bytes each`,
  );
  print(`  move rule      ${header.moveRule}`);
  if (header.size > 1) print(`  size           ${header.size} x ${header.size} cells, anchored top left`);
  print(`  terrain        ${header.terrain === '' ? '(not from letters)' : header.terrain}`);
  print(`  fingerprint    ${header.fingerprint}`);
  print('  section        type         codec       raw    stored   ratio  crc-32');
  for (const s of sections) {
    const ratio = `${((100 * s.storedLength) / s.rawLength).toFixed(1)} %`;
    print(
      `  ${s.name.padEnd(13)}  ${s.type.padEnd(11)}  ${s.codec.padEnd(5)} ${String(s.rawLength).padStart(9)} ${String(s.storedLength).padStart(9)} ${ratio.padStart(7)}  ${s.crc}`,
    );
  }
  for (const { name, openCells, moveRule, size: side, terrain, artifacts, added, fingerprint } of agents ?? []) {
    print(
      `  agent          ${name}: size ${side}, ${moveRule}, terrain ${terrain}, ${openCells} open cells, ${artifacts.join(' ')}, ${size(added)} of its own`,
    );
    print(`                 ${fingerprint}`);
  }
  for (const one of metadata) print(`  metadata       ${toJson(one)}`);
  for (const one of unchecked) print(`  not checked    ${one}`);
}

/** What the index of a world says; that its tiles are right, prep verify finds. */
async function inspectWorld(folder: string, json: boolean): Promise<void> {
  const index = join(folder, INDEX_NAME);
  const bytes = await readInput(index);
  const report = namingBlobs([index], () => describeWorld(bytes));
  if (json) return printJson({ world: folder, indexBytes: bytes.length, ...report });
  const { width, height, tile, cluster, columns, rows, tiles, gates, pairs, openCells } = report;
  print(`${folder}  index ${size(bytes.length)}`);
  print(`  map            ${width} x ${height}, ${openCells} open cells`);
  print(`  tiles          ${columns} x ${rows} of ${tile} cells, ${tiles} with open cells; clusters of ${cluster}`);
  print(`  gates          ${gates}, costs of ${pairs} pairs`);
  print(`  move rule      ${report.moveRule}`);
  if (report.size > 1) print(`  size           ${report.size} x ${report.size} cells, anchored top left`);
  print(`  terrain        ${report.terrain === '' ? '(not from letters)' : report.terrain}`);
  print(`  fingerprint    ${report.fingerprint}`);
  print(`  metadata       ${toJson(report.metadata)}`);
}

/** @param argv how it is read; of a file with several levels all are told, unless one is named */
async function inspectMap(
  file: string,
  argv: MapArguments & { costs?: string | undefined },
  json: boolean,
): Promise<void> {
  const named = argv['map-levels'];
  const levels = named === undefined ? await mapLevels(file, argv) : [];
  for (const level of levels.length > 0 ? levels : [named]) {
    const report = reportOf(await readNamedMap(file, { ...argv, 'map-levels': level }));
    if (json) printJson({ file, ...report });
    else {
      print(`${file}  ${report.format}${report.level === '' ? '' : `, level ${report.level}`}`);
      for (const line of linesOf(report)) print(`  ${line}`);
    }
  }
}
