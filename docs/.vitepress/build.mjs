/** `npm run docs`: the site of docs/ in out/site, with the reference that TypeDoc makes of the built package's declarations. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateRawSync } from 'node:zlib';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = join(here, '../..');
const run = (command, ...argv) =>
  execFileSync(command, argv, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' });

if (!existsSync(join(here, 'node_modules'))) run('npm', 'ci', '--no-audit', '--no-fund', '--prefix', here);
if (!existsSync(join(root, 'dist/entry/runtime.d.ts'))) run('npm', 'run', '-s', 'build');
run(process.execPath, join(here, 'node_modules/typedoc/bin/typedoc'), '--options', join(here, 'typedoc.json'));
// TypeDoc's own first page lists four entries; this one lists tasks.
cpSync(join(here, 'reference.md'), join(root, 'docs/reference/index.md'));
mkdirSync(join(root, 'docs/public'), { recursive: true });
cpSync(join(root, 'dist/browser/gridprep.global.js'), join(root, 'docs/public/gridprep.global.js'));
// The first page: the town, and a cave on which two engines race.
run(process.execPath, join(root, 'examples/start.mjs'), 'topdown', join(root, 'docs/public/town'));
const prep = (...argv) => run(process.execPath, join(root, 'dist/cli/prep.js'), ...argv);
prep('generate', 'caves', '--width', '192', '--height', '108', '--seed', '7', '-o', join(root, 'build/race.map'));
for (const artifact of ['jps', 'bounds']) prep(artifact, join(root, 'build/race.map'), '-d', join(root, 'docs/public'));
// The figures of "How it works".
const courtyard = join(root, 'fixtures/maps/courtyard.map');
for (const artifact of ['jps', 'bounds', 'hpa'])
  prep(artifact, courtyard, '-d', join(root, 'docs/public'), ...(artifact === 'hpa' ? ['--cluster', '10'] : []));
// Posters where there is no JavaScript.
for (const name of ['town', 'race', 'traffic'])
  cpSync(join(root, `docs/pictures/${name}.jpg`), join(root, `docs/public/${name}.jpg`));
run('npm', 'run', '-s', 'tool', 'playground', '--', 'build');
// The playground of the site opens with the cave, which it bakes.
const cave = deflateRawSync(readFileSync(join(root, 'build/race.map'))).toString('base64url');
const page = readFileSync(join(root, 'build/playground/site.html'), 'utf8');
cpSync(join(root, 'build/playground/readers'), join(root, 'docs/public/readers'), { recursive: true });
writeFileSync(
  join(root, 'docs/public/playground.html'),
  page.replace('<meta', () => `<script>location.hash ||= 'file=cave.map:${cave}'</script>\n<meta`),
);
run(process.execPath, join(here, 'node_modules/vitepress/bin/vitepress.js'), 'build', join(root, 'docs'));
