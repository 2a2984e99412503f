/** `prep map`: writes a map as a picture or in another format. */
import type { Argv } from 'yargs';
import { placesOf } from '../../src/maps/read-map.js';
import { readNamedMap } from '../shared/input.js';
import {
  cellSize,
  flags,
  MAP_KINDS,
  mapFlags,
  outFile,
  required,
  type Values,
  walkerFlags,
} from '../shared/options.js';
import { checkEnding, ENDINGS, writeMapFile } from '../shared/write-map.js';

export const builder = (yargs: Argv) =>
  yargs
    .positional('input', { type: 'string', demandOption: true, describe: MAP_KINDS })
    .options({
      ...flags({ outFile: required(outFile(`File to write, ${ENDINGS}`)), cellSize }),
      ...walkerFlags,
      ...mapFlags,
    })
    .example('$0 map village.tmj -o village.png --cell-size 8', 'what did prep take for a wall?')
    .example('$0 map village.tmj -o village.map', 'for other tools; costs go into village.costs.json')
    .epilogue('Pictures: walls are dark, ground is light, expensive ground red, doors are blue, markers green.');

export async function handler({
  input,
  'out-file': out,
  'cell-size': scale,
  ...argv
}: Values<typeof builder>): Promise<void> {
  checkEnding(out);
  const named = await readNamedMap(input, argv);
  await writeMapFile(out, named.grid, placesOf(named), scale);
}
