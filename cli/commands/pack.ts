/** `prep pack`: one file for all that was baked from a map. */
import type { Argv } from 'yargs';
import { packAll as packBlobs } from '../../src/core/blob/agents.js';
import { writeFileAtomic } from '../../src/core/files/atomic.js';
import { inspectBlob } from '../../src/engines/inspect.js';
import { namingBlobs, readBlobFile } from '../shared/input.js';
import { flags, outFile, required, size, type Values } from '../shared/options.js';
import { print } from '../shared/output.js';

export const builder = (yargs: Argv) =>
  yargs
    .positional('blobs', { type: 'string', array: true, demandOption: true, describe: 'Blobs of one map' })
    .options(flags({ outFile: required(outFile('File to write')) }))
    .example('$0 pack out/arena.jps.prep out/arena.bounds.prep -o out/arena.prep', 'one file for the game');

export async function handler({ blobs, 'out-file': out }: Values<typeof builder>): Promise<void> {
  const bytes = await Promise.all(blobs.map(readBlobFile));
  blobs.forEach((file, i) => {
    namingBlobs([file], () => inspectBlob(bytes[i]));
  });
  const packed = namingBlobs(blobs, () => packBlobs(bytes));
  await writeFileAtomic(out, packed);
  print(`${blobs.join(' + ')} -> ${out} ${size(packed.length)}`);
}
