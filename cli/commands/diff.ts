/** `prep diff`: what differs between two blobs. */
import type { CommandModule } from 'yargs';
import { print, printJson } from '../shared/output.js';

interface Arguments {
  a: string;
  b: string;
  json: boolean;
}

export const diff: CommandModule<object, Arguments> = {
  command: 'diff <a> <b>',
  describe: 'Say what differs between two blobs: map, options, revision, sections',
  builder: (yargs) =>
    yargs
      .positional('a', { type: 'string', demandOption: true, describe: 'A blob' })
      .positional('b', { type: 'string', demandOption: true, describe: 'Another one' })
      .option('json', { type: 'boolean', default: false, describe: 'Print a JSON list of sentences' })
      .example('$0 diff old/arena.prep out/arena.prep', 'why is it another file?')
      .epilogue('Exit code: 0 the same bytes; 1 they differ; 2 wrong usage, or a file is no blob.') as never,
  handler: async ({ a, b, json }) => {
    const { diffBlobs } = await import('../../src/build.js');
    const { namingBlobs, readBlobFile } = await import('../shared/input.js');
    const [first, second] = await Promise.all([a, b].map(readBlobFile));
    const differences = namingBlobs([a, b], () => diffBlobs(first, second));
    if (json) printJson(differences);
    else print(differences.length > 0 ? differences.join('\n') : 'the same');
    process.exitCode = differences.length > 0 ? 1 : 0;
  },
};
