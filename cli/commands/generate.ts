/** `prep generate`: maps from a seed, to try things on. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Argv } from 'yargs';
import { writeFileAtomic } from '../../src/files/atomic.js';
import { DENSITIES, GENERATE_DEFAULTS, generateMap, MAP_KINDS } from '../../src/generate/generate.js';
import { landOf, landText } from '../../src/generate/land.js';
import { MAX_COST, MAX_SIDE } from '../../src/grid/grid.js';
import { COST_PATTERNS, drawCosts } from '../../src/maps/cost-patterns.js';
import { MAX_WORLD_SIDE } from '../../src/world/layout.js';
import type { Values } from '../shared/command.js';
import { UsageError } from '../shared/errors.js';
import { size as bytesOf, wholeNumber } from '../shared/options.js';
import { print } from '../shared/output.js';
import { checkEnding, ENDINGS, writeMapFile } from '../shared/write-map.js';

const number = (value: number, describe: string) =>
  ({ type: 'number', default: value, requiresArg: true, describe }) as const;

export const builder = (yargs: Argv) =>
  yargs
    .positional('kind', { choices: MAP_KINDS, demandOption: true, describe: 'What is in it' })
    .options({
      width: number(GENERATE_DEFAULTS.width, `Columns of cells, up to ${MAX_SIDE}; land up to ${MAX_WORLD_SIDE}`),
      height: number(GENERATE_DEFAULTS.height, 'Rows of cells, likewise'),
      seed: number(GENERATE_DEFAULTS.seed, 'Another seed, another map'),
      density: {
        type: 'number',
        requiresArg: true,
        describe: 'Share of blocked cells; of doors and gaps in rooms, comb, wall',
      },
      room: number(GENERATE_DEFAULTS.room, 'rooms: cells of a room on each side'),
      corridor: number(GENERATE_DEFAULTS.corridor, 'maze: cells across a corridor'),
      'max-cost': number(GENERATE_DEFAULTS.highest, 'weights: highest cost, 1 to 255'),
      patch: number(GENERATE_DEFAULTS.patch, 'weights: cells of a patch of one cost on each side'),
      'cost-pattern': {
        choices: COST_PATTERNS,
        requiresArg: true,
        describe: 'Costs: swamps 3; patches 2, 5, 10; gradients 1 to 20; roads 1 on 4; random 1 to 255',
      },
      'out-file': {
        alias: 'o',
        type: 'string',
        requiresArg: true,
        describe: `File to write, ${ENDINGS} [default: KIND.map]`,
      },
      'out-dir': {
        alias: 'd',
        type: 'string',
        requiresArg: true,
        implies: 'tile',
        describe: 'With --tile: folder to write to [default: KIND]',
      },
      tile: {
        type: 'number',
        requiresArg: true,
        describe: 'land: write a folder of maps of N x N cells',
      },
      'cell-size': number(1, 'Side of a cell in a picture, in pixels'),
    })
    .example('$0 generate caves --width 256 --height 256 --seed 7 -o maps/cave.map', 'a map to try things on')
    .example('$0 generate land --width 32768 --height 32768 -o land.map', 'a world; a row at a time, in little memory')
    .example('$0 generate caves --cost-pattern roads -o maps/cave.json', 'the same with terrain that costs');

export async function handler({
  kind,
  'out-file': out = `${kind}.map`,
  'cost-pattern': costPattern,
  ...argv
}: Values<typeof builder>): Promise<void> {
  const streamed = kind === 'land' && !costPattern && (argv.tile !== undefined || /\.map$/i.test(out));
  const most = streamed ? MAX_WORLD_SIDE : MAX_SIDE;
  for (const side of ['width', 'height'] as const) {
    if (kind === 'land' && !streamed && argv[side] > MAX_SIDE)
      throw new UsageError(
        `--${side} is ${argv[side]}, allowed is up to ${MAX_SIDE}; more for land as .map or with --tile, without --cost-pattern`,
      );
    wholeNumber(side, argv[side], 1, most);
  }
  if (argv.tile !== undefined && !streamed) throw new UsageError('--tile is for land without --cost-pattern');
  const { density } = argv;
  if (density !== undefined && !(density >= 0 && density <= 1))
    throw new UsageError(`--density is ${density}, allowed is a number from 0 to 1`);
  if (argv.tile === undefined) checkEnding(out);
  const options = {
    width: argv.width,
    height: argv.height,
    seed: wholeNumber('seed', argv.seed, 1, 2 ** 31 - 1),
    room: wholeNumber('room', argv.room, 1, MAX_SIDE),
    corridor: wholeNumber('corridor', argv.corridor, 1, MAX_SIDE),
    highest: wholeNumber('max-cost', argv['max-cost'], 1, MAX_COST),
    patch: wholeNumber('patch', argv.patch, 1, MAX_SIDE),
    ...(density !== undefined && { density }),
  };
  if (streamed)
    return writeLand(
      argv['out-dir'] ?? out,
      options,
      density,
      argv.tile === undefined ? undefined : wholeNumber('tile', argv.tile, 1, MAX_SIDE),
    );
  const ground = generateMap(kind, options);
  const grid = costPattern ? drawCosts(ground, costPattern, options.seed) : ground;
  await writeMapFile(out, grid, { doors: [], points: [] }, wholeNumber('cell-size', argv['cell-size'], 1, 64));
}

/** Rows are written as they are made: a world is larger than memory. @param tiles side of each file; one file without it */
async function writeLand(
  out: string,
  { width, height, seed }: { width: number; height: number; seed: number },
  density = DENSITIES.land,
  tiles?: number,
) {
  const land = landOf(seed, density);
  if (tiles === undefined) return write(out, landText(land, 0, 0, width, height));
  const folder = out.replace(/\.map$/i, '');
  for (let y = 0; y < height; y += tiles) {
    for (let x = 0; x < width; x += tiles) {
      const file = join(folder, `${x / tiles}_${y / tiles}.map`);
      await writeFileAtomic(file, landText(land, x, y, Math.min(tiles, width - x), Math.min(tiles, height - y)));
    }
  }
  print(`wrote ${folder} (${Math.ceil(width / tiles)} x ${Math.ceil(height / tiles)} maps)`);
}

async function write(file: string, parts: Iterable<Uint8Array>): Promise<void> {
  await writeFileAtomic(file, parts);
  print(`wrote ${file} (${bytesOf((await stat(file)).size)})`);
}
