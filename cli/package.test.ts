import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../src/testing/prep.js';

/** Does npm reach a registry? Installing takes the packages that this one depends on from there. */
const online = spawnSync('npm', ['ping', '--fetch-retries=0', '--fetch-timeout=5000'], { stdio: 'ignore' }).status === 0;

it.skipIf(!online)(
  'npm pack gives a package that installs in an empty folder and builds there',
  () => {
    const folder = temporaryFolder();
    const run = (command: string, ...args: string[]) =>
      execFileSync(command, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    // Built already: not again, beside the other tests.
    const [{ filename }] = JSON.parse(run('npm', 'pack', resolve('.'), '--json', '--ignore-scripts'));
    writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}');
    run('npm', 'install', `./${filename}`, '--no-audit', '--no-fund', '--prefer-offline');
    mkdirSync(join(folder, 'maps'));
    copyFileSync('fixtures/maps/courtyard.map', join(folder, 'maps/courtyard.map'));
    writeFileSync(
      join(folder, 'prep.config.json'),
      '{"$schema":"./node_modules/gridprep/schema/prep.config.schema.json","inputs":[{"maps":"maps/*.map","artifacts":{"jps":{},"bounds":{},"hpa":{"cluster":10}}}],"out":"out"}',
    );
    expect(run('npx', 'prep', 'build')).toMatch(/^1 maps: 1 built; /m);
    expect(run('npx', 'prep', 'build', '--check')).toMatch(/^1 maps: 1 cached; /m);
    run(
      'npx',
      'prep',
      'verify',
      'out/courtyard.jps.prep',
      'out/courtyard.bounds.prep',
      'out/courtyard.hpa.prep',
      '--against',
      'maps/courtyard.map',
    );
    writeFileSync(
      join(folder, 'build.js'),
      `import { readConfig } from 'gridprep/build';
     import { load } from 'gridprep/runtime';
     import { readFileSync } from 'node:fs';
     const { config } = await readConfig('prep.config.json');
     console.log(config.out, load(readFileSync('out/courtyard.jps.prep')).findPath(2, 2, 37, 27).cost > 0);`,
    );
    expect(run('node', 'build.js')).toBe('out true\n');
    JSON.parse(readFileSync(join(folder, 'node_modules/gridprep/schema/prep.config.schema.json'), 'utf8'));
  },
  240_000,
);
