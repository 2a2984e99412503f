/** The mission, from a map to the answers of a loaded blob, is independent: copied without the other wings it compiles, tests of each room pass, and its commands bake. */
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { existing } from '../tools/places.mjs';
import { besideMission, closureOf, isMission, SETUP, WINGS } from './mission.js';
import { temporaryFolder } from './prep.js';

/** Files that replace a module, or need an unused one. */
const ALONE = existing('src/engines/bounds/build.test.ts', 'src/engines/jps/wasm/buffers.test.ts');

/** Commands that bake and look at what was baked. */
const COMMANDS = ['jps', 'bounds', 'ch', 'hpa', 'table', 'inspect', 'pack', 'map', 'generate'];
/** Files outside the mission that these read: configs that name maps, the record of a build next to its outputs, folders of worlds. */
const BESIDE_COMMANDS = existing(
  ...['cli', 'src/pipeline/build', 'src/pipeline/config', 'src/pipeline/estimate', 'src/world'],
);

/** An entry of the list of commands: usage, description and import. */
const ENTRY = /\[\s*'[^']*',\s*'[^']*',\s*\(\) => import\('\.\/commands\/(\w+)\.js'\),?\s*\],/g;

/** A test file of each room. */
function firstTests(): string[] {
  const rooms = new Map<string, string>();
  for (const wing of WINGS) {
    const tests = readdirSync(wing, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.test.ts'));
    for (const file of tests.map((name) => `${wing}/${name}`).sort())
      if (!ALONE.includes(file) && !file.endsWith('.long.test.ts') && !rooms.has(dirname(file)))
        rooms.set(dirname(file), file);
  }
  return [...rooms.values()];
}

it('compiles, and a test of each room passes, without the other wings', () => {
  const folder = temporaryFolder();
  for (const wing of WINGS) cpSync(wing, join(folder, wing), { recursive: true });
  mkdirSync(join(folder, 'test'));
  for (const file of besideMission()) copyFileSync(file, join(folder, file));
  const kept = new Set<string>();
  const main = readFileSync('cli/main.ts', 'utf8').replaceAll(ENTRY, (entry, name) => {
    if (COMMANDS.includes(name)) kept.add(name);
    return COMMANDS.includes(name) ? entry : '';
  });
  expect([...kept].sort()).toEqual([...COMMANDS].sort());
  const commands = closureOf(['cli/prep.ts'], (file) => (file === 'cli/main.ts' ? main : readFileSync(file, 'utf8')));
  for (const file of commands.filter((one) => !isMission(one))) {
    const room = BESIDE_COMMANDS.find((one) => file.startsWith(`${one}/`));
    expect(room, `${file} is no part of the mission's commands`).toBeDefined();
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    writeFileSync(join(folder, file), file === 'cli/main.ts' ? main : readFileSync(file));
  }
  for (const name of ['node_modules', 'fixtures', 'docs']) symlinkSync(resolve(name), join(folder, name));
  copyFileSync('package.json', join(folder, 'package.json'));
  const config = JSON.parse(readFileSync('tsconfig.json', 'utf8'));
  Object.assign(config, { include: ['src', 'test', 'cli'], exclude: ['src/engines/*/wasm/assembly'] });
  Object.assign(config.compilerOptions, { noEmit: false, outDir: 'build', rootDir: '.' });
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  execFileSync('node', [resolve('node_modules/typescript/bin/tsc'), '-p', '.'], { cwd: folder, stdio: 'pipe' });
  const prep = (...argv: string[]) =>
    execFileSync('node', ['build/cli/prep.js', ...argv], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
  for (const artifact of ['jps', 'bounds', 'ch', 'hpa', 'table']) prep(artifact, 'fixtures/maps/courtyard.map');
  prep('pack', ...['jps', 'bounds'].map((name) => `out/courtyard.${name}.prep`), '-o', 'out/courtyard.prep');
  expect(prep('inspect', 'out/courtyard.prep')).toContain('bounds');
  expect(prep('--help')).not.toContain('worker');
  const shared = { setupFiles: SETUP, testTimeout: 180_000 };
  const test = { include: firstTests(), isolate: false, ...shared };
  writeFileSync(join(folder, 'vitest.config.mjs'), `export default ${JSON.stringify({ test })};`);
  const { GRIDPREP_SAMPLES: _, ...env } = process.env;
  const { status, stderr } = spawnSync('node', [resolve('node_modules/vitest/vitest.mjs'), 'run'], {
    ...{ cwd: folder, encoding: 'utf8', env, maxBuffer: 1 << 26 },
  });
  expect({ status, failed: stderr.split('\n').filter((line) => line.includes('FAIL')) }).toEqual({
    status: 0,
    failed: [],
  });
}, 600_000);
