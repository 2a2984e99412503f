import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTemporaryFolder } from '../test/prep.js';
import { commandsOf } from '../test/readme.js';
import { online } from '../test/topdown.js';

/** The least TypeScript that is promised, and the one that this project is written with. */
const LEAST = '5.7.3';

const folder = makeTemporaryFolder();
afterAll(() => rmSync(folder, { recursive: true }));

function run(cwd: string, command: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  expect({ status, text: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, text: '' });
  return stdout;
}

it('packs at most 2 MB; minified code has lines of at most 600 characters apart from literals', () => {
  const listed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { encoding: 'utf8' });
  const [{ files, size }] = JSON.parse(listed) as [{ files: { path: string }[]; size: number }];
  expect(size).toBeLessThan(2_000_000);
  const paths = files.map(({ path }) => path).filter((path) => /^dist\/(browser|pages)\/.*js$/.test(path));
  expect(paths.length).toBeGreaterThan(5);
  const isLong = (path: string) =>
    readFileSync(path, 'utf8')
      .split('\n')
      .map((line) => line.replace(/(['"`])(?:\\.|(?!\1)[^\\])*\1/g, '').replace(/\b(?:import|export) ?\{.*/, ''))
      .some((line) => line.length > 600);
  expect(paths.filter(isLong)).toEqual([]);
});

describe.skipIf(!online)('the package, installed in an empty folder', () => {
  const installed = join(folder, 'installed');

  beforeAll(() => {
    mkdirSync(installed);
    // Built already: not again, while other tests run.
    const [{ filename }] = JSON.parse(
      execFileSync('npm', ['pack', resolve('.'), '--json', '--ignore-scripts'], {
        cwd: installed,
        encoding: 'utf8',
        stdio: 'pipe',
      }),
    );
    writeFileSync(join(installed, 'package.json'), '{"private":true,"type":"module"}');
    run(
      installed,
      'npm',
      'install',
      `./${filename}`,
      `typescript@${LEAST}`,
      '@types/node@20',
      '--no-audit',
      '--no-fund',
      '--prefer-offline',
    );
  });

  it('does what README and guide say, line by line', () => {
    const [init, build] = commandsOf('README.md');
    for (const command of [init, build]) expect(run(installed, 'npx', 'gridprep', ...command.split(' '))).not.toBe('');
    for (const command of commandsOf('docs/guide/commands.md').filter((line) => !/^(init|build)/.test(line)))
      expect(run(installed, 'npx', 'prep', ...command.split(' '))).not.toBe('');
    expect(run(installed, 'npx', 'gridprep', '--version')).toBe(run(installed, 'npx', 'prep', '--version'));
    const config = JSON.parse(readFileSync(join(installed, 'prep.config.json'), 'utf8'));
    JSON.parse(readFileSync(join(installed, config.$schema), 'utf8'));
  });

  it('is imported from ES modules and required from CommonJS', () => {
    const use =
      "console.log(load(readFileSync('out/courtyard.jps.prep')).findPath(2, 2, 37, 27).cost > 0, typeof readConfig);";
    const names = [
      ['load', 'gridprep/runtime'],
      ['readConfig', 'gridprep'],
      ['readFileSync', 'node:fs'],
    ];
    writeFileSync(
      join(installed, 'use.mjs'),
      names.map(([name, from]) => `import { ${name} } from '${from}';`).join('\n') + use,
    );
    writeFileSync(
      join(installed, 'use.cjs'),
      names.map(([name, from]) => `const { ${name} } = require('${from}');`).join('\n') + use,
    );
    for (const file of ['use.mjs', 'use.cjs']) expect(run(installed, 'node', file)).toBe('true function\n');
  });

  it.each([
    ['gridprep', 'createGrid(0, 5, () => true)', 'each side must be a whole number from 1 to 8192', 'createGrid'],
    ['gridprep', 'readMap("nothing.map")', 'no such file or directory', 'readMap'],
    ['gridprep', 'bakeTable(new Uint8Array(3))', 'magic is 000000', 'bakeTable'],
    ['gridprep', 'bakeHpa(createGrid(9, 9, () => true), { cluster: 1 })', 'cluster', 'bakeHpa'],
    ['gridprep', 'unpackBlob(new Uint8Array(3))', 'magic is 000000', 'unpackAll'],
    ['gridprep', 'inspectBlob(new Uint8Array(9))', 'unusable blob', 'inspectBlob'],
    ['gridprep', 'generateMap("sea")', 'kind is sea; expected one of noise', 'generateMap'],
    ['gridprep/runtime', 'load(new Uint8Array(9))', 'unusable blob', 'load'],
    ['gridprep/runtime', 'loadGrid(0, 1, () => true)', 'each side must be a whole number', 'loadGrid'],
    ['gridprep/runtime', 'flowField(1, [])', 'nav is 1, expected what load gives', 'flowField'],
  ])('prints an uncaught error of %s: %s', (from, call, message, frame) => {
    const name = /\w+(?=\()/.exec(call)?.[0] ?? '';
    const names = [...new Set([name, ...(/createGrid/.test(call) ? ['createGrid'] : [])])].join(', ');
    writeFileSync(join(installed, 'throws.mjs'), `import { ${names} } from '${from}';\nawait ${call};`);
    const { status, stderr } = spawnSync('node', ['throws.mjs'], { cwd: installed, encoding: 'utf8' });
    expect(status).toBe(1);
    expect(stderr.length).toBeLessThan(2000);
    expect(stderr).toContain(message);
    expect(stderr).toMatch(new RegExp(`    at (async |Object\\.)*${frame}`));
  });

  // The entries of bundlers have their types from the bundler, which a project without it lacks; that of imports is global.
  const { exports, peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
  const bundlers = Object.keys(peerDependencies).map((name) => `./${name.replace(/^@(\w+)\/core$/, '$1')}`);
  const entries = Object.keys(exports)
    .filter((name) => !name.includes('json') && !bundlers.includes(name) && name !== './client')
    .map((name) => `gridprep${name.slice(1)}`);
  const newest = resolve('node_modules/typescript/bin/tsc');

  it.each([
    [LEAST, 'nodenext', 'use.mts'],
    [LEAST, 'bundler', 'use.mts'],
    ['newest', 'nodenext', 'use.mts'],
    ['newest', 'bundler', 'use.mts'],
    ['newest', 'nodenext', 'use.cts'],
  ])('has types for TypeScript %s, moduleResolution %s, in %s', (version, resolution, file) => {
    const all = entries.map((from, i) => `import * as m${i} from '${from}';\nconsole.log(m${i});`).join('\n');
    const typed = `import { load } from 'gridprep/runtime';
      const path = load(new Uint8Array(0)).findPath(0, 0, 1, 1);
      export const cells: Uint16Array | undefined = path?.cells;
      // @ts-expect-error it is a number
      export const wrong: string | undefined = path?.cost;`;
    writeFileSync(join(installed, file), `${all}\n${typed}`);
    const module = resolution === 'bundler' ? 'esnext' : 'nodenext';
    const tsc = version === LEAST ? join(installed, 'node_modules/typescript/bin/tsc') : newest;
    const flags = [
      '--strict',
      '--noEmit',
      '--target',
      'es2022',
      '--lib',
      'es2023',
      '--types',
      'node',
      '--skipLibCheck',
      'false',
    ];
    run(installed, 'node', tsc, ...flags, '--module', module, '--moduleResolution', resolution, file);
  });
});

describe('a clone', () => {
  it('does what README and guide say, line by line', () => {
    const clone = join(folder, 'clone');
    execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${resolve('.')}`, clone]);
    // As `npm ci` would leave it.
    symlinkSync(resolve('node_modules'), join(clone, 'node_modules'));
    cpSync('dist', join(clone, 'dist'), { recursive: true });
    // In a folder without maps, as the page has it: init would take the fixtures of the clone for maps.
    const own = join(clone, 'out/own');
    mkdirSync(own);
    for (const command of commandsOf('docs/guide/commands.md'))
      expect(run(own, 'npx', 'prep', ...command.split(' '))).not.toBe('');
    expect(run(clone, 'git', 'status', '--short').replace('?? node_modules\n', '')).toBe('');
  });
});
