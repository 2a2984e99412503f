import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { decodePicture } from '../../test/decode-picture.js';
import { firstObject, good, COURTYARD as MAP, makeTemporaryFolder } from '../../test/prep.js';

const folder = makeTemporaryFolder();
const out = (name: string) => join(folder, name);
const jps = out('courtyard.jps.prep');
beforeAll(() => good(`jps ${MAP} -d ${folder}`));

it('draws a map, and says what its colors mean', async () => {
  expect(await good(`draw ${MAP} -o ${out('a.png')} -l terrain,components --cell-size 4`)).toMatch(
    /^terrain {5}#f5f2e8 open, #1e1e2e blocked\ncomponents {2}#\w{6} component 1, #\w{6} component 2\nwrote .*a\.png \(\d+(\.\d)? k?B\)\n$/,
  );
  expect(await decodePicture(readFileSync(out('a.png')))).toMatchObject({ width: 160, height: 120 });
  const { legend } = firstObject(await good(`draw ${MAP} -o ${out('a.svg')} --json --area 2,2,8,6 --theme dark`));
  expect(legend).toEqual({
    terrain: [
      { color: '#343b4aff', text: 'open' },
      { color: '#000000ff', text: 'blocked' },
    ],
  });
  expect(readFileSync(out('a.svg'), 'utf8')).toContain('viewBox="2 2 8 6"');
});

it('draws a legend below the map', async () => {
  const query = ['--from', '2,2', '--to', '37,27', '-l', 'terrain,search', '--cell-size', '8', '--legend'];
  expect(await good(`draw ${jps}`, ...query, '-o', out('f.svg'))).toMatch(/\npath +#e6007a path\n/);
  expect(readFileSync(out('f.svg'), 'utf8')).toMatch(/stroke="#e6007a"[\s\S]*>expanded, from first to last<\/text>/);
  await good(`draw ${jps}`, ...query, '-o', out('f.png'));
  const picture = await decodePicture(readFileSync(out('f.png')));
  expect(picture.height).toBeGreaterThan(240);
  expect(picture.pixels.subarray(picture.width * 240).includes(0xe6007aff)).toBe(true);
});
