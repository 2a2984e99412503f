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
  if (values.length === 0) return 0;
  const sorted = Float64Array.from(values).sort();
  const at = share * (sorted.length - 1);
  const below = Math.floor(at);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
}

/** @param points objectives, smaller is better @returns which are beaten in one and matched in all by another */
export function dominated(points: readonly (readonly number[])[]): boolean[] {
  return points.map((p) => points.some((q) => q.every((v, i) => v <= p[i]) && q.some((v, i) => v < p[i])));
}
