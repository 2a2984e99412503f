/** Templates; what `prep init` prints and writes for maps is in `recorded.test.ts`. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { version } from '../../src/core/version.js';
import { prepIn, temporaryFolder } from '../../test/prep.js';
import { installSource } from '../shared/install-source.js';

/** Output in a folder of these files, and the files afterwards. */
async function initIn(files: Record<string, string>, ...argv: string[]) {
  const folder = temporaryFolder();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const { code, stdout, stderr } = await prepIn(folder, ['init', ...argv]);
  const read = (name: string) =>
    existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : undefined;
  return { said: stdout + stderr, code, read };
}

describe('prep init', () => {
  it('works in a folder that is named', async () => {
    const { said } = await initIn({}, 'my-game', '--template', 'server');
    expect(said.endsWith('next:\n  cd my-game\n  npm install\n  npm start\n')).toBe(true);
  });

  it('copies a template into an empty folder, and says how it is started', async () => {
    const server = await initIn({}, '--template', 'server');
    expect(server.code).toBe(0);
    expect(server.said.endsWith('next:\n  npm install\n  npm start\n')).toBe(true);
    const { dependencies, ...manifest } = JSON.parse(server.read('package.json') ?? '');
    const template = JSON.parse(readFileSync('examples/node-server/package.json', 'utf8'));
    expect({ ...manifest, dependencies: { ...dependencies, gridprep: template.dependencies.gridprep } }).toEqual(
      template,
    );
    const game = await initIn({}, '--template', 'vite');
    expect(game.said.endsWith('next:\n  npm install\n  npm run dev\n')).toBe(true);
    const full = await initIn({ 'package.json': '{}' }, '--template', 'vite');
    expect([full.said, full.code]).toEqual(['prep: package.json is here already; begin in an empty folder\n', 2]);
  });
});

describe('the package of a template', () => {
  /** Source of gridprep for a game below a project that installed `spec`. */
  function sourceIn(spec: string, ...to: string[]): string {
    const project = realpathSync(temporaryFolder());
    writeFileSync(join(project, 'package.json'), JSON.stringify({ devDependencies: { gridprep: spec } }));
    const game = join(project, 'games', 'my game');
    mkdirSync(game, { recursive: true });
    return installSource(game, join(project, ...to, 'node_modules', 'gridprep', sep));
  }

  it('is the clone that runs, by a relative path', () => {
    const folder = realpathSync(temporaryFolder());
    const path = relative(folder, process.cwd()).split(sep).join('/');
    expect(installSource(folder)).toBe(`file:${path}`);
    expect(existsSync(join(folder, path, 'dist'))).toBe(true);
  });

  it.skipIf(process.platform === 'win32')('is the version where a package.json above is no file, or no JSON', () => {
    const [fifo, text] = [realpathSync(temporaryFolder()), realpathSync(temporaryFolder())];
    execFileSync('mkfifo', [join(fifo, 'package.json')]);
    writeFileSync(join(text, 'package.json'), '{');
    for (const folder of [fifo, text])
      expect(installSource(folder, join(folder, 'node_modules', 'gridprep', sep))).toBe(version);
  });

  it('is the tarball, the address or the version that the running one was installed from', () => {
    expect(sourceIn('file:../gridprep-9.9.9.tgz')).toBe('file:../../../gridprep-9.9.9.tgz');
    expect(sourceIn('file:../gridprep-9.9.9.tgz', 'node_modules', '.pnpm', 'gridprep@9.9.9')).toBe(
      'file:../../../gridprep-9.9.9.tgz',
    );
    expect(sourceIn('https://example.com/gridprep.tgz')).toBe('https://example.com/gridprep.tgz');
    expect(sourceIn('^9.9.9')).toBe(version);
  });
});
