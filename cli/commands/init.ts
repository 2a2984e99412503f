/** `prep init`: a config to start with. */
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Argv } from 'yargs';
import { writeFileAtomic } from '../../src/index.js';
import { UsageError } from '../shared/errors.js';
import { print } from '../shared/output.js';

/** The examples, which the package has, too. */
const EXAMPLES = fileURLToPath(new URL('../../../fixtures/maps/', import.meta.url));
const CONFIG = 'prep.config.json';
const SCHEMA = './node_modules/gridprep/schema/prep.config.schema.json';

export const builder = (yargs: Argv) => yargs.example('$0 init && $0 build', 'from nothing to blobs');

/** @throws {UsageError} if there is a config; maps that are there stay as they are */
export async function handler(): Promise<void> {
  const there = readdirSync('.').find((name) => name.startsWith('prep.config.'));
  if (there !== undefined) throw new UsageError(`${there} is here already; prep build builds what it says`);
  if (!existsSync('maps')) {
    for (const name of readdirSync(EXAMPLES)) await write(join('maps', name), await readFile(join(EXAMPLES, name)));
  }
  const config = {
    ...(existsSync(SCHEMA) && { $schema: SCHEMA }),
    inputs: [{ maps: 'maps/**/*.map', artifacts: { jps: {}, bounds: {} } }],
    out: 'out',
  };
  await write(CONFIG, Buffer.from(`${JSON.stringify(config, undefined, 2)}\n`));
}

async function write(file: string, bytes: Uint8Array): Promise<void> {
  await writeFileAtomic(file, bytes);
  print(`wrote ${file}`);
}
