import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inspectBlob } from '../src/engines/inspect.js';
import { readMap } from '../src/maps/read-map.js';
import { good, temporaryFolder } from '../test/prep.js';

const VILLAGE = 'fixtures/inputs/village.tmj';

describe('prep map', () => {
  it('writes forms that are the same map again', async () => {
    const folder = temporaryFolder();
    const files = ['map', 'json', 'csv', 'png'].map((ending) => join(folder, `v.${ending}`));
    for (const file of files) await good(`map ${VILLAGE} -o ${file}`);
    await good(`hpa ${VILLAGE} -d ${folder}`);
    await good('hpa', files[0], '--costs', join(folder, 'v.costs.json'), '-d', folder);
    const prints = ['village', 'v'].map(
      (name) => inspectBlob(readFileSync(join(folder, `${name}.hpa.prep`))).fingerprint,
    );
    expect(prints[0]).toBe(prints[1]);
    const { grid, doors } = await readMap(VILLAGE);
    for (const file of files.slice(1, 3)) expect((await readMap(file)).grid).toEqual(grid);
    expect((await readMap(files[1])).doors).toEqual(doors);
    const { grid: seen } = await readMap(files[3], { png: { threshold: 40 } });
    expect([seen.width, seen.isOpen(1, 1)]).toEqual([10, false]);
  });
});
