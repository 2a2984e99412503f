/** `prep diff`: what differs between two blobs. */

import type { Argv } from 'yargs';
import { decompressor } from '../../src/core/blob/decompress.js';
import { unfilled } from '../../src/core/options/option.js';
import { diffBlobs } from '../../src/pipeline/prove/diff.js';
import { CHANGES, changeColor, changesOf } from '../../src/view/changes.js';
import { sceneOf } from '../../src/view/scene.js';
import { css, THEMES } from '../../src/view/theme.js';
import { namingBlobs, readBlobFile } from '../shared/input.js';
import { cellSize, count, flags, json, outFile, size, type Values } from '../shared/options.js';
import { print, printJson, summarize } from '../shared/output.js';
import { checkPicture, writeDrawing } from '../shared/scenes.js';

export const builder = (yargs: Argv) =>
  yargs
    .positional('a', { type: 'string', demandOption: true, describe: 'A blob' })
    .positional('b', { type: 'string', demandOption: true, describe: 'Another one' })
    .options(
      flags({
        json: json('difference'),
        outFile: outFile('Draw the cells that differ: .png or .svg'),
        cellSize: { ...unfilled({ cellSize }).cellSize, flag: { implies: 'out-file' } },
      }),
    )
    .example('$0 diff old/arena.prep out/arena.prep', 'why is it another file?')
    .example('$0 diff old/arena.prep out/arena.prep -o changed.png', 'where?')
    .epilogue('Exit code: 0 the same bytes; 1 they differ; 2 wrong usage, or a file is no blob.');

export async function handler({
  a,
  b,
  json,
  'out-file': draw,
  'cell-size': scale,
}: Values<typeof builder>): Promise<void> {
  if (draw !== undefined) checkPicture(draw);
  const [first, second] = await Promise.all([a, b].map(readBlobFile));
  const differences = namingBlobs([a, b], () => diffBlobs(first, second));
  if (draw !== undefined) await drawChanges([a, b], [first, second], draw, scale, json);
  if (json) {
    for (const difference of differences) printJson({ difference });
    summarize({ differences: differences.length });
  } else print(differences.length > 0 ? differences.join('\n') : 'the same');
  process.exitCode = differences.length > 0 ? 1 : 0;
}

/** A picture of the second map with what differs painted over it; tells the colors, unless only JSON is wanted. */
async function drawChanges(
  names: string[],
  bytes: Uint8Array[],
  out: string,
  scale: number | undefined,
  json: boolean,
): Promise<void> {
  const [before, after] = bytes.map((one, i) => namingBlobs([names[i]], () => sceneOf([one], decompressor)));
  const changes = changesOf(before, after);
  const length = await writeDrawing(out, after, { layers: ['terrain'], scale, changes }, names.join(' -> '));
  if (json) return;
  for (const change of CHANGES)
    if (changes.counts[change] > 0)
      print(
        `${css(changeColor(THEMES.light, change)).slice(0, 7)} ${change.padEnd(8)} ` +
          `${count(changes.counts[change], 'cell')}`,
      );
  print(`wrote ${out} (${size(length)})`);
}
