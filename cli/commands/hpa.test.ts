import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bad, COURTYARD, firstObject, good, temporaryFolder } from '../../test/prep.js';

function costsFile(folder: string, content: string): string {
  const file = join(folder, 'costs.json');
  writeFileSync(file, content);
  return file;
}

it('prep hpa refuses walls between cells and names the map', async () => {
  const walls = join(temporaryFolder(), 'walls.json');
  writeFileSync(walls, '[[1,1,"north"]]');
  await bad(
    `hpa ${COURTYARD} --walls ${walls}`,
    `${COURTYARD}: abstractions of HPA* are for maps without walls between cells, and this map has them; bake it with prep ch`,
  );
});

describe('prep hpa', () => {
  it('writes OUT/NAME.hpa.prep, which prep query and prep inspect read', async () => {
    const out = temporaryFolder();
    await good(`hpa ${COURTYARD} -d ${out} --cluster 10 --levels 2`);
    const blob = join(out, 'courtyard.hpa.prep');
    const { metadata } = firstObject(await good(`inspect ${blob} --json`));
    expect(metadata[0].options).toMatchObject({ cluster: 10, levels: 2, merge: 2, entranceWidth: 6, paths: true });
    expect(await good(`verify ${blob} --scenarios ${COURTYARD}.scen`)).toMatch(/ hpa +30 +30 /);
    expect(await good(`query ${blob} --from 1,1 --to 4,3`)).toMatch(/^cost 4\.4142, 5 cells/);
  });

  it('writes the same bytes at any number of threads, fewer without paths', async () => {
    const sizes = await Promise.all(
      [['--threads', '1'], ['--threads', '2'], ['--no-store-paths']].map(async (options) => {
        const out = temporaryFolder();
        await good(`hpa ${COURTYARD} -d ${out}`, ...options);
        return readFileSync(join(out, 'courtyard.hpa.prep'));
      }),
    );
    expect(sizes[1]).toEqual(sizes[0]);
    expect(sizes[2].length).toBeLessThan(sizes[0].length);
  });

  it('does not compress the layout mapped unless a codec is named', async () => {
    const out = temporaryFolder();
    const codecOf = async (...options: string[]) => {
      await good(`hpa ${COURTYARD} -d ${out} --layout mapped`, ...options);
      const { metadata } = firstObject(await good(`inspect ${join(out, 'courtyard.hpa.prep')} --json`));
      return metadata[0].options.codec;
    };
    expect(await codecOf()).toBe('none');
    expect(await codecOf('--codec', 'zstd')).toBe('zstd');
  });

  it('prices terrain with --costs', async () => {
    const out = temporaryFolder();
    const line = await good(`hpa ${COURTYARD} -d ${out} --costs ${costsFile(out, '{"G":3,"S":9}')}`);
    expect(line.split('\n')[1]).toBe(
      '  hpa is near-optimal, some paths cost a fifth more where high costs are dense; ' +
        'below 1024 x 1024 cells prep ch --costs is optimal and answers faster',
    );
    expect(await good(`hpa ${COURTYARD} -d ${out}`)).not.toContain('prep ch');
    const priced = ['hpa', COURTYARD, '-d', out, '--costs', costsFile(out, '{"G":3,"S":9}')];
    expect(firstObject(await good(...priced, '--json')).better).toBe('ch');
    const blob = join(out, 'courtyard.hpa.prep');
    const path = (engine: string) => good(`query ${blob} --from 5,9 --to 33,9 --engine ${engine} --json`);
    const [hpa, astar] = [firstObject(await path('hpa')), firstObject(await path('astar'))];
    expect(hpa.cost).toBeGreaterThan(40);
    expect(hpa.cost).toBeGreaterThanOrEqual(astar.cost);
    expect(hpa.cost).toBeLessThan(1.1 * astar.cost);
  });

  it.each([
    ['[1]', ': expected a JSON object, cost by letter, for example {".":1,"S":3}, or a list of rows of costs'],
    ['{', ': expected a JSON object, cost by letter, for example {".":1,"S":3}, or a list of rows of costs'],
    ['{"T":2}', ': a cost is given for "T", which is not open; letters read as open are ".GS", see --terrain'],
    ['{"S":0}', ': the cost of "S" is 0, allowed is a whole number from 1 to 255'],
    ['{"S":"3"}', ': the cost of "S" is "3", allowed is a whole number from 1 to 255'],
  ])('refuses costs %s', async (content, message) => {
    const file = costsFile(temporaryFolder(), content);
    await bad(`hpa ${COURTYARD} --costs ${file}`, file + message);
  });
});
