/** The output folder of a build, and its record of the source of each output. */
import { unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { NEWEST_REVISION } from '../../core/blob/layout.js';
import { writeFileAtomic } from '../../core/files/atomic.js';
import { isBelow, withoutLinks } from '../../core/files/below.js';
import { sha256 } from '../../core/files/sha256.js';
import { version } from '../../core/version.js';
import type { Output, Target } from '../config/targets.js';
import { madeFrom, RECORD_NAME, readRecord, writeRecord } from './record.js';
import type { Entries, Entry } from './record-file.js';
import type { Baked } from './task.js';
import { removeTiles, sumOf } from './worlds.js';

/** Milliseconds between two writes of the record: after a killed build, at most so much work is repeated. */
const RECORD_EVERY_MS = 1000;
/** Largest share of time for writing the record, which is slow if the record is large. */
const RECORDING_SHARE = 1 / 20;

/** Fields of a record entry that do not follow from the output itself. */
type Origin = Pick<Entry, 'map' | 'mapSha256' | 'reading' | 'algorithmRevision' | 'tool'>;

/** The origin of outputs: a map at a moment. */
export function originOf({ map, reading }: Target, mapSha256: string): Origin {
  return { map, mapSha256, reading, algorithmRevision: NEWEST_REVISION, tool: version };
}

export class OutFolder {
  /** Whether a map has another name than in the record. */
  isRenamed = false;
  private recorded = performance.now();
  /** Milliseconds of the last write. */
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

  /** Updates the name of a map whose folder was renamed. */
  renamed(file: string, map: string): void {
    const entry = this.entries.get(file);
    if (!entry || entry.map === map) return;
    this.entries.set(file, { ...entry, map });
    this.isRenamed = true;
  }

  /** Outputs of earlier builds that the config no longer names. */
  orphans(targets: Target[]): string[] {
    const wanted = new Set(targets.flatMap(({ outputs }) => outputs.map(({ file }) => file)));
    return [...this.entries.keys()].filter((file) => !wanted.has(file)).sort();
  }

  /** Removes outputs from folder and record, except files that are not the build's. */
  async removeOrphans(files: string[], removed: (file: string) => void): Promise<void> {
    for (const file of files) {
      const path = join(this.out, file);
      const entry = this.entries.get(file);
      // A forged record may name any file.
      const isHere = isBelow(await withoutLinks(dirname(path)), await withoutLinks(this.out));
      const found = isHere ? await sumOf(path, entry?.bytes).catch(() => undefined) : undefined;
      if (found && found.sha256 === entry?.sha256) {
        await unlink(path);
        if (entry.world) await removeTiles(path, entry.world);
        removed(file);
      }
      this.entries.delete(file);
    }
  }

  /** @throws the system's error if the folder is not writable */
  async tryWriting(): Promise<void> {
    const file = join(this.out, `${RECORD_NAME}-try`);
    await writeFileAtomic(file, new Uint8Array());
    await unlink(file);
  }

  /** Writes the record from time to time. Errors are reported by the last write. */
  async recordNowAndThen(): Promise<void> {
    if (performance.now() - this.recorded > Math.max(RECORD_EVERY_MS, this.took / RECORDING_SHARE))
      await this.record().catch(() => {});
  }

  /** Writes the record, one write after the other. */
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
