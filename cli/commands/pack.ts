/** `prep pack` and `prep unpack`: one file for all that was baked from a map. */
import type { CommandModule } from 'yargs';
import { print } from '../shared/output.js';

interface PackArguments {
  blobs: string[];
  out: string;
}

export const pack: CommandModule<object, PackArguments> = {
  command: 'pack <blobs..>',
  describe: 'Merge the blobs of one map into one file',
  builder: (yargs) =>
    yargs
      .positional('blobs', { type: 'string', array: true, demandOption: true, describe: 'Blobs of one map' })
      .option('out', { alias: 'o', type: 'string', demandOption: true, requiresArg: true, describe: 'File to write' })
      .example('$0 pack out/arena.jps.prep out/arena.bounds.prep -o out/arena.prep', 'one file for the game') as never,
  handler: async ({ blobs, out }) => {
    const { inspectBlob, packBlobs, writeFileAtomic } = await import('../../src/index.js');
    const { namingBlobs, readBlobFile } = await import('../shared/input.js');
    const { size } = await import('../shared/options.js');
    const bytes = await Promise.all(blobs.map(readBlobFile));
    blobs.forEach((file, i) => {
      namingBlobs([file], () => inspectBlob(bytes[i]));
    });
    const packed = namingBlobs(blobs, () => packBlobs(bytes));
    await writeFileAtomic(out, packed);
    print(`${blobs.join(' + ')} -> ${out} ${size(packed.length)}`);
  },
};

interface UnpackArguments {
  blob: string;
  out: string;
}

export const unpack: CommandModule<object, UnpackArguments> = {
  command: 'unpack <blob>',
  describe: 'Take a packed file apart into the blobs it was made from',
  builder: (yargs) =>
    yargs
      .positional('blob', { type: 'string', demandOption: true, describe: 'File written by prep pack' })
      .option('out', { alias: 'o', type: 'string', default: 'out', requiresArg: true, describe: 'Folder to write to' })
      .example('$0 unpack out/arena.prep -o parts', 'write parts/arena.jps.prep and parts/arena.bounds.prep') as never,
  handler: async ({ blob, out }) => {
    const { basename, join } = await import('node:path');
    const { BlobError, inspectBlob, unpackBlob, writeFileAtomic } = await import('../../src/index.js');
    const { namingBlobs, readBlobFile } = await import('../shared/input.js');
    const { outputName, size } = await import('../shared/options.js');
    const bytes = await readBlobFile(blob);
    const parts = namingBlobs([blob], () => {
      inspectBlob(bytes);
      return unpackBlob(bytes);
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
  },
};
