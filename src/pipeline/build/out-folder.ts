/** The folder that a build writes to: its outputs, and the record of what each was made from. */

import { unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { NEWEST_REVISION } from '../../core/blob/layout.js';
import { writeFileAtomic } from '../../core/files/atomic.js';
import { isBelow, withoutLinks } from '../../core/files/below.js';
import { readRegular } from '../../core/files/regular.js';
import { sha256 } from '../../core/files/sha256.js';
import { version } from '../../core/version.js';
import type { Output, Target } from '../config/targets.js';
import type { Entries, Entry } from './entries.js';
import { madeFrom, RECORD_NAME, readRecord, type State, writeRecord } from './record.js';
import type { Baked } from './task.js';
import { removeTiles } from './worlds.js';

/** Milliseconds between two writings of the record: a killed build bakes at most what it did in this time again. */
const RECORD_EVERY_MS = 1000;
/** Largest share of time for writing the record, which is slow for large records. */
const RECORDING_SHARE = 1 / 20;

/** Fields of a record entry that do not follow from the output itself. */
type Origin = Pick<Entry, 'map' | 'mapSha256' | 'reading' | 'algorithmRevision' | 'tool'>;

/** Where outputs come from: a map, as it was at a moment. */
export function originOf({ map, reading }: Target, mapSha256: string): Origin {
  return { map, mapSha256, reading, algorithmRevision: NEWEST_REVISION, tool: version };
}

export class OutFolder {
  /** Whether a map has another name than in the record that was read. */
  isRenamed = false;
  private recorded = performance.now();
  /** Milliseconds of the last writing. */
  private took = 0;
  private writing: Promise<void> = Promise.resolve();

  private constructor(
    private readonly out: string,
    readonly entries: Entries,
  ) {}

  static async open(out: string): Promise<OutFolder> {
    return new OutFolder(out, await readRecord(out));
  }

  async keep(
    target: Target,
    output: Output,
    bytes: Uint8Array,
    about: Omit<Baked, 'outputs'>,
    made: Origin & Pick<Entry, 'seconds'>,
  ): Promise<void> {
    const { beside, ...others } = about;
    await writeFileAtomic(join(this.out, output.file), bytes);
    this.entries.set(output.file, {
      ...made,
      ...(Object.keys(beside).length > 0 && { beside }),
      ...others,
      artifacts: output.artifacts,
      madeFrom: madeFrom(target, output),
      sha256: sha256(bytes),
      bytes: bytes.length,
    });
  }

  /** The folder of a map may have another name than when it was baked. */
  renamed(file: string, map: string): void {
    const entry = this.entries.get(file);
    if (!entry || entry.map === map) return;
    this.entries.set(file, { ...entry, map });
    this.isRenamed = true;
  }

  /** Blobs that hold artifacts which need not be baked again. */
  async intactBlobs(target: Target, states: State[]): Promise<Uint8Array[]> {
    const files = target.outputs.filter((_, i) => states[i].intact.length > 0);
    return Promise.all(files.map(({ file }) => readRegular(join(this.out, file))));
  }

  /** Outputs of earlier builds that no target has any more: their map is gone, or the artifact is no longer wanted. */
  orphans(targets: Target[]): string[] {
    const wanted = new Set(targets.flatMap(({ outputs }) => outputs.map(({ file }) => file)));
    return [...this.entries.files()].filter((file) => !wanted.has(file)).sort();
  }

  /** Removes them from folder and record. A file that is not what the build wrote is someone else's: it stays. */
  async removeOrphans(files: string[], removed: (file: string) => void): Promise<void> {
    for (const file of files) {
      const path = join(this.out, file);
      const entry = this.entries.get(file);
      // The record is a file like others and may name anything.
      const isHere = isBelow(await withoutLinks(dirname(path)), await withoutLinks(this.out));
      const bytes = isHere ? await readRegular(path).catch(() => undefined) : undefined;
      if (bytes && sha256(bytes) === entry?.sha256) {
        await unlink(path);
        if (entry.world) await removeTiles(path, entry.world);
        removed(file);
      }
      this.entries.delete(file);
    }
  }

  /** @throws the system's error if nothing can be written there */
  async tryWriting(): Promise<void> {
    const file = join(this.out, `${RECORD_NAME}-try`);
    await writeFileAtomic(file, new Uint8Array());
    await unlink(file);
  }

  /** Writes the record now and then; errors surface at the last write. */
  async recordNowAndThen(): Promise<void> {
    if (performance.now() - this.recorded > Math.max(RECORD_EVERY_MS, this.took / RECORDING_SHARE))
      await this.record().catch(() => {});
  }

  /** Writes the record; one at a time, for a slow writing must not overtake a later one. */
  record(): Promise<void> {
    this.recorded = performance.now();
    this.writing = this.writing
      .catch(() => {})
      .then(async () => {
        const start = performance.now();
        await writeRecord(this.out, this.entries);
        this.took = performance.now() - start;
      });
    return this.writing;
  }
}
