/** `prep cache`: upkeep of a shared cache in a folder. */
import type { Argv } from 'yargs';
import { text } from '../../src/core/options/option.js';
import { pruneCache, verifyCache } from '../../src/pipeline/cache/upkeep.js';
import { FailedError, UsageError } from '../shared/errors.js';
import { byteCount, count, flags, json, milliseconds, size, type Values } from '../shared/options.js';
import { print, printJson, warn } from '../shared/output.js';

/** The longest time since the last use that can be asked for. */
const CENTURY_MS = 36_525 * 86_400_000;

export const builder = (yargs: Argv) =>
  yargs
    .positional('action', {
      choices: ['prune', 'verify'] as const,
      demandOption: true,
      describe: 'Remove what nobody has used for long, or check every file',
    })
    .positional('cache', {
      type: 'string',
      demandOption: true,
      describe: 'Folder of the cache; servers have their own upkeep',
    })
    .options(
      flags({
        olderThan: text('prune: results unused for this time, as 30d'),
        maxSize: text('prune: the least recently used above this size, as 10GB'),
        json: json('fault'),
      }),
    )
    .example('$0 cache prune /mnt/cache --older-than 30d --max-size 10GB', 'once a night')
    .example('$0 cache verify /mnt/cache', 'does every file have the bytes that its name says')
    .epilogue(
      'Builds may go on meanwhile: what is missing they bake, and what is younger than an hour stays. Exit code: 0 ' +
        'done; 1 verify found a fault; 2 wrong usage.',
    );

export async function handler({ action, cache, json, ...argv }: Values<typeof builder>): Promise<void> {
  const { 'older-than': olderThan, 'max-size': maxSize } = argv;
  if (action === 'verify') {
    const { files, bytes, faults } = await verifyCache(cache);
    if (json) printJson({ files, bytes, faults });
    else for (const fault of faults) warn(`prep: ${fault}`);
    if (faults.length > 0)
      throw new FailedError(
        `${count(faults.length, 'fault')} in ${count(files, 'file')}; builds ignore these files and write them again`,
      );
    if (!json) print(`${count(files, 'file')}, ${size(bytes)}: no fault`);
    return;
  }
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
