/** `prep build --watch`: builds again when a map or the config changes. */
import { setTimeout as sleep } from 'node:timers/promises';
import { stampsOf } from '../../core/files/stamps.js';
import { inputFiles } from '../config/inputs.js';
import type { LoadedConfig } from '../config/read-config.js';
import { readRecord } from './record.js';

/** Milliseconds between two checks of files. */
const LOOK_MS = 300;
/** The least pause after a check, as a multiple of its time. */
const SHARE = 10;
/** Milliseconds to wait after a change: editors and checkouts write several files. */
const SETTLE_MS = 100;

/**
 * Builds again when an input changes. Polls files, because events of the system get lost on network drives, in
 * containers, and beyond its limit of watched files.
 * @param find reads the config and is called after each build; its result lists the current files
 * @param build its errors go to `failed`, and the next change builds again
 * @param log receives lines for people
 */
export async function watchInputs(
  find: () => Promise<() => Promise<string[]>>,
  build: () => Promise<unknown>,
  { signal, log, failed }: { signal: AbortSignal; log: (text: string) => void; failed: (error: unknown) => void },
): Promise<void> {
  let list = await find();
  let built: string | undefined;
  let isLogged = false;
  while (!signal.aborted) {
    const start = performance.now();
    const state = await stampsOf(await list());
    if (state === built) {
      if (!isLogged) log('watching for changes; Ctrl-C ends it');
      isLogged = true;
      await sleep(Math.max(LOOK_MS, SHARE * (performance.now() - start)), undefined, { signal }).catch(() => {});
      continue;
    }
    if (built !== undefined) await sleep(SETTLE_MS);
    // Taken before the build, so that a change during it builds again.
    built = await stampsOf(await list());
    isLogged = false;
    await build().catch((error) => {
      // Aborted builds report no error.
      if (!signal.aborted) failed(error);
    });
    // Now the record contains the files that maps refer to. If the config is broken, the old list is used.
    list = await find().catch(() => list);
  }
}

/** Lists the config, its maps, and the files that the record in `out` names for them. */
export async function inputsOf(loaded: LoadedConfig, out: string): Promise<() => Promise<string[]>> {
  const recorded = Array.from(await readRecord(out), ([, entry]) => entry);
  return () => inputFiles(loaded, recorded);
}
