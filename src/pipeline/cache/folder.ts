/** Cache in a folder or on a network drive: `ac/ab/abcd...` and `cas/ab/abcd...`. */
import { dirname, join } from 'node:path';
import { removeOld, writeFileAtomic } from '../../core/files/atomic.js';
import { NOT_REGULAR, openRegular } from '../../core/files/regular.js';
import { type Kind, type Store, StoreError, tooLong } from './store.js';

/** A use is noted if the last one was so long ago. */
const USED_AGAIN_MS = 86_400_000;

export class FolderStore implements Store {
  /** Folders that writers killed earlier have left nothing in. */
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
      // The time of change tells what may be removed (docs/guide/bake.md); a read-only folder keeps its times.
      if (Date.now() - changed > USED_AGAIN_MS) await file.utimes(new Date(), new Date()).catch(() => {});
      // A read less than readFile, which asks once more for the size and for the end.
      const bytes = Buffer.allocUnsafeSlow(size);
      for (let at = 0; at < size; ) {
        const { bytesRead } = await file.read(bytes, at, size - at, at);
        if (bytesRead === 0) return bytes.subarray(0, at);
        at += bytesRead;
      }
      return bytes;
    } finally {
      await file.close();
    }
  }

  async put(kind: Kind, key: string, bytes: Uint8Array): Promise<void> {
    const file = this.file(kind, key);
    if (!this.tidy.has(dirname(file))) await removeOld(dirname(file));
    this.tidy.add(dirname(file));
    await writeFileAtomic(file, bytes).catch((error: NodeJS.ErrnoException) => {
      throw new StoreError(`${error.path}: cannot be written to (${error.code})`, 'refused');
    });
  }

  async close(): Promise<void> {}

  private file(kind: Kind, key: string): string {
    return join(this.folder, kind, key.slice(0, 2), key);
  }
}
