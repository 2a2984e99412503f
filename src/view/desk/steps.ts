/** The steps of a query: its expansions, then the stages of its path. */
import type { Focus } from '../layer.js';

export type Cell = [x: number, y: number];

/** A stage after the expansions; numbers refer to arrays of {@link Answered}. */
export interface Stage {
  name: string;
  coarse?: number;
  raw?: boolean;
  path?: true;
}

export interface Answered {
  /** x | y << 16 of each recorded expansion, the index of its parent, its cost. */
  points: Int32Array;
  parents: Int32Array;
  costs: Float64Array;
  expanded: number;
  stages: Stage[];
  /** Nodes of the coarse paths, x, y. */
  coarse: number[][];
  raw?: Uint16Array | undefined;
  path?: Uint16Array;
  cost?: number;
}

export const NO_ANSWER: Answered = {
  ...{ points: new Int32Array(0), parents: new Int32Array(0), costs: new Float64Array(0) },
  ...{ expanded: 0, stages: [], coarse: [] },
};

export function stepCount({ points, stages }: Answered): number {
  return points.length + stages.length;
}

/** The focus at a step; 0 is before the search. */
export function focusAt(answered: Answered, step: number): Focus {
  const { points, stages, coarse, raw, path } = answered;
  const stage = stages[step - points.length - 1];
  return {
    search: answered,
    shown: Math.min(step, points.length),
    ...(stage?.coarse !== undefined && { coarse: coarse[stage.coarse] }),
    ...(stage?.raw && { raw }),
    ...(stage?.path && { path }),
  };
}

export function stepName({ points, costs, stages, expanded }: Answered, step: number): string {
  if (step === 0) return 'before the search';
  if (step > points.length) return stages[step - points.length - 1].name;
  const point = points[step - 1];
  const more = step === points.length && expanded > step ? `, and ${expanded - step} more` : '';
  return `expands ${point & 0xffff}, ${point >> 16} at cost ${costs[step - 1].toFixed(3)}${more}`;
}
