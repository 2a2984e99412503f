/** The files of a world. The index is removed first and written last: an interrupted bake is no world. */
import { readdir, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { decompressor } from '../core/blob/decompress.js';
import { BlobError } from '../core/errors.js';
import { removeLeftovers, writeFileAtomic } from '../core/files/atomic.js';
import { readRegular } from '../core/files/regular.js';
import type { WorldLayout } from './layout.js';
import { isTileName, readIndex, tileName, type WorldIndex } from './section.js';

export const INDEX_NAME = 'world.prep';

export class WorldFolder {
  private indexed = true;

  private constructor(private readonly folder: string) {}

  /** Removes files that an interrupted bake may have left half written. */
  static async open(folder: string): Promise<WorldFolder> {
    await removeLeftovers([folder]);
    return new WorldFolder(folder);
  }

  /** The existing index, if it can be read and has this layout. */
  async readIndex(layout: WorldLayout): Promise<{ index: WorldIndex; bytes: Uint8Array } | undefined> {
    const bytes = await readRegular(join(this.folder, INDEX_NAME)).catch(() => undefined);
    if (!bytes) return undefined;
    try {
      const index = readIndex(bytes, decompressor);
      return JSON.stringify(index.layout) === JSON.stringify(layout) ? { index, bytes } : undefined;
    } catch (error) {
      if (error instanceof BlobError) return undefined;
      throw error;
    }
  }

  tile(x: number, y: number): string {
    return join(this.folder, tileName(x, y));
  }

  async writeTile(x: number, y: number, bytes: Uint8Array): Promise<void> {
    if (this.indexed) await unlink(join(this.folder, INDEX_NAME)).catch(() => {});
    this.indexed = false;
    await writeFileAtomic(this.tile(x, y), bytes);
  }

  /** Writes the index, and removes obsolete tile files. @param old bytes of the index before: left if equal */
  async end(
    bytes: Uint8Array,
    { layout: { columns, rows }, has }: Pick<WorldIndex, 'layout' | 'has'>,
    old?: Uint8Array,
  ): Promise<void> {
    const same = this.indexed && old && Buffer.compare(old, bytes) === 0;
    if (!same) await writeFileAtomic(join(this.folder, INDEX_NAME), bytes);
    const wanted = new Set<string>();
    for (let y = 0; y < rows; y++) for (let x = 0; x < columns; x++) if (has(x, y)) wanted.add(tileName(x, y));
    for (const name of await readdir(this.folder)) {
      if (isTileName(name) && !wanted.has(name)) await unlink(join(this.folder, name));
    }
  }
}
