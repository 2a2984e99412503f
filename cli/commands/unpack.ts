/** `prep unpack`: a packed file taken apart again. */

import { basename, join } from 'node:path';
import type { Argv } from 'yargs';
import { inspectBlob } from '../../src/core/artifacts/inspect.js';
import { unpackAll } from '../../src/core/blob/agents.js';
import { BlobError } from '../../src/core/errors.js';
import { writeFileAtomic } from '../../src/core/files/atomic.js';
import { namingBlobs, readBlobFile } from '../shared/input.js';
import { flags, outDir, outputName, size, type Values } from '../shared/options.js';
import { print } from '../shared/output.js';

export const builder = (yargs: Argv) =>
  yargs
    .positional('blob', { type: 'string', demandOption: true, describe: 'File written by prep pack' })
    .options(flags({ outDir: { ...outDir, default: 'out' } }))
    .example('$0 unpack out/arena.prep -d parts', 'write parts/arena.jps.prep and parts/arena.bounds.prep');

export async function handler({ blob, 'out-dir': out }: Values<typeof builder>): Promise<void> {
  const bytes = await readBlobFile(blob);
  const parts = namingBlobs([blob], () => {
    inspectBlob(bytes);
    return unpackAll(bytes);
  });
  const files = parts.map((part) => join(out, outputName(part.map || basename(blob, '.prep'), part.artifact)));
  const twice = files.find((file, i) => files.indexOf(file) < i);
  if (twice !== undefined)
    throw new BlobError(`${blob}: two of its artifacts would be written to ${twice}; pack one of each`, 'duplicate');
  for (const [i, part] of parts.entries()) {
    const file = files[i];
    await writeFileAtomic(file, part.bytes);
    print(`${blob} -> ${file} ${size(part.bytes.length)}`);
  }
}
