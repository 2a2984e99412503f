/** Commands expand patterns that a shell passes on. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { prepIn, temporaryFolder } from '../../test/prep.js';

it('names of files with * are expanded, with slashes of Windows too; a file of that name stays itself', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'two'));
  for (const name of ['two/b.txt', 'two/a.txt', 'two/c.csv', 'x*.txt', 'xy.txt'])
    writeFileSync(join(folder, name), '#.\n..\n');
  const baked = async (...patterns: string[]) => {
    const { stdout, stderr, code } = await prepIn(folder, ['jps', ...patterns, '--json', '-d', 'out']);
    expect([stderr, code]).toEqual(['', 0]);
    return [...stdout.matchAll(/"map": ?"([^"]+)"/g)].map(([, map]) => map);
  };
  expect(await baked('two/*.txt')).toEqual(['two/a.txt', 'two/b.txt']);
  expect(await baked('two\\*.txt')).toEqual(['two/a.txt', 'two/b.txt']);
  expect(await baked('**/b.t*', 'xy.txt')).toEqual(['two/b.txt', 'xy.txt']);
  expect(await baked('x*.txt')).toEqual(['x*.txt']);
  const none = await prepIn(folder, ['query', 'out/*.hpa.prep', '--from', '1,0', '--to', '0,1']);
  expect([none.stderr, none.code]).toEqual([
    'prep: out/*.hpa.prep: no file has such a name; name files, or their folder\n',
    2,
  ]);
});
