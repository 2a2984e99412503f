/**
 * The budget of work for one map: small files that ask for much end in one line. Only loops that may visit a byte or a
 * cell again and again count their steps; a step takes some 25 ns, a cell of a filled shape a quarter of it.
 */
import { MapError } from '../core/errors.js';
import { BASE_WORK } from '../core/limits.js';

export class Work {
  private left = BASE_WORK;

  constructor(private readonly file: string) {}

  /** Adds a step for each byte that was read, and for four cells of a map. */
  allow(steps: number): void {
    this.left += steps;
  }

  /** Counts steps before they are taken. @param what causes them, in the plural @throws {MapError} if none are left */
  spend(steps: number, what: string): void {
    this.left -= steps;
    if (!(this.left >= 0))
      throw new MapError(
        `${this.file}: its ${what} take more work than any map of this size needs; look for ${what} that repeat, or ` +
          'that reach far out of the map',
      );
  }
}
