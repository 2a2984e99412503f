/** Work that keeps its thread busy, so that handlers of signals do not run. The command line lets signals end it. */
import { setImmediate } from 'node:timers/promises';

let begin = () => {};
let end = () => {};

/** @param began called before busy work @param ended called after it; both in pairs that may overlap */
export function onBusy(began: () => void, ended: () => void): void {
  [begin, end] = [began, ended];
}

export async function busy<T>(work: () => Promise<T>): Promise<T> {
  begin();
  try {
    return await work();
  } finally {
    end();
  }
}

/** Steps between two pauses: some hundredths of a second. */
const STEPS = 2_000_000;

export class Pauses {
  private steps = 0;

  async after(steps: number): Promise<void> {
    this.steps += steps;
    if (this.steps < STEPS) return;
    this.steps = 0;
    await setImmediate();
  }
}
