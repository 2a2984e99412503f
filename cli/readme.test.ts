import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const readme = readFileSync('README.md', 'utf8');
/** Lines of the README's `sh` blocks that call prep, in order. */
const commands = [...readme.matchAll(/```sh\n([\s\S]*?)```/g)]
  .flatMap(([, block]) => block.split('\n'))
  .filter((line) => /^(npx )?prep /.test(line));
const folder = mkdtempSync(join(tmpdir(), 'gridprep-readme-'));
symlinkSync(join(process.cwd(), 'fixtures'), join(folder, 'fixtures'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('the README', () => {
  it('has prep commands to run', () => {
    expect(commands.length).toBeGreaterThanOrEqual(4);
  });

  it.each(commands)('%s', (command) => {
    const args = command.replace(/^(npx )?prep /, '').split(/\s+/);
    const { status, stderr, stdout } = spawnSync(process.execPath, [join(process.cwd(), 'dist/cli/prep.js'), ...args], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).not.toBe('');
  });

  it('names npm scripts and files that exist', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
    for (const [, script] of readme.matchAll(/npm run ([\w:-]+)/g)) expect(scripts).toHaveProperty(script);
    for (const [, file] of readme.matchAll(/\]\(((?!https?:)[^)#]+)\)/g)) expect(existsSync(file), file).toBe(true);
  });

  it('shows a runtime example that runs', async () => {
    const [, code] = /```ts\n(import[\s\S]*?)```/.exec(readme) as RegExpExecArray;
    expect(code).toContain("from 'gridprep/runtime'");
    const { load } = await import('../src/runtime.js');
    const nav = load(readFileSync(join(folder, 'out/courtyard.jps.prep')));
    expect(nav.findPath(2, 2, 37, 27)?.cost).toBeGreaterThan(0);
  });
});
