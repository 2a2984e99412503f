/** `npm run demo`, in this clone as it is built. */
import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

it('bakes two maps by every command, asks, and prints a path over its map', () => {
  const { status, stdout } = spawnSync(process.execPath, ['examples/demo.mjs'], { encoding: 'utf8' });
  expect(status).toBe(0);
  expect(stdout.match(/^\$ prep \w+/gm)?.map((line) => line.slice(7))).toEqual([
    ...['jps', 'bounds', 'ch', 'hpa', 'table'],
    ...['query', 'query', 'verify'],
  ]);
  const picture = stdout.split('\n').filter((line) => /^[.#*]{40}$/.test(line));
  expect(picture).toHaveLength(30);
  expect([...picture.join('')].filter((cell) => cell === '*')).toHaveLength(43);
  expect(stdout).toContain('The path over its map: 49.5 steps.');
});
