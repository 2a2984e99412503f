/**
 * `npm run example` and `npm run example -- node-server`: an example in this clone, with the package as it is here. Outside of it an example installs gridprep from the
 * registry, and starts with `npm run dev` or `npm start`. `npm run example -- topdown FOLDER` builds the town to files, for the site.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const clone = fileURLToPath(new URL('..', import.meta.url));
const [, , name = 'topdown', outDir] = process.argv;
const root = fileURLToPath(new URL(name, import.meta.url));
/** Examples that run in a clone; the others need packages that it does not have. */
const HERE = ['topdown', 'tactics', 'rogue', 'node-server'];
if (!HERE.includes(name)) {
  console.error(
    existsSync(`${root}/package.json`)
      ? `${name} needs its own packages: copy examples/${name}, npm install there, npm run dev (docs/guide/${name}.md)`
      : `no example is called ${name}; there are ${HERE.join(', ')}, phaser, pixi`,
  );
  process.exit(2);
}

if (!existsSync(`${clone}/dist/browser/gridprep.global.js`)) execFileSync('npm run build', { cwd: clone, stdio: 'inherit', shell: true });
if (!existsSync(`${root}/node_modules/gridprep`)) {
  mkdirSync(`${root}/node_modules`, { recursive: true });
  symlinkSync(clone, `${root}/node_modules/gridprep`, 'junction');
}

if (name !== 'node-server') {
  if (name === 'tactics') execFileSync(process.execPath, [`${root}/bake.js`], { stdio: 'inherit' });
  const { build, createServer } = await import('vite');
  if (outDir) {
    await build({ root, logLevel: 'warn', build: { outDir: resolve(outDir), emptyOutDir: true } });
    process.exit();
  }
  const server = await createServer({ root, server: { fs: { allow: [clone] } } });
  await server.listen();
  server.printUrls();
} else {
  process.chdir(root);
  const prep = (...argv) => execFileSync(process.execPath, [`${clone}/dist/cli/prep.js`, ...argv], { stdio: 'inherit' });
  prep('generate', 'caves', '--width', '256', '--height', '256', '--seed', '7', '-o', 'maps/caves.map');
  prep('build');
  await import(`./${name}/demo.js`);
}
