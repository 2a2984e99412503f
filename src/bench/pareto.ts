/** The Pareto front: what nothing else beats in everything. */

/** @param points objectives, smaller is better @returns which are beaten in one and matched in all by another */
export function dominated(points: readonly (readonly number[])[]): boolean[] {
  return points.map((p) => points.some((q) => q.every((v, i) => v <= p[i]) && q.some((v, i) => v < p[i])));
}
