/** `prep world`: a map too large to load whole, baked in tiles into a folder. */

import { basename, join } from 'node:path';
import type { Argv } from 'yargs';
import { MAX_WORLD_SIDE } from '../../src/core/limits.js';
import { codecFor, MAX_MEMORY, WORLD, WRITE } from '../../src/core/options/bake.js';
import { worldLayout } from '../../src/world/layout.js';
import type { WorldReport } from '../../src/world/options.js';
import { openWorld } from '../../src/world/source.js';
import { exitCode, ofMap, report, UsageError } from '../shared/errors.js';
import { costsOf } from '../shared/input.js';
import { count, flags, mapsArgument, optionsOf, size, type Values, worldFlags } from '../shared/options.js';
import { print, printJson, progress } from '../shared/output.js';
import { type MapFile, workOf } from '../shared/work.js';

export const builder = (yargs: Argv) =>
  yargs
    .positional('maps', {
      ...mapsArgument,
      describe: `Maps of up to ${MAX_WORLD_SIDE} x ${MAX_WORLD_SIDE} cells, or folders of maps named COLUMN_ROW`,
    })
    .options({
      ...flags({
        ...WORLD,
        maxMemory: { ...MAX_MEMORY, about: 'Most memory; with less, fewer tiles are baked at a time' },
      }),
      ...worldFlags,
    })
    .example('$0 world land.map', 'write out/land.world: an index, and a file for each tile')
    .example('$0 world land --tile 512', 'the same of a folder of maps named 0_0.map, 1_0.map and so on');

type Arguments = Values<typeof builder>;

/** Bakes one world after the other. A map that fails does not stop the others. */
export async function handler(argv: Arguments): Promise<void> {
  // Checks the side of a tile before anything is read.
  worldLayout(1, 1, argv.tile, argv.cluster);
  const { maps, out } = await workOf({ ...argv, costs: await costsOf(argv), areFoldersMaps: true });
  let worst = 0;
  for (const map of maps) {
    try {
      await bakeOne(map, join(out, `${map.name}.world`), argv);
    } catch (error) {
      report(ofMap(map.file, error));
      worst = Math.max(worst, exitCode(error));
    }
  }
  process.exitCode = worst;
}

async function bakeOne({ file, content, reading }: MapFile, folder: string, argv: Arguments): Promise<void> {
  const given = optionsOf({ ...WORLD, ...WRITE }, argv);
  const { tile: tiles, cluster, entranceWidth, storePaths: paths, codec = codecFor(), ...write } = given;
  if (content !== undefined)
    throw new UsageError(`${file} is the floors of the config; a world is of a file or folder`);
  const start = performance.now();
  const bar = progress(`${basename(file)}: baking tiles`);
  try {
    // Imported here because its schema library would delay --help.
    const { bakeWorld } = await import('../../src/world/bake.js');
    const made = await bakeWorld(await openWorld(file, reading), folder, {
      ...{ tiles, cluster, entranceWidth, paths, codec, ...write },
      threads: argv.threads,
      maxMemory: argv['max-memory'],
      onProgress: ({ step, done, all }) => bar.update(step === 'tiles' ? done : all + done, 2 * all),
    });
    bar.end();
    printWorld(file, folder, made, (performance.now() - start) / 1000, argv.json);
  } finally {
    bar.end();
  }
}

function printWorld(file: string, folder: string, made: WorldReport, seconds: number, json: boolean): void {
  const { layout, openCells, kept, gates, bytes, indexBytes } = made;
  const peakBytes = process.resourceUsage().maxRSS * 1024;
  if (json) {
    printJson({ map: file, world: folder, ...made, seconds, peakBytes, bytesPerOpenCell: bytes / openCells });
    return;
  }
  print(
    `${file} ${layout.width} x ${layout.height} -> ${folder} ${size(bytes)}  ` +
      `${count(made.tiles, 'tile')}${kept > 0 ? `, ${kept} as they were` : ''}, ${count(gates, 'gate')}, index ` +
      `${size(indexBytes)}  ${seconds.toFixed(2)} s, ${size(peakBytes)} of memory`,
  );
}
