/** Requests to a cache: retried where that may help, skipped for a while after several failures in a row. */
import { setTimeout as sleep } from 'node:timers/promises';
import { StoreError } from './store.js';

/** Tries of a request, and milliseconds before the second; four times as many before each other. */
const TRIES = 3;
const BACKOFF_MS = 100;
/** Requests in a row without an answer after which the cache is left alone. */
const FAILURES = 3;
/** Milliseconds for which it is left alone; twice as many each time, up to the second number. */
const [PAUSE_MS, LONGEST_PAUSE_MS] = [5000, 60_000];

export interface RequestCounts {
  requests: number;
  /** Requests that got no answer, or were left out. */
  failed: number;
  /** Results that were there, and that were not. */
  hits: number;
  misses: number;
  bytesRead: number;
  bytesWritten: number;
}

export class Circuit {
  readonly counts: RequestCounts = { requests: 0, failed: 0, hits: 0, misses: 0, bytesRead: 0, bytesWritten: 0 };
  private inRow = 0;
  private closedFrom = 0;
  private pause = PAUSE_MS;
  private isDenied = false;

  get isOff(): boolean {
    return this.isDenied || this.inRow > 0;
  }

  /** Asks again from now on, whatever has happened. */
  close(): void {
    this.isDenied = false;
    this.inRow = 0;
    this.closedFrom = 0;
    this.pause = PAUSE_MS;
  }

  /**
   * @param ask one try; a {@link StoreError} of effect `wrong` or `refused` is an answer
   * @returns undefined where the cache is left alone
   * @throws what the last try has thrown
   */
  async request<T>(ask: () => Promise<T>): Promise<T | undefined> {
    this.counts.requests++;
    if (this.isDenied || performance.now() < this.closedFrom) {
      this.counts.failed++;
      return undefined;
    }
    for (let tried = 1; ; tried++) {
      try {
        const answer = await ask();
        this.answered();
        return answer;
      } catch (error) {
        const effect = effectOf(error);
        if (effect === 'wrong' || effect === 'refused') this.answered();
        else if (effect === 'off' && tried < TRIES) {
          await sleep(BACKOFF_MS * 4 ** (tried - 1) * (0.5 + Math.random()));
          continue;
        } else this.failed(effect);
        throw error;
      }
    }
  }

  private answered(): void {
    this.inRow = 0;
    this.pause = PAUSE_MS;
  }

  private failed(effect: StoreError['effect']): void {
    this.counts.failed++;
    this.inRow++;
    if (effect === 'denied') this.isDenied = true;
    // Each request that waits in vain costs seconds: one is enough.
    if (this.inRow < FAILURES && effect !== 'late') return;
    if (performance.now() < this.closedFrom) return;
    this.closedFrom = performance.now() + this.pause;
    this.pause = Math.min(2 * this.pause, LONGEST_PAUSE_MS);
  }
}

export function effectOf(error: unknown): StoreError['effect'] {
  return error instanceof StoreError ? error.effect : 'off';
}
