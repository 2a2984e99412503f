/** `prep cache`: upkeep of a shared cache in a folder. */
import type { Argv } from 'yargs';
import { text } from '../../src/core/options/option.js';
import { pruneCache } from '../../src/pipeline/cache/upkeep.js';
import { UsageError } from '../shared/errors.js';
import { byteCount, count, flags, json, milliseconds, size, type Values } from '../shared/options.js';
import { print, printJson } from '../shared/output.js';

/** The longest time since the last use that can be asked for. */
const CENTURY_MS = 36_525 * 86_400_000;

export const builder = (yargs: Argv) =>
  yargs
    .positional('action', {
      choices: ['prune'] as const,
      demandOption: true,
      describe: 'Remove what nobody has used for long',
    })
    .positional('cache', {
      type: 'string',
      demandOption: true,
      describe: 'Folder of the cache; servers have their own upkeep',
    })
    .options(
      flags({
        olderThan: text('Remove results unused for this time, as 30d'),
        maxSize: text('Remove the least recently used above this size, as 10GB'),
        json: json('cache'),
      }),
    )
    .example('$0 cache prune /mnt/cache --older-than 30d --max-size 10GB', 'once a night')
    .epilogue('Builds may go on meanwhile: what is missing they bake, and what is younger than an hour stays.');

export async function handler({ cache, json, ...argv }: Values<typeof builder>): Promise<void> {
  const { 'older-than': olderThan, 'max-size': maxSize } = argv;
  if (olderThan === undefined && maxSize === undefined)
    throw new UsageError('prune needs --older-than, --max-size or both');
  const report = await pruneCache(cache, {
    ...(olderThan !== undefined && { olderThanMs: milliseconds('older-than', olderThan, 1000, CENTURY_MS) }),
    ...(maxSize !== undefined && { maxBytes: byteCount('max-size', maxSize, '10GB') }),
  });
  if (json) return printJson(report);
  print(
    `removed ${report.removedFiles} of ${count(report.files, 'file')}, ${size(report.removedBytes)} of ` +
      `${size(report.bytes)}`,
  );
}
