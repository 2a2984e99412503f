import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** All of the example that is not drawing. */
const FILES = ['game.ts', 'nav-worker.ts', 'vite.config.js'];
const read = (file: string) => readFileSync(`examples/topdown/${file}`, 'utf8');

it('the example game takes fewer than 210 lines apart from drawing', () => {
  const lines = FILES.flatMap((file) => read(file).split('\n')).filter((line) => !/^\s*(\/\/|\/?\*|$)/.test(line));
  expect(lines.length).toBeLessThan(210);
});

it('the example game installs the version that this is, and the bundler that it is tested with', () => {
  const { version, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const example = JSON.parse(read('package.json'));
  expect(example.dependencies).toEqual({ gridprep: version });
  expect(example.devDependencies).toEqual({ typescript: devDependencies.typescript, vite: devDependencies.vite });
});

it.each([
  [
    'phaser',
    'phaser needs its own packages: copy examples/phaser, npm install there, npm run dev (docs/guide/phaser.md)',
  ],
  ['pixi', 'pixi needs its own packages: copy examples/pixi, npm install there, npm run dev (docs/guide/pixi.md)'],
  ['../docs', 'no example is called ../docs; there are topdown, tactics, rogue, node-server, phaser, pixi'],
])('npm run example -- %s says what it takes, and leaves nothing', (name, message) => {
  // Not deeper: an example that has run has a link to this clone.
  const files = () =>
    readdirSync('examples', { withFileTypes: true }).flatMap((one) =>
      one.isDirectory() ? readdirSync(`examples/${one.name}`) : one.name,
    ).length;
  const before = files();
  const { status, stdout, stderr } = spawnSync(process.execPath, ['examples/start.mjs', name], { encoding: 'utf8' });
  expect([status, stdout, stderr]).toEqual([2, '', `${message}\n`]);
  expect(files()).toBe(before);
});

it('the example server installs the versions that it is tested with', () => {
  const { version, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const { dependencies } = JSON.parse(readFileSync('examples/node-server/package.json', 'utf8'));
  expect(dependencies).toEqual({ gridprep: version, ws: devDependencies.ws });
});
