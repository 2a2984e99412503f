/** Counters of the experiments that make their own tables; `npx vitest run --config vitest.long.config.ts FILE -u` updates. */
import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { generateMap } from '../../src/core/generate/generate.js';
import { EXPERIMENTS } from './experiments.js';
import { TABLES } from './special.js';

/** Small maps in place of the collection's. */
const readGrid = (name: string) =>
  generateMap(/rooms|AR/.test(name) ? 'rooms' : /maze/.test(name) ? 'maze' : 'caves', {
    width: 60,
    height: 50,
    seed: 4,
  });

it('counts bytes, shares and hits of the tables that are no pairs of cells', async () => {
  const lines: string[] = [];
  for (const id of ['a49', 'd-steps', 'e32', 'e34']) {
    const maps = EXPERIMENTS.find((one) => one.id === id)?.maps ?? [];
    const [header, ...rows] = await TABLES[id](readGrid, maps);
    const held = [...header.keys()].filter((i) => !/time|µs/.test(`${header[i]}`));
    expect(rows.length).toBeGreaterThan(2);
    for (const cells of [header, ...rows]) lines.push([id, ...held.map((i) => cells[i])].join('; '));
  }
  const file = 'fixtures/bench/counts-tables.txt';
  expect(existsSync(file)).toBe(true);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`../../${file}`);
});
