/**
 * `npm run demo`: all of gridprep in a fresh clone. Installs and builds what is missing, bakes two maps by each command, asks for paths and prints one over its map.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const clone = fileURLToPath(new URL('..', import.meta.url));
process.chdir(clone);
const npm = (...argv) => execFileSync('npm', argv, { stdio: 'inherit', shell: process.platform === 'win32' });
if (!existsSync('node_modules')) npm('ci', '--no-audit', '--no-fund');
if (!existsSync('dist/cli/prep.js') || !existsSync('dist/entry/runtime.js')) npm('run', '-s', 'build');

const folder = 'out/demo';
mkdirSync(folder, { recursive: true });
const maps = ['fixtures/maps/courtyard.map', 'fixtures/maps/spiral.map'];
const prep = (...argv) => {
  console.log(`\n$ prep ${argv.join(' ')}`);
  execFileSync(process.execPath, ['dist/cli/prep.js', ...argv], { stdio: 'inherit' });
};
for (const command of ['jps', 'bounds', 'ch', 'hpa', 'table'])
  prep(command, ...maps, '-d', folder, ...(command === 'hpa' || command === 'table' ? ['--cluster', '10'] : []));
prep('query', `${folder}/courtyard.jps.prep`, `${folder}/courtyard.bounds.prep`, '--from', '2,2', '--to', '37,27');
prep('query', `${folder}/courtyard.hpa.prep`, `${folder}/courtyard.table.prep`, '--from', '2,2', '--to', '37,27');
prep('verify', `${folder}/courtyard.jps.prep`, `${folder}/courtyard.bounds.prep`, '--map', maps[0]);

const { load } = await import('../dist/entry/runtime.js');
const nav = load([readFileSync(`${folder}/courtyard.jps.prep`), readFileSync(`${folder}/courtyard.bounds.prep`)]);
const path = nav.findPath(2, 2, 37, 27);
const rows = Array.from({ length: nav.height }, (_, y) => Array.from({ length: nav.width }, (_, x) => (nav.isOpen(x, y) ? '.' : '#')));
for (let i = 0; i < path.cells.length; i += 2) rows[path.cells[i + 1]][path.cells[i]] = '*';
console.log(
  `\n${rows.map((row) => row.join('')).join('\n')}\n\nThe path over its map: ${path.cost.toFixed(1)} steps. Next: npx gridprep init, npx gridprep --help`,
);
