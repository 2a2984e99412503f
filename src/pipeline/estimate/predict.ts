/** Predicted query times of maps without measurements. */
import type { Character } from './character.js';
import { MEASURED, type Measured } from './measured.js';

/** The map of a prediction. */
export type Asked = Character & Pick<Measured, 'diagonals' | 'priced'>;

/** Prediction of a query's time. */
export interface Prediction {
  /** Microseconds. */
  us: number;
  /** The measured map that is most like it. */
  like: string;
}

/** Features of the fit, as logarithms: all maps count alike. */
const logarithms = ({ expanded, steps, subgoals, cells }: Character) =>
  [expanded + 1, steps + 1, subgoals + 1e-4, cells].map(Math.log);

/** Keeps exponents small where maps are few. */
const RIDGE = 0.05;

/**
 * A power law of the counts, fitted by least squares to the maps of the table that are of the same kind: plain, priced,
 * of other moves.
 * @param rows measured maps
 * @returns undefined where the engine was measured on fewer than two such maps
 */
export function predict(map: Asked, engine: string, rows: readonly Measured[] = MEASURED): Prediction | undefined {
  const alike = rows.filter(
    (row) =>
      row.us[engine] &&
      row.priced === map.priced &&
      (map.priced || (row.diagonals === 'no-corners') === (map.diagonals === 'no-corners')),
  );
  if (alike.length < 2) return undefined;
  const points = alike.map(logarithms);
  const times = alike.map((row) => Math.log(row.us[engine]));
  const centre = points[0].map((_, k) => mean(points.map((point) => point[k])));
  const asked = logarithms(map);
  const apart = (point: number[]) => Math.hypot(...point.map((value, k) => value - asked[k]));
  const like = alike[points.map(apart).reduce((best, d, i, all) => (d < all[best] ? i : best), 0)].map;
  const exponents = solve(
    centre.map((_, j) =>
      centre.map((_, k) => sum(points.map((p) => (p[j] - centre[j]) * (p[k] - centre[k]))) + (j === k ? RIDGE : 0)),
    ),
    centre.map((_, j) => sum(points.map((p, i) => (p[j] - centre[j]) * times[i]))),
  );
  return { us: Math.exp(mean(times) + sum(exponents.map((e, k) => e * (asked[k] - centre[k])))), like };
}

function sum(values: number[]): number {
  return values.reduce((a, b) => a + b, 0);
}

function mean(values: number[]): number {
  return sum(values) / values.length;
}

/** Gauss's elimination, of a positive definite matrix, so without pivots. @returns x with `matrix * x = right` */
function solve(matrix: number[][], right: number[]): number[] {
  const rows = matrix.map((row, i) => [...row, right[i]]);
  for (let i = 0; i < rows.length; i++) {
    for (let k = 0; k < rows.length; k++) {
      if (k === i) continue;
      const factor = rows[k][i] / rows[i][i];
      rows[k] = rows[k].map((value, j) => value - factor * rows[i][j]);
    }
  }
  return rows.map((row, i) => row[rows.length] / row[i]);
}
