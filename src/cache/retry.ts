/** For whoever cannot do without a cache. */
import { setTimeout } from 'node:timers/promises';
import type { SharedCache } from './shared-cache.js';

/** Tries of what only a cache can give, and milliseconds after the first one; twice as many after each. */
const TRIES = 4;
const WAIT_MS = 1000;

/** Does what needs a cache, again where that did not answer. @returns whether it could be done */
export async function retry(cache: SharedCache, work: () => Promise<boolean>): Promise<boolean> {
  for (let tried = 0; tried < TRIES; tried++) {
    if (tried > 0) await setTimeout(WAIT_MS * 2 ** (tried - 1));
    cache.revive();
    if (await work()) return true;
  }
  return false;
}
