/**
 * Runs around `npm pack`: packs `package.json` without its scripts, of which npm 11 takes `prepare` for one that an install runs. `--restore` puts the
 * file back.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

const KEPT = 'build/package.json';
if (process.argv.includes('--restore')) {
  if (existsSync(KEPT)) renameSync(KEPT, 'package.json');
} else {
  const text = readFileSync('package.json', 'utf8');
  const { scripts: _, ...manifest } = JSON.parse(text);
  mkdirSync('build', { recursive: true });
  writeFileSync(KEPT, text);
  writeFileSync('package.json', `${JSON.stringify(manifest, undefined, 2)}\n`);
}
