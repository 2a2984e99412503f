import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/prep.js';
import { parseConfig } from './config.js';
import { findTargets } from './targets.js';

const RECORD = 'fixtures/terminal/refused-configs.txt';
/** Files next to the configs. */
const FILES = { 'maps/a.map': '', 'list.json': '[]', 'null.json': 'null', 'text.json': '"a"' };

it('each config of the record is refused with the place and what is allowed; record new ones with -u', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'maps'));
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
  const refusal = async (config: string) => {
    try {
      await findTargets(parseConfig(JSON.parse(config), 'FILE'), folder, 'FILE');
      return 'taken';
    } catch (error) {
      return `${(error as Error).name}: ${(error as Error).message}`.replaceAll(folder, 'FOLDER');
    }
  };
  const configs = readFileSync(RECORD, 'utf8').match(/^[[{].*/gm) ?? [];
  const all = configs.map(async (config) => `${config}\n${await refusal(config)}\n`);
  await expect((await Promise.all(all)).join('\n')).toMatchFileSnapshot(`../../../${RECORD}`);
});
