/** Pauses in long loops, so that signals are heard while a large map is read. */
import { setImmediate } from 'node:timers/promises';

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
