/** `prep lint`: faults of a level, before anybody plays it. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Argv } from 'yargs';
import { writeFileAtomic } from '../../src/core/files/atomic.js';
import { defined, flag, text, whole } from '../../src/core/options/option.js';
import type { Finding } from '../../src/lint/findings.js';
import { type GameMap, placesOf } from '../../src/maps/read-map.js';
import type { LayerName } from '../../src/view/layers.js';
import { ofMap, UsageError } from '../shared/errors.js';
import { costsOf, readMapFile } from '../shared/input.js';
import { count, flags, json, mapFlags, mapsArgument, outFile, type Values, walkerFlags } from '../shared/options.js';
import { print, printJson, summarize, warn } from '../shared/output.js';
import { mapsAtRevision } from '../shared/revision.js';
import { workOf } from '../shared/work.js';

const FLAGS = {
  from: text('Marker where units start [default: the largest open square]'),
  against: text('Compare with this file, folder or git revision'),
  cells: {
    ...whole('Fewest cells of an area, or cut off by a choke point', 1, 2 ** 26),
    shown: '0.5 %, at least 20; 5 %, at least 50',
  },
  details: flag('Add slips, and the doors and links that are the only way', false),
  allow: text('Known findings to leave out: a file of lines of --json'),
  outFile: outFile('Draw the map with a circle at each finding, .png'),
  json: json('finding'),
};

export const builder = (yargs: Argv) =>
  yargs
    .positional('maps', mapsArgument)
    .options({ ...flags(FLAGS), ...walkerFlags, ...mapFlags })
    .example('$0 lint maps/cave.tmj --from spawn -o lint.png', 'what cannot be reached, and why?')
    .example('$0 lint --against origin/main', 'in CI: what did this branch close?')
    .example('$0 lint --json > known.jsonl && $0 lint --allow known.jsonl', 'report only what is new')
    .epilogue('Exit code: 0 no errors (warnings and notes are none); 1 errors; 2 wrong usage or bad input.');

type Arguments = Values<typeof builder>;

export async function handler(argv: Arguments): Promise<void> {
  const { from, cells, details, allow, against, 'out-file': out } = argv;
  // Imported here because the schema of configs would delay --help.
  const { allowList, printFindings } = await import('../shared/findings.js');
  const { lintMap } = await import('../../src/pipeline/build/lint-maps.js');
  const { titleOf } = await import('../../src/pipeline/config/targets.js');
  const { maps } = await workOf({ ...argv, costs: await costsOf(argv) });
  if (out !== undefined && (maps.length > 1 || !/\.png$/i.test(out)))
    throw new UsageError(`--out-file is "${out}" for ${count(maps.length, 'map')}, expected a .png of one map`);
  const allowed = await allowList(allow);
  const counts = { error: 0, warning: 0, note: 0 };
  const findBefore = await versionFinder(against, maps.length);
  for (const { file, content, reading, agents } of maps) {
    const bytes = await readMapFile(file, content);
    const found = content === undefined ? await findBefore(file) : undefined;
    const before = found && Buffer.compare(found, bytes) !== 0 ? found : undefined;
    const kinds = argv.agent === undefined ? agents : undefined;
    const task = defined({ file, bytes, reading, agents: kinds, before });
    const result = await lintMap(task, defined({ from, cells, details })).catch((error) => {
      throw ofMap(file, error);
    });
    const { map } = result;
    const title = titleOf({ map: file, ...defined({ level: reading.level }) });
    const findings = allowed.without(title, result.findings);
    for (const warning of map.warnings) warn(`prep: ${warning}`);
    for (const { severity } of findings) counts[severity]++;
    if (argv.json) for (const finding of findings) printJson({ map: title, ...finding });
    else printFindings(title, map, findings);
    if (out !== undefined) await draw(out, file, map, findings);
  }
  allowed.end();
  const { error, warning, note } = counts;
  process.exitCode = error > 0 ? 1 : 0;
  summarize({ maps: maps.length, errors: error, warnings: warning, notes: note });
  if (!argv.json)
    print(
      `${count(maps.length, 'map')}: ${count(error, 'error')}, ${count(warning, 'warning')}, ${count(note, 'note')}`,
    );
}

async function draw(out: string, file: string, map: GameMap, findings: readonly Finding[]): Promise<void> {
  const { drawPng } = await import('../../src/view/draw.js');
  const { sceneOfMap } = await import('../../src/view/scene.js');
  const scene = { ...sceneOfMap(map.grid, placesOf(map), file), findings: () => findings };
  const layers: LayerName[] = ['terrain', 'walls', 'doors', 'points', 'links', 'lint'];
  await writeFileAtomic(out, await drawPng(scene, { layers, legend: true }));
}

/** @returns a function that reads the other version of a map, undefined if there is none @throws {UsageError} */
async function versionFinder(against: string | undefined, maps: number) {
  if (against === undefined) return async () => undefined;
  if (existsSync(against)) {
    const isFolder = statSync(against).isDirectory();
    if (!isFolder && maps > 1)
      throw new UsageError(`--against ${against} is one file, and there are ${maps} maps; give a folder`);
    const fileOf = (file: string) => (isFolder ? join(against, file) : against);
    return async (file: string) => (existsSync(fileOf(file)) ? readMapFile(fileOf(file)) : undefined);
  }
  return mapsAtRevision(against);
}
