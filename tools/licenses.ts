/**
 * Licenses of what the package installs: `npm run tool licenses`.
 *
 * Every dependency, and theirs, as the lock file has them, with version and license; fails where one has none.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { printTable } from './maps.js';

interface Locked {
  version: string;
  dev?: boolean;
  devOptional?: boolean;
  optional?: boolean;
  peer?: boolean;
  license?: string;
}
const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> };

const rows = Object.entries(packages)
  .filter(([path, { dev, devOptional, optional, peer }]) => path !== '' && !(dev || devOptional || optional || peer))
  .map(([path, { version, license = licenseOf(path) }]) => [path.replace(/^.*node_modules\//, ''), version, license]);
printTable(['package', 'version', 'license'], rows);
if (rows.some(([, , license]) => license === '')) process.exitCode = 1;

/** License as the installed package states it; blank where it is not installed or says nothing. */
function licenseOf(path: string): string {
  try {
    const { license } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as { license?: string };
    return license ?? '';
  } catch {
    return '';
  }
}
