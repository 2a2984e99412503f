/**
 * `npm run example`: an example in this clone, with the package as it is here. Outside of it an example installs gridprep from the registry, and starts with
 * `npm run dev`.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createServer } from 'vite';

const clone = fileURLToPath(new URL('..', import.meta.url));
const root = fileURLToPath(new URL('topdown', import.meta.url));

if (!existsSync(`${clone}/dist/browser/gridprep.global.js`)) execFileSync('npm run build', { cwd: clone, stdio: 'inherit', shell: true });
if (!existsSync(`${root}/node_modules/gridprep`)) {
  mkdirSync(`${root}/node_modules`, { recursive: true });
  symlinkSync(clone, `${root}/node_modules/gridprep`, 'junction');
}
const server = await createServer({ root, server: { fs: { allow: [clone] } } });
await server.listen();
server.printUrls();
