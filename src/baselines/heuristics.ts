/** Heuristics of A*, in integer costs. */
import { octile, STRAIGHT } from '../grid/step-costs.js';

export type HeuristicName = 'octile' | 'manhattan' | 'euclidean' | 'zero';

/** Estimates the cost of going `dx` columns and `dy` rows. */
export type Heuristic = (dx: number, dy: number) => number;

/** Octile, Euclidean and zero are admissible and consistent; Manhattan only where no diagonal is legal. */
export const HEURISTICS: Record<HeuristicName, Heuristic> = {
  octile,
  manhattan: (dx, dy) => STRAIGHT * (Math.abs(dx) + Math.abs(dy)),
  // Rounded down: costs are integers, so that the estimate stays consistent.
  euclidean: (dx, dy) => Math.floor(STRAIGHT * Math.sqrt(dx * dx + dy * dy)),
  zero: () => 0,
};
