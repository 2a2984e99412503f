/** The benchmark maps that the commands for developers run on. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { table } from '../cli/shared/output.js';

const DEFAULT_FOLDER = '../shared/maps';

/** Map files named by the arguments: files, or folders searched for `.map` files; the benchmark maps when there are none. */
export function mapFiles(args: string[]): string[] {
  const roots = args.length > 0 ? args : [DEFAULT_FOLDER];
  return roots.flatMap((root) => {
    if (!existsSync(root)) throw new Error(`${root}: no such file or folder; name maps or folders of maps`);
    if (!statSync(root).isDirectory()) return [root];
    return readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.map'))
      .sort()
      .map((file) => join(root, file));
  });
}

/** Prints rows as a table, the first column to the left, the others to the right. */
export function printTable(header: string[], rows: (string | number)[][]): void {
  console.log(table([header, ...rows].map((row) => row.map(String))).join('\n'));
}
