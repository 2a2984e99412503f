/** `prep build --watch`: builds, looks for a change of a map or the config, builds again. */
import { setTimeout as sleep } from 'node:timers/promises';
import { stampsOf } from '../../core/files/stamps.js';
import { inputFiles } from '../config/inputs.js';
import type { LoadedConfig } from '../config/read-config.js';
import { readRecord } from './record.js';

/** Milliseconds between two looks. */
const LOOK_MS = 300;
/** A look takes at most a tenth of the time. */
const SHARE = 10;
/** Editors and checkouts write several files, each in several steps. */
const SETTLE_MS = 100;

/**
 * Builds again at each change of an input. Looks at files: events of the system are lost on network drives, in
 * containers, and where its limit of watched files is reached.
 * @param find reads the config; called after each build. Its result lists the files that there are now
 * @param build its errors go to `failed`, and the next change builds again
 * @param log gets lines for people
 */
export async function watchInputs(
  find: () => Promise<() => Promise<string[]>>,
  build: () => Promise<unknown>,
  { signal, log, failed }: { signal: AbortSignal; log: (text: string) => void; failed: (error: unknown) => void },
): Promise<void> {
  let list = await find();
  let built: string | undefined;
  let isTold = false;
  while (!signal.aborted) {
    const start = performance.now();
    const state = await stampsOf(await list());
    if (state === built) {
      if (!isTold) log('watching for changes; Ctrl-C ends it');
      isTold = true;
      await sleep(Math.max(LOOK_MS, SHARE * (performance.now() - start)), undefined, { signal }).catch(() => {});
      continue;
    }
    if (built !== undefined) await sleep(SETTLE_MS);
    // From before the build: a change during it builds again.
    built = await stampsOf(await list());
    isTold = false;
    await build().catch((error) => {
      // Aborted builds report no error.
      if (!signal.aborted) failed(error);
    });
    // Now the record tells what maps refer to. A config that is broken for the moment is looked at as before.
    list = await find().catch(() => list);
  }
}

/** Lists the config, its maps, and what these are made of. @param out folder whose record tells what maps refer to */
export async function inputsOf(loaded: LoadedConfig, out: string): Promise<() => Promise<string[]>> {
  const recorded = Array.from(await readRecord(out), ([, entry]) => entry);
  return () => inputFiles(loaded, recorded);
}
