/** Output folders of strangers: records and outputs that ask a build to read very much. */
import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { writeMap } from '../../../test/maps.js';
import { temporaryFolder } from '../../../test/prep.js';
import { parseConfig } from '../config/config.js';
import { findTargets } from '../config/targets.js';
import { build } from './build.js';
import { readRecord, writeRecord } from './record.js';
import { sumOf } from './worlds.js';

let folder: string;
const at = (...names: string[]) => join(folder, ...names);
const OUTPUT = 'a.jps.prep';

beforeEach(async () => {
  folder = temporaryFolder();
  mkdirSync(at('maps'));
  writeMap(at('maps/a.map'), 'noise', 10, 0.2, 1);
  await reasons();
});

async function reasons(): Promise<string[]> {
  const targets = await findTargets(
    parseConfig({ inputs: [{ maps: 'maps/*.map', artifacts: { jps: {} } }] }),
    folder,
    'F',
  );
  const { rows, faults } = await build(targets, { folder, out: at('out'), threads: 1 });
  expect(faults).toEqual([]);
  return rows.flatMap(({ status, reason }) => [status, reason ?? '']);
}

it('an output larger than memory is damaged, and is replaced', async () => {
  truncateSync(at('out', OUTPUT), 2 ** 31 + 1);
  expect(await reasons()).toEqual(['built', 'output is damaged']);
  expect(await reasons()).toEqual(['cached', '']);
});

it('files of a record that no reader would read together have changed', async () => {
  writeFileSync(at('maps/large'), '');
  truncateSync(at('maps/large'), 100 << 20);
  const { sha256 } = await sumOf(at('maps/large'));
  const record = await readRecord(at('out'));
  const entry = record.get(OUTPUT);
  expect(entry).toBeDefined();
  const beside = Object.fromEntries(['large', './large', '../maps/large'].map((file) => [file, sha256]));
  if (entry) record.set(OUTPUT, { ...entry, beside });
  await writeRecord(at('out'), record);
  expect(await reasons()).toEqual(['built', '../maps/large changed']);
});
