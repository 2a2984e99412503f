/** `prep generate`: maps from a seed, for experiments. */

import { join } from 'node:path';
import type { Argv } from 'yargs';
import { writeFileAtomic } from '../../src/core/files/atomic.js';
import { withMoves } from '../../src/core/grid/clearance.js';
import type { MoveRule } from '../../src/core/grid/grid.js';
import { MAX_COST, MAX_SIDE, MAX_WORLD_SIDE } from '../../src/core/limits.js';
import { choice, defined, number, whole } from '../../src/core/options/option.js';
import { COST_PATTERNS, drawCosts } from '../../src/maps/cost-patterns.js';
import { DENSITIES, GENERATE_DEFAULTS, generateMap, MAP_KINDS } from '../../src/maps/generate/generate.js';
import { landOf, landText } from '../../src/maps/generate/land.js';
import { UsageError } from '../shared/errors.js';
import { cellSize, flags, outDir, outFile, type Values } from '../shared/options.js';
import { print } from '../shared/output.js';
import { checkEnding, ENDINGS, writeFile, writeMapFile } from '../shared/write-map.js';

const FLAGS = {
  width: whole(`Columns, up to ${MAX_SIDE}; land up to ${MAX_WORLD_SIDE}`, 1, MAX_WORLD_SIDE, GENERATE_DEFAULTS.width),
  height: whole('Rows, likewise', 1, MAX_WORLD_SIDE, GENERATE_DEFAULTS.height),
  seed: whole('Another seed, another map', 1, 2 ** 31 - 1, GENERATE_DEFAULTS.seed),
  density: number('Share of blocked cells; of doors and gaps in rooms, comb, wall', 0, 1),
  room: whole('rooms: cells of a room on each side', 1, MAX_SIDE, GENERATE_DEFAULTS.room),
  corridor: whole('maze: cells across a corridor', 1, MAX_SIDE, GENERATE_DEFAULTS.corridor),
  maxCost: whole('weights: highest cost', 1, MAX_COST, GENERATE_DEFAULTS.highest),
  patch: whole('weights: cells of a patch of one cost on each side', 1, MAX_SIDE, GENERATE_DEFAULTS.patch),
  costPattern: choice(
    'Costs: swamps 3; patches 2, 5, 10; gradients 1 to 20; roads 1 on 4; random 1 to 255',
    COST_PATTERNS,
  ),
  hex: choice('Hexagons of this layout, in a .json', ['odd-r', 'even-r', 'odd-q', 'even-q']),
  outFile: { ...outFile(`File to write, ${ENDINGS}`), shown: 'KIND.map' },
  outDir: { ...outDir, about: 'With --tile: folder to write to', shown: 'KIND', flag: { alias: 'd', implies: 'tile' } },
  tile: whole('land: write a folder of maps of N x N cells', 1, MAX_SIDE),
  cellSize,
};

export const builder = (yargs: Argv) =>
  yargs
    .positional('kind', { choices: MAP_KINDS, demandOption: true, describe: 'Kind of map' })
    .options(flags(FLAGS))
    .example('$0 generate caves --width 256 --height 256 --seed 7 -o maps/cave.map', 'a map to try things on')
    .example('$0 generate land --width 32768 --height 32768 -o land.map', 'a world; a row at a time, in little memory')
    .example('$0 generate caves --cost-pattern roads -o maps/cave.json', 'the same with weighted terrain');

export async function handler({
  kind,
  'out-file': out = `${kind}.map`,
  'cost-pattern': costPattern,
  ...argv
}: Values<typeof builder>): Promise<void> {
  const streamed = kind === 'land' && !costPattern && (argv.tile !== undefined || /\.map$/i.test(out));
  const most = streamed ? MAX_WORLD_SIDE : MAX_SIDE;
  for (const side of ['width', 'height'] as const) {
    if (argv[side] <= most) continue;
    const allowed =
      kind === 'land' && !streamed
        ? `up to ${most}; more for land as .map or with --tile, without --cost-pattern`
        : `a whole number from 1 to ${most}`;
    throw new UsageError(`--${side} is ${argv[side]}; it must be ${allowed}`);
  }
  if (argv.tile !== undefined && !streamed) throw new UsageError('--tile is for land without --cost-pattern');
  const { density } = argv;
  if (argv.tile === undefined) checkEnding(out);
  if (argv.hex && !/\.json$/i.test(out))
    throw new UsageError(`--hex writes .json, which supports hexagons, not ${out}; name one with -o`);
  const { width, height, seed, room, corridor, patch, 'max-cost': highest } = argv;
  const options = defined({ width, height, seed, room, corridor, highest, patch, density });
  if (streamed) return writeLand(argv['out-dir'] ?? out, options, density, argv.tile);
  const ground = generateMap(kind, options);
  const squares = costPattern ? drawCosts(ground, costPattern, options.seed) : ground;
  const grid = argv.hex ? withMoves(squares, `hex-${argv.hex}` as MoveRule) : squares;
  await writeMapFile(out, grid, { doors: [], markers: [] }, argv['cell-size']);
}

/** Writes rows as they are made. @param tiles side of each file. Default: one file */
async function writeLand(
  out: string,
  { width, height, seed }: { width: number; height: number; seed: number },
  density = DENSITIES.land,
  tiles?: number,
) {
  const land = landOf(seed, density);
  if (tiles === undefined) return writeFile(out, landText(land, 0, 0, width, height));
  const folder = out.replace(/\.map$/i, '');
  for (let y = 0; y < height; y += tiles) {
    for (let x = 0; x < width; x += tiles) {
      const file = join(folder, `${x / tiles}_${y / tiles}.map`);
      await writeFileAtomic(file, landText(land, x, y, Math.min(tiles, width - x), Math.min(tiles, height - y)));
    }
  }
  print(`wrote ${folder} (${Math.ceil(width / tiles)} x ${Math.ceil(height / tiles)} maps)`);
}
