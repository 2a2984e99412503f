/** A task's files: from the cache into a folder of a worker's own. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import type { SharedCache } from '../cache/shared-cache.js';
import { getFile } from './exchange.js';
import type { Task } from './task.js';

/** The files of a task, on a worker's disk. */
export interface TaskFiles {
  folder: string;
  /** The map's. */
  file: string;
  bytes: Uint8Array;
}

/** Files of the last tasks: the shards of a map come one after the other. */
export class InputFolders {
  private readonly kept = new Map<string, { files: Promise<TaskFiles>; users: number }>();

  /** @param folder of the worker; nothing is written outside of it */
  constructor(
    private readonly folder: string,
    private readonly cache: SharedCache,
    private readonly most = 4,
  ) {}

  /** Runs what needs a task's files. @throws {FleetError} if the cache has them not */
  async within<T>(name: string, task: Task, work: (files: TaskFiles) => Promise<T>): Promise<T> {
    const entry = this.kept.get(name) ?? { files: this.fetch(task), users: 0 };
    this.kept.delete(name);
    this.kept.set(name, entry);
    entry.users++;
    try {
      return await work(await entry.files);
    } catch (error) {
      if (this.kept.get(name) === entry) this.kept.delete(name);
      throw error;
    } finally {
      entry.users--;
      await this.forget();
    }
  }

  private async forget(): Promise<void> {
    for (const [name, { files, users }] of this.kept) {
      if (this.kept.size <= this.most) return;
      if (users > 0) continue;
      this.kept.delete(name);
      await files.then(({ folder }) => rm(folder, { recursive: true, force: true })).catch(() => {});
    }
  }

  private async fetch({ inputs }: Task): Promise<TaskFiles> {
    await mkdir(this.folder, { recursive: true });
    const folder = await mkdtemp(join(this.folder, 'task-'));
    let bytes: Uint8Array | undefined;
    for (const input of inputs) {
      const content = await getFile(this.cache, input, input.from);
      bytes ??= content;
      const file = join(folder, input.path);
      // The schema refuses such paths, too.
      if (!resolve(file).startsWith(resolve(folder) + sep))
        throw new RangeError(`${input.path} lies outside of the task's folder`);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content);
    }
    return { folder, file: join(folder, inputs[0].path), bytes: bytes as Uint8Array };
  }
}
