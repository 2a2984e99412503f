/** Outputs of earlier builds that no target has any more: their map is gone, or the artifact is no longer wanted. */
import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Target } from '../config/targets.js';
import { readRegular } from '../files/regular.js';
import type { Entries } from './entries.js';
import { sha256 } from './record.js';
import { removeTiles } from './worlds.js';

/** @returns files of the record, relative to the output folder */
export function orphans(targets: Target[], entries: Entries): string[] {
  const wanted = new Set(targets.flatMap(({ outputs }) => outputs.map(({ file }) => file)));
  return [...entries.files()].filter((file) => !wanted.has(file)).sort();
}

/** Removes them from folder and record. A file that is not what the build wrote is someone else's: it stays. */
export async function removeOrphans(
  out: string,
  files: string[],
  entries: Entries,
  removed: (file: string) => void,
): Promise<void> {
  for (const file of files) {
    const path = join(out, file);
    const bytes = await readRegular(path).catch(() => undefined);
    if (bytes && sha256(bytes) === entries.get(file)?.sha256) {
      await unlink(path);
      const tiles = entries.get(file)?.world;
      if (tiles) await removeTiles(path, tiles);
      removed(file);
    }
    entries.delete(file);
  }
}
