/** `prep patch`: a shipped map brought up to date without shipping its blobs again. */

import type { Argv } from 'yargs';
import { gridOfBlob } from '../../src/core/blob/pack.js';
import { BlobError, MapError } from '../../src/core/errors.js';
import { writeFileAtomic } from '../../src/core/files/atomic.js';
import { WALKER } from '../../src/core/options/maps.js';
import { patchBlob } from '../../src/pipeline/prove/patch.js';
import { namingBlobs, readBlobFile, readNamedMap } from '../shared/input.js';
import { count, flags, mapFlags, outFile, required, size, type Values } from '../shared/options.js';
import { print } from '../shared/output.js';

export const builder = (yargs: Argv) =>
  yargs
    .positional('blob', { type: 'string', demandOption: true, describe: 'A blob of the old map, or a pack' })
    .positional('map', { type: 'string', demandOption: true, describe: 'The new map, read as the old one was' })
    .options({ ...flags({ outFile: required(outFile('File to write')), costs: WALKER.costs }), ...mapFlags })
    .example(
      '$0 patch shipped/arena.prep maps/arena.map -o arena.patch',
      'the game loads both: load([old, patch]) of gridprep/runtime/edit',
    )
    .epilogue('prep verify shipped/arena.prep arena.patch --map maps/arena.map proves it.');

export async function handler({ blob, map, 'out-file': out, ...argv }: Values<typeof builder>): Promise<void> {
  const bytes = await readBlobFile(blob);
  const { terrain } = namingBlobs([blob], () => gridOfBlob(bytes));
  const { grid } = await readNamedMap(map, { ...argv, ...(terrain && { terrain }) });
  try {
    const patch = patchBlob(bytes, grid);
    await writeFileAtomic(out, patch.bytes);
    print(`${map} -> ${out} ${count(patch.cells, 'cell')}, ${size(patch.bytes.length)}`);
  } catch (error) {
    if (error instanceof MapError) throw new MapError(`${map}: ${error.message}`);
    throw error instanceof BlobError ? new BlobError(`${blob}: ${error.message}`, error.code) : error;
  }
}
