/** Templates as `init` of a clone makes them: all installed together from the clone, then each is built. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTemporaryFolder, PREP } from '../test/prep.js';
import { online, run } from '../test/topdown.js';

const TEMPLATES = ['vite', 'phaser', 'pixi', 'rogue', 'server'];

describe.skipIf(!online)('the templates', () => {
  const folder = makeTemporaryFolder();
  afterAll(() => rmSync(folder, { recursive: true }));

  beforeAll(() => {
    for (const name of TEMPLATES) run('.', process.execPath, PREP, 'init', join(folder, name), '--template', name);
    // Workspaces share what they install: five installations would take five times as long.
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, workspaces: TEMPLATES }));
    run(folder, 'npm', 'install', '--no-audit', '--no-fund', '--prefer-offline');
  });

  it.each(TEMPLATES)('%s is installed from the clone, and builds', (name) => {
    const game = join(folder, name);
    const { scripts, dependencies } = JSON.parse(readFileSync(join(game, 'package.json'), 'utf8'));
    expect(dependencies.gridprep).toMatch(/^file:\.\.\//);
    if ('typecheck' in scripts) run(game, 'npm', 'run', 'typecheck');
    run(game, 'npm', 'run', 'build' in scripts ? 'build' : 'bake');
    expect(existsSync(join(game, name === 'server' ? 'out/caves.prep' : 'dist/index.html'))).toBe(true);
  });
});
