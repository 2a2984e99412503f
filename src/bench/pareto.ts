/** The Pareto front: what nothing else beats in everything. */

/**
 * @param points objectives of each candidate, smaller is better, all of one length
 * @returns for each, whether another is at least as good in every objective and better in one
 */
export function dominated(points: readonly (readonly number[])[]): boolean[] {
  return points.map((p) => points.some((q) => q.every((v, i) => v <= p[i]) && q.some((v, i) => v < p[i])));
}
