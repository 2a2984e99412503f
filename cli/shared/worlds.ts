/** `prep hpa --tiles`: worlds, and maps that are baked in tiles to one blob. */
import { basename, join } from 'node:path';
import type { HpaBuildOptions } from '../../src/hpa/abstraction.js';
import { bakeWorld } from '../../src/world/bake.js';
import { bakeHpaTiles } from '../../src/world/build.js';
import { MAX_WORLD_SIDE, worldLayout } from '../../src/world/layout.js';
import { WORLD_DEFAULTS, type WorldReport } from '../../src/world/options.js';
import { openWorld } from '../../src/world/source.js';
import { exitCode, report, UsageError } from './errors.js';
import { ofMap } from './input.js';
import { bakeMaps } from './maps.js';
import { size, wholeNumber } from './options.js';
import { print, printJson } from './output.js';
import { progress } from './progress.js';
import { type MapFile, workOf } from './work.js';

export const worldOptions = {
  tiles: {
    type: 'number',
    requiresArg: true,
    describe: `A world: tiles of N x N cells, a multiple of --cluster, loaded when they are needed; maps up to ${MAX_WORLD_SIDE} x ${MAX_WORLD_SIDE}, or folders of maps named COLUMN_ROW`,
  },
  join: {
    type: 'boolean',
    default: false,
    describe: 'With --tiles: bake them on all threads, but write one blob, that of a bake of the whole',
  },
  'max-memory': {
    type: 'string',
    default: WORLD_DEFAULTS.maxMemory,
    requiresArg: true,
    describe: 'With --tiles: what the process may take; less memory, fewer tiles at once',
  },
} as const;

type Arguments = Parameters<typeof bakeMaps>[1] & { tiles: number; join: boolean; 'max-memory': string };

/** @throws {UsageError} if an option is of no use in tiles */
export async function bakeTiled(argv: Arguments, options: HpaBuildOptions): Promise<void> {
  const { tiles, cluster } = { ...argv, ...options };
  // Says what is wrong with the side of a tile before anything is read.
  worldLayout(1, 1, tiles, cluster);
  if (argv.join)
    return bakeMaps('hpa', argv, (grid, common) => bakeHpaTiles(grid, { ...options, ...common, tiles, threads: argv.threads }));
  if (options.levels > 1 || options.shortcuts) {
    const named = options.shortcuts ? '--shortcuts' : `--levels ${options.levels}`;
    throw new UsageError(
      `${named} is for maps that are one blob; above the clusters of a world are the gates of its tiles (or add --join)`,
    );
  }
  const { maps, out } = await workOf(argv);
  let worst = 0;
  for (const map of maps) {
    try {
      await bakeOne(map, join(out, `${map.name}.world`), argv, options);
    } catch (error) {
      report(ofMap(map.file, error));
      worst = Math.max(worst, exitCode(error));
    }
  }
  process.exitCode = worst;
}

async function bakeOne({ file, reading }: MapFile, folder: string, argv: Arguments, options: HpaBuildOptions): Promise<void> {
  const { cluster, entranceWidth, paths } = options;
  const { tiles, codec, 'zstd-level': zstdLevel, 'max-memory': maxMemory } = argv;
  wholeNumber('zstd-level', zstdLevel, 1, 22);
  const threads = wholeNumber('threads', argv.threads, 0, 256);
  const start = performance.now();
  const bar = progress(basename(file));
  try {
    const made = await bakeWorld(await openWorld(file, reading), folder, {
      tiles,
      cluster,
      entranceWidth,
      paths,
      codec,
      zstdLevel,
      threads,
      maxMemory,
      onProgress: ({ step, done, all }) => bar.update(step === 'tiles' ? done : all + done, 2 * all),
    });
    bar.end();
    tell(file, folder, made, (performance.now() - start) / 1000, argv.json);
  } finally {
    bar.end();
  }
}

function tell(file: string, folder: string, made: WorldReport, seconds: number, json: boolean): void {
  const { layout, openCells, kept, gates, bytes, indexBytes } = made;
  const peak = process.resourceUsage().maxRSS * 1024;
  const bytesPerOpenCell = bytes / openCells;
  if (json) {
    printJson({ map: file, world: folder, ...made, seconds, peakBytes: peak, bytesPerOpenCell });
    return;
  }
  print(
    `${file} ${layout.width} x ${layout.height} -> ${folder} ${size(bytes)}  ${made.tiles} tiles${kept > 0 ? `, ${kept} as they were` : ''}, ${gates} gates, index ${size(indexBytes)}  ${bytesPerOpenCell.toFixed(3)} bytes per open cell (${openCells})  ${seconds.toFixed(2)} s, ${size(peak)} of memory`,
  );
}
