/** Bytes that a build may take (docs/decisions/build.md). */
import { MapTooLargeError } from '../errors.js';

const UNITS: Record<string, number> = { kb: 1e3, mb: 1e6, gb: 1e9, kib: 2 ** 10, mib: 2 ** 20, gib: 2 ** 30 };

/** Bytes of an idle process: Node, the compiled code of gridprep and its config reader (84 to 90 MB). */
export const PROCESS = 90e6;

export const DEFAULT_MAX_MEMORY = '2GB';

/** Bytes of a text. @throws {RangeError} unless it is a number and a unit, as 512MB, 2GB, 1.5GiB */
export function parseMemory(text: string): number {
  const match = /^(\d+(?:\.\d+)?)\s*([kmg]i?b)$/i.exec(text.trim());
  if (!match) throw new RangeError(`memory is "${text}", expected a number and a unit, for example 512MB or 2GB`);
  return Number(match[1]) * UNITS[match[2].toLowerCase()];
}

/**
 * Starts work while its total need stays within a bound; first come, first served, so that large maps do not starve.
 */
export class MemoryBudget {
  private used = 0;
  private readonly most: number;
  private readonly waiting: { bytes: number; start: () => void }[] = [];

  /** @param limit bytes of the whole process */
  constructor(private readonly limit: number) {
    this.most = limit - PROCESS;
  }

  /** @throws {MapTooLargeError} if it could never start */
  async within<T>(bytes: number, work: () => Promise<T>): Promise<T> {
    if (bytes > this.most) {
      const [needed, most] = [bytes + PROCESS, this.limit].map((b) => `${(b / 1e6).toFixed(0)} MB`);
      throw new MapTooLargeError(
        `baking it takes up to ${needed} and --max-memory allows ${most}: raise that, or bake less from this map`,
      );
    }
    await new Promise<void>((start) => {
      this.waiting.push({ bytes, start });
      this.admit();
    });
    try {
      return await work();
    } finally {
      this.free(bytes);
    }
  }

  /** For optional work. @returns false if there is no room; otherwise {@link free} the bytes later */
  take(bytes: number): boolean {
    if (this.used + bytes > this.most) return false;
    this.used += bytes;
    return true;
  }

  free(bytes: number): void {
    this.used -= bytes;
    this.admit();
  }

  private admit(): void {
    while (this.waiting.length > 0 && this.used + this.waiting[0].bytes <= this.most) {
      const { bytes, start } = this.waiting.shift() as (typeof this.waiting)[0];
      this.used += bytes;
      start();
    }
  }
}
