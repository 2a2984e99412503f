/** The image of a worker: built where Docker is, otherwise checked against the rules that linters have. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const HAS_DOCKER = (() => {
  try {
    execFileSync('docker', ['info'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

/** Instructions of a Dockerfile, with continued lines joined. */
function instructions(text: string): [name: string, value: string][] {
  const lines = text
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, ' ')
    .split('\n')
    .filter(Boolean);
  return lines.map((line) => {
    const [, name, value] = /^([A-Z]+) (.+)$/.exec(line) ?? [];
    return [name, value];
  });
}

describe('the image of a worker', () => {
  const text = readFileSync('docs/Dockerfile', 'utf8');

  it('keeps to the rules: a base with a version, no root, programs without a shell, the packages that a worker needs', () => {
    const all = instructions(text);
    const of = (wanted: string) => all.flatMap(([name, value]) => (name === wanted ? [value] : []));
    expect(all[0]).toEqual(['FROM', expect.stringMatching(/^node:\d+-slim$/)]);
    expect(of('USER')).toEqual(['node']);
    expect(JSON.parse(of('ENTRYPOINT')[0])).toEqual(expect.arrayContaining(['node', 'worker']));
    const { peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
    for (const name of ['bullmq', 'ioredis']) expect(of('RUN')[0]).toContain(`${name}@${peerDependencies[name]}`);
    expect(all.every(([name]) => ['FROM', 'ARG', 'WORKDIR', 'RUN', 'USER', 'ENTRYPOINT'].includes(name))).toBe(true);
    // What starts often installs nothing.
    expect(readFileSync('docs/compose.yaml', 'utf8')).not.toMatch(/npm (install|ci)|npx (grid)?prep worker/);
  });

  it.skipIf(!HAS_DOCKER)('is built (needs Docker)', () => {
    execFileSync('docker', ['build', '-f', 'docs/Dockerfile', '-t', 'gridprep-worker:test', 'docs'], {
      stdio: 'inherit',
    });
    expect(execFileSync('docker', ['run', '--rm', 'gridprep-worker:test', '--help'], { encoding: 'utf8' })).toContain(
      '--cache',
    );
  });
});
