/** `npm run docs`: the site of docs/ in out/site, with the reference that TypeDoc makes of the built package's declarations. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = join(here, '../..');
const run = (command, ...argv) =>
  execFileSync(command, argv, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });

if (!existsSync(join(here, 'node_modules'))) run('npm', 'ci', '--no-audit', '--no-fund', '--prefix', here);
if (!existsSync(join(root, 'dist/entry/runtime.d.ts'))) run('npm', 'run', '-s', 'build');
run(process.execPath, join(here, 'node_modules/typedoc/bin/typedoc'), '--options', join(here, 'typedoc.json'));
mkdirSync(join(root, 'docs/public'), { recursive: true });
for (const file of ['dist/browser/gridprep.global.js', 'docs/pictures/page.png'])
  cpSync(join(root, file), join(root, 'docs/public', file.split('/').pop()));
run('npm', 'run', '-s', 'tool', 'playground', '--', 'build');
cpSync(join(root, 'build/playground/index.html'), join(root, 'docs/public/playground.html'));
run(process.execPath, join(here, 'node_modules/vitepress/bin/vitepress.js'), 'build', join(root, 'docs'));
