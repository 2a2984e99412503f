/** `prep pack` and `prep unpack`: one file for all that was baked from a map. */
import type { CommandModule } from 'yargs';
import { print } from '../output.js';

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
    const { namingBlobs, readInput } = await import('../input.js');
    const { size } = await import('../options.js');
    const bytes = await Promise.all(blobs.map(readInput));
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
    const { inspectBlob, unpackBlob, writeFileAtomic } = await import('../../src/index.js');
    const { namingBlobs, readInput } = await import('../input.js');
    const { outputName, size } = await import('../options.js');
    const bytes = await readInput(blob);
    const parts = namingBlobs([blob], () => {
      inspectBlob(bytes);
      return unpackBlob(bytes);
    });
    for (const part of parts) {
      const file = join(out, outputName(part.map || basename(blob, '.prep'), part.artifact));
      await writeFileAtomic(file, part.bytes);
      print(`${blob} -> ${file} ${size(part.bytes.length)}`);
    }
  },
};
