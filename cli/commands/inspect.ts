/** `prep inspect`: what a blob says about itself. */
import type { Argv } from 'yargs';
import { type BlobReport, inspectBlob } from '../../src/index.js';
import type { Values } from '../shared/command.js';
import { namingBlobs, readBlobFile } from '../shared/input.js';
import { size } from '../shared/options.js';
import { print, printJson, toJson } from '../shared/output.js';

export const builder = (yargs: Argv) =>
  yargs
    .positional('blob', { type: 'string', demandOption: true, describe: 'Blob to look into' })
    .option('json', { type: 'boolean', default: false, describe: 'Print one JSON object' })
    .example('$0 inspect out/arena.jps.prep', 'check a blob and print what is in it');

export async function handler({ blob, json }: Values<typeof builder>): Promise<void> {
  const bytes = await readBlobFile(blob);
  const report = namingBlobs([blob], () => inspectBlob(bytes));
  if (json) printJson(report);
  else printReport(blob, report);
}

function printReport(blob: string, { sections, metadata, unchecked, ...header }: BlobReport): void {
  print(`${blob}  ${size(header.bytes)}`);
  print(`  format version ${header.formatVersion}, algorithm revision ${header.algorithmRevision}`);
  print(
    `  map            ${header.width} x ${header.height}, ${header.openCells} open cells, ${header.bytesPerOpenCell.toFixed(3)} bytes each`,
  );
  print(`  move rule      ${header.moveRule}`);
  print(`  terrain        ${header.terrain === '' ? '(not from letters)' : header.terrain}`);
  print(`  fingerprint    ${header.fingerprint}`);
  print('  section        type         codec       raw    stored   ratio  crc-32');
  for (const s of sections) {
    const ratio = `${((100 * s.storedLength) / s.rawLength).toFixed(1)} %`;
    print(
      `  ${s.name.padEnd(13)}  ${s.type.padEnd(11)}  ${s.codec.padEnd(5)} ${String(s.rawLength).padStart(9)} ${String(s.storedLength).padStart(9)} ${ratio.padStart(7)}  ${s.crc}`,
    );
  }
  for (const one of metadata) print(`  metadata       ${toJson(one)}`);
  for (const one of unchecked) print(`  not checked    ${one}`);
}
