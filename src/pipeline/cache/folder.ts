/** Cache in a folder or on a network drive: `ac/ab/abcd...` and `cas/ab/abcd...`. */
import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { removeOld, writeFileAtomic } from '../../core/files/atomic.js';
import { NOT_REGULAR, openRegular } from '../../core/files/regular.js';
import { type Kind, type Store, StoreError, tooLong } from './store.js';

/** Milliseconds after which the use of a file is recorded again. */
const USED_AGAIN_MS = 86_400_000;

/** Codes of faults of the whole folder. */
const EVERYWHERE = ['ENOSPC', 'EROFS', 'EDQUOT'];

export class FolderStore implements Store {
  /** Folders without files of killed writers. */
  private readonly tidy = new Set<string>();

  constructor(private readonly folder: string) {}

  async get(kind: Kind, key: string, most: number): Promise<Uint8Array | undefined> {
    const opened = await openRegular(this.file(kind, key)).catch((error: NodeJS.ErrnoException) => {
      if (error.code === NOT_REGULAR || error.code === 'EISDIR')
        throw new StoreError(`${kind}/${key}: ${error.message}`, 'wrong');
      if (error.code !== 'ENOENT') throw error;
    });
    if (!opened) return undefined;
    const { handle: file, size, changed } = opened;
    try {
      if (size > most) throw tooLong(size, most);
      // Old files may be removed by their times (docs/guide/bake.md); a read-only folder keeps its times.
      if (Date.now() - changed > USED_AGAIN_MS) await file.utimes(new Date(), new Date()).catch(() => {});
      return await file.readFile();
    } finally {
      await file.close();
    }
  }

  async put(kind: Kind, key: string, bytes: Uint8Array): Promise<void> {
    const file = this.file(kind, key);
    if (!this.tidy.has(dirname(file))) await removeOld(dirname(file));
    this.tidy.add(dirname(file));
    await writeFileAtomic(file, bytes).catch(async (error: NodeJS.ErrnoException) => {
      const isAll = EVERYWHERE.includes(error.code ?? '') || !(await this.isWritable(dirname(dirname(file))));
      throw new StoreError(`${error.path}: cannot be written to (${error.code})`, isAll ? 'refused' : 'unkept');
    });
  }

  /** Whether other keys may be written. */
  private async isWritable(folder: string): Promise<boolean> {
    const stats = await stat(folder).catch(() => undefined);
    if (!stats?.isDirectory()) return false;
    return access(folder, constants.W_OK).then(
      () => true,
      () => false,
    );
  }

  async close(): Promise<void> {}

  private file(kind: Kind, key: string): string {
    return join(this.folder, kind, key.slice(0, 2), key);
  }
}
