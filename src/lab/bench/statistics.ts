/** The few statistics that a benchmark needs. */

export function mean(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i];
  return values.length > 0 ? sum / values.length : 0;
}

/** Standard deviation of a whole population; 0 of nothing. */
export function deviation(values: ArrayLike<number>): number {
  const middle = mean(values);
  return Math.sqrt(mean(Array.from(values, (v) => (v - middle) ** 2)));
}

/** Quantile, linear between the two nearest ranks; 0.5 is the median. @param share 0 to 1 */
export function quantile(values: ArrayLike<number>, share: number): number {
  const sorted = Float64Array.from(values).sort();
  const at = share * (sorted.length - 1);
  const [below, above] = [sorted.at(Math.floor(at)) ?? 0, sorted.at(Math.ceil(at)) ?? 0];
  return below + (at % 1) * (above - below);
}

/** @param points objectives, smaller is better @returns which are beaten in one and matched in all by another */
export function dominated(points: readonly (readonly number[])[]): boolean[] {
  return points.map((p) => points.some((q) => q.every((v, i) => v <= p[i]) && q.some((v, i) => v < p[i])));
}

/** Three digits that count, without an exponent. */
export const digits = (value: number) => (Number.isFinite(value) ? String(Number(value.toPrecision(3))) : '-');
