/** `prep diff`: what differs between two blobs. */
import type { Argv } from 'yargs';
import { diffBlobs } from '../../src/build.js';
import type { Values } from '../shared/command.js';
import { namingBlobs, readBlobFile } from '../shared/input.js';
import { print, printJson } from '../shared/output.js';

export const builder = (yargs: Argv) =>
  yargs
    .positional('a', { type: 'string', demandOption: true, describe: 'A blob' })
    .positional('b', { type: 'string', demandOption: true, describe: 'Another one' })
    .option('json', { type: 'boolean', default: false, describe: 'Print a JSON list of sentences' })
    .example('$0 diff old/arena.prep out/arena.prep', 'why is it another file?')
    .epilogue('Exit code: 0 the same bytes; 1 they differ; 2 wrong usage, or a file is no blob.');

export async function handler({ a, b, json }: Values<typeof builder>): Promise<void> {
  const [first, second] = await Promise.all([a, b].map(readBlobFile));
  const differences = namingBlobs([a, b], () => diffBlobs(first, second));
  if (json) printJson(differences);
  else print(differences.length > 0 ? differences.join('\n') : 'the same');
  process.exitCode = differences.length > 0 ? 1 : 0;
}
