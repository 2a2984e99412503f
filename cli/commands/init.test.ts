/** Templates; what `prep init` prints and writes for maps is in `recorded.test.ts`. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { prepIn, temporaryFolder } from '../../test/prep.js';

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
    const { said, read } = await initIn({}, 'my-game', '--template', 'server');
    expect(said.endsWith('next:\n  cd my-game\n  npm install\n  npm start\n')).toBe(true);
    expect(read('my-game/package.json')).toBe(readFileSync('examples/node-server/package.json', 'utf8'));
  });

  it('copies a template into an empty folder, and says how it is started', async () => {
    const server = await initIn({}, '--template', 'server');
    expect(server.code).toBe(0);
    expect(server.said.endsWith('next:\n  npm install\n  npm start\n')).toBe(true);
    expect(server.read('package.json')).toBe(readFileSync('examples/node-server/package.json', 'utf8'));
    const game = await initIn({}, '--template', 'vite');
    expect(game.said.endsWith('next:\n  npm install\n  npm run dev\n')).toBe(true);
    const full = await initIn({ 'package.json': '{}' }, '--template', 'vite');
    expect([full.said, full.code]).toEqual(['prep: package.json is here already; begin in an empty folder\n', 2]);
  });
});
