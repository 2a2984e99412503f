/** Limits of a game as text: `100kB,20us,edits`. */

/**
 * What the game does beside finding paths:
 * - `edits`: cells open and close while it runs
 * - `costs`: terrain has prices, or gets them while the game runs
 * - `sizes`: units of several sizes
 * - `diagonals`: a move rule other than eight moves without corner cutting
 * - `walk`: paths piece by piece, refined while they are walked (`nav.walk`)
 * - `distance`, `nearest`: distances and the nearest of many goals from a table, without a search
 * - `optimal`: no path longer than the shortest
 */
export const FEATURES = ['edits', 'costs', 'sizes', 'diagonals', 'walk', 'distance', 'nearest', 'optimal'] as const;
/** One of the words of {@link FEATURES}. */
export type Feature = (typeof FEATURES)[number];

/** Limits to keep. */
export interface Limits {
  /** Bytes of the file that the game loads. */
  bytes?: number;
  /** Microseconds of a query, on average. */
  us?: number;
  features: readonly Feature[];
}

const BYTES: Readonly<Record<string, number>> = { b: 1, kb: 1e3, kib: 1024, mb: 1e6, mib: 1024 ** 2 };
const MICROSECONDS: Readonly<Record<string, number>> = { us: 1, µs: 1, μs: 1, ms: 1000 };

/**
 * Reads limits, between commas: a size, a time, words of {@link FEATURES}, in any order.
 * @throws {RangeError} if one is none of these, or there are two sizes or two times
 */
export function parseWithin(text: string): Limits {
  const limits: Limits & { features: Feature[] } = { features: [] };
  const set = (key: 'bytes' | 'us', what: string, value: number) => {
    if (limits[key] !== undefined) throw new RangeError(`"${text}" has two ${what}s, expected one`);
    limits[key] = value;
  };
  for (const part of text.split(',').map((one) => one.trim())) {
    const feature = FEATURES.find((name) => name === part);
    const [, number, unit = ''] = /^(\d+(?:\.\d+)?)\s*([a-zµμ]+)$/i.exec(part) ?? [];
    const key = unit.toLowerCase();
    if (feature) limits.features.push(feature);
    else if (Number(number) > 0 && Object.hasOwn(BYTES, key)) set('bytes', 'size', Number(number) * BYTES[key]);
    else if (Number(number) > 0 && Object.hasOwn(MICROSECONDS, key))
      set('us', 'time', Number(number) * MICROSECONDS[key]);
    else
      throw new RangeError(
        `"${part}" is no limit; allowed are a size (100kB), a time of a query (20us), ${FEATURES.join(', ')}`,
      );
  }
  return limits;
}
