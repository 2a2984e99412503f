/** `prep build --watch`: builds, waits for a change of a map or the config, builds again. */
import { existsSync, type FSWatcher, watch } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, relative, resolve, sep } from 'node:path';
import { type Inputs, inputFiles, type WatchedFolder } from '../config/inputs.js';
import type { LoadedConfig } from '../config/read-config.js';
import { readRecord } from './record.js';

/** Editors and checkouts write several files, each in several steps. */
const SETTLE_MS = 100;
/** Milliseconds between two scans of folders that cannot be watched. */
const LOOK_MS = 1000;

export interface Watched extends Inputs {
  /** Where the build itself writes. */
  out: string;
}

/**
 * Builds again at each change of an input; other files beside the config, such as logs, do not count.
 * @param find says what to watch; called after each change, as the config may have changed
 * @param build its errors go to `failed`, and the next change builds again
 * @param log gets lines for people
 */
export async function watchInputs(
  find: () => Promise<Watched>,
  build: () => Promise<unknown>,
  { signal, log, failed }: { signal: AbortSignal; log: (text: string) => void; failed: (error: unknown) => void },
): Promise<void> {
  const warned = new Set<string>();
  let watched = await find();
  let built: string | undefined;
  while (!signal.aborted) {
    // From before the files are looked at: what changes from then on, during a build, too, must not be missed.
    const again = new AbortController();
    const change = firstChange(watched, warned, AbortSignal.any([signal, again.signal]), log);
    const now = await stateOf(watched);
    if (now !== built) {
      built = now;
      await build().catch((error) => {
        // Aborted builds report no error.
        if (!signal.aborted) failed(error);
      });
      // A first build finds out what the maps are made of: that is watched, too, from now on.
      const latest = await find().catch(() => watched);
      if (latest.files.some((file) => !watched.files.includes(file))) again.abort();
      else if (!signal.aborted) log('watching for changes; Ctrl-C ends it');
    }
    await change;
    // A config that is broken for the moment: what was watched shows when it is mended.
    watched = await find().catch(() => watched);
  }
}

/** Changes with every file that is written, added or removed. */
async function stateOf({ files }: Watched): Promise<string> {
  const states = await Promise.all(files.map((file) => stat(file).catch(() => undefined)));
  return files.map((file, i) => `${file} ${states[i]?.mtimeMs} ${states[i]?.size} ${states[i]?.ino}`).join('\n');
}

/** @param told folders that cannot be watched, as far as that was said */
function firstChange(
  { folders, out }: Watched,
  warned: Set<string>,
  signal: AbortSignal,
  log: (text: string) => void,
): Promise<void> {
  return new Promise((done) => {
    let timer: NodeJS.Timeout | undefined;
    const watchers: FSWatcher[] = [];
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      for (const watcher of watchers) watcher.close();
      done();
    };
    signal.addEventListener('abort', end, { once: true });
    const failed = (folder: string) => (error: unknown) => {
      if (!warned.has(folder))
        log(`${relative('', folder) || '.'}: ${cannotBeWatched(error)}; looking every second instead`);
      warned.add(folder);
      timer ??= setTimeout(end, LOOK_MS);
    };
    for (const { folder, deep } of folders.map(existing)) {
      const changed = (_: string, name: string | null) => {
        if (name !== null && `${resolve(folder, name)}${sep}`.startsWith(`${out}${sep}`)) return;
        timer ??= setTimeout(end, SETTLE_MS);
      };
      try {
        watchers.push(watch(folder, { recursive: deep }, changed).on('error', failed(folder)));
      } catch (error) {
        failed(folder)(error);
      }
    }
  });
}

function cannotBeWatched(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === 'ENOSPC' || code === 'EMFILE'
    ? "the system's limit of watched files is reached"
    : `cannot be watched (${message})`;
}

function existing({ folder, deep }: WatchedFolder): WatchedFolder {
  return existsSync(folder) ? { folder, deep } : existing({ folder: dirname(folder), deep: false });
}

/** The config, its maps, and what these are made of. @param out output folder: its record tells what maps refer to */
export async function inputsOf(loaded: LoadedConfig, out: string): Promise<Inputs> {
  const recorded = Array.from(await readRecord(out), ([, entry]) => entry);
  return inputFiles(loaded, recorded);
}
