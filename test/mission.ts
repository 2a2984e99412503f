/** The mission, from a map to the answers of a loaded blob: its wings, and the files of `test/` that their tests import. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { existing } from '../tools/places.mjs';

export const WINGS = existing(...['core', 'maps', 'lint', 'engines', 'runtime'].map((wing) => `src/${wing}`));
export const isMission = (file: string) => WINGS.some((wing) => file.startsWith(`${wing}/`));
/** Setup files of its tests. */
export const SETUP = ['test/seed.ts', 'test/equal-arrays.ts'];

/** Files with all that they import, as paths from the project's folder. */
export function closureOf(files: readonly string[], read = (file: string) => readFileSync(file, 'utf8')): string[] {
  const all = new Set(files);
  for (const file of all) {
    for (const [, name] of read(file).matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)\.js'/g)) {
      const target = `${posix.join(posix.dirname(file), name)}.ts`;
      if (existsSync(target)) all.add(target);
    }
  }
  return [...all];
}

/** Files outside the mission that it and its tests import, including workers of tests. */
export function besideMission(): string[] {
  const local = WINGS.flatMap((wing) =>
    readdirSync(wing, { recursive: true, encoding: 'utf8' }).map((file) =>
      posix.join(wing, file.replaceAll('\\', '/')),
    ),
  );
  const workers = readdirSync('test').filter((file) => file.endsWith('.worker.ts') && file !== 'pool.worker.ts');
  return closureOf([
    ...local.filter((file) => file.endsWith('.ts')),
    ...SETUP,
    ...workers.map((file) => `test/${file}`),
  ]).filter((file) => !isMission(file));
}
