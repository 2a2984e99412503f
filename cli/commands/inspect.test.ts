import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { COURTYARD, good, temporaryFolder } from '../../test/prep.js';

it.each([
  ['jps', ''],
  ['bounds', '--boxes cells --no-exact'],
  ['ch', '--zstd-level 3'],
  ['hpa', '--cluster 8 --no-store-paths --levels 2'],
])('options of a blob of %s are the flags that bake it again', async (artifact, given) => {
  const [first, second] = ['a', 'b'].map((name) => join(temporaryFolder(), name));
  const blob = (out: string) => join(out, `courtyard.${artifact}.prep`);
  await good(`${artifact} ${COURTYARD} -d ${first} ${given}`.trim());
  const [, flags = ''] = /^ {2}options +(.*)$/m.exec(await good(`inspect ${blob(first)}`)) ?? [];
  expect(flags).toMatch(/^--/);
  await good(`${artifact} ${COURTYARD} -d ${second} ${flags}`);
  expect(readFileSync(blob(second)).equals(readFileSync(blob(first)))).toBe(true);
});

it('inspect and verify count the same jump points and boxes', async () => {
  const out = temporaryFolder();
  const blobs = ['jps', 'bounds'].map((artifact) => join(out, `courtyard.${artifact}.prep`));
  for (const artifact of ['jps', 'bounds']) await good(`${artifact} ${COURTYARD} -d ${out}`);
  const verified = await good(`verify ${blobs.join(' ')}`);
  expect(await good(`inspect ${blobs[0]}`)).toContain('  contents       858 open cells, 157 jump points\n');
  expect(verified).toContain('  jps: 157 jump points\n');
  expect(await good(`inspect ${blobs[1]}`)).toContain('858 open cells, 157 cells with boxes, 869 boxes\n');
  expect(verified).toMatch(/^ {2}bounds: \d+ of 869 boxes$/m);
});
