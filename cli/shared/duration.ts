/** Durations as they are written on the command line. */
import { UsageError } from './errors.js';

const UNITS: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/**
 * Milliseconds of a duration such as `30s`, `10m`, `1.5h` or `30d`.
 * @param name of the option, for the error
 * @throws {UsageError} if it is none, or zero
 */
export function durationMs(name: string, text: string): number {
  const [, number, unit] = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)$/.exec(text) ?? [];
  const ms = Number(number) * UNITS[unit];
  if (ms > 0) return ms;
  throw new UsageError(`--${name} is ${JSON.stringify(text)}, expected a duration above zero such as 30s, 10m, 2h or 30d`);
}
