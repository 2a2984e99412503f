/** Writes files, and maps in the format of the file's ending. */
import { stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { writeFileAtomic } from '../../src/core/files/atomic.js';
import type { Grid } from '../../src/core/grid/grid.js';
import type { Places } from '../../src/core/grid/places.js';
import { listWalls } from '../../src/core/grid/walls.js';
import { costsText, csvText, drawMap, mapJson, movingAiText } from '../../src/maps/map-text.js';
import { UsageError } from './errors.js';
import { size } from './options.js';
import { print } from './output.js';

export const ENDINGS = '.map, .png, .json or .csv';

/** @throws {UsageError} unless the ending is supported */
export function checkEnding(out: string): void {
  if (!['.map', '.png', '.json', '.csv'].includes(extname(out).toLowerCase()))
    throw new UsageError(`--out-file is "${out}", expected a file that ends in ${ENDINGS}`);
}

/**
 * Writes a map. Costs, walls between cells and links of a MovingAI map go into separate files.
 * @param scale pixels of a cell in a picture
 */
export async function writeMapFile(out: string, grid: Grid, places: Places, scale: number): Promise<void> {
  const ending = extname(out).toLowerCase();
  if (ending === '.png')
    return writeFile(out, (await import('../../src/maps/picture.js')).encodePicture(drawMap(grid, places, scale)));
  if (ending === '.json') return writeFile(out, mapJson(grid, places));
  if (ending === '.csv') return writeFile(out, csvText(grid));
  await writeFile(out, movingAiText(grid));
  if (grid.costs) await writeFile(out.replace(/\.map$/i, '.costs.json'), costsText(grid));
  if (grid.walls) await writeFile(out.replace(/\.map$/i, '.walls.json'), `${JSON.stringify(listWalls(grid))}\n`);
  if (grid.links) await writeFile(out.replace(/\.map$/i, '.links.json'), `${JSON.stringify(grid.links)}\n`);
}

export async function writeFile(file: string, content: string | Uint8Array | Iterable<Uint8Array>): Promise<void> {
  await writeFileAtomic(file, typeof content === 'string' ? Buffer.from(content) : content);
  print(`wrote ${file} (${size((await stat(file)).size)})`);
}
