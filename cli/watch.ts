/** `prep build --watch`: builds, waits for a change of a map or the config, builds again. */
import { existsSync, watch } from 'node:fs';
import { dirname, resolve, sep } from 'node:path';
import type { WatchedFolder } from '../src/build.js';
import { report } from './errors.js';
import { warn } from './output.js';

/** Editors and checkouts write several files, each in several steps. */
const SETTLE_MS = 100;

export interface Watched {
  folders: WatchedFolder[];
  /** Where the build itself writes. */
  out: string;
}

/**
 * @param find says what to watch; called before each build, as the config may have changed
 * @param build its errors are told, and the next change builds again
 */
export async function watchInputs(find: () => Promise<Watched>, build: () => Promise<unknown>, signal: AbortSignal): Promise<void> {
  let watched = await find();
  while (!signal.aborted) {
    // A config that is broken for the moment: what was watched shows when it is mended.
    watched = await find().catch(() => watched);
    const changed = firstChange(watched, signal);
    await build().catch(report);
    if (!signal.aborted) warn('prep: watching for changes; Ctrl-C ends it');
    await changed;
  }
}

/** Watches from now on: what changes during a build must not be missed. */
function firstChange({ folders, out }: Watched, signal: AbortSignal): Promise<void> {
  return new Promise((done) => {
    let timer: NodeJS.Timeout | undefined;
    const stop = new AbortController();
    const end = () => {
      clearTimeout(timer);
      stop.abort();
      done();
    };
    signal.addEventListener('abort', end, { once: true, signal: stop.signal });
    for (const { folder, deep } of folders) {
      const changed = (_: string, name: string | null) => {
        if (name !== null && `${resolve(folder, name)}${sep}`.startsWith(`${out}${sep}`)) return;
        timer ??= setTimeout(end, SETTLE_MS);
      };
      watch(existing(folder), { recursive: deep, signal: stop.signal }, changed).on('error', () => {});
    }
  });
}

function existing(folder: string): string {
  return existsSync(folder) ? folder : existing(dirname(folder));
}
