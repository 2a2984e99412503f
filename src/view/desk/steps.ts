/** The steps of a query: its expansions, then its path. */
import type { Focus } from '../layer.js';

export type Cell = [x: number, y: number];

export interface Answered {
  /** x | y << 16 of each recorded expansion, the index of its parent, its cost. */
  points: Int32Array;
  parents: Int32Array;
  costs: Float64Array;
  expanded: number;
  path?: Uint16Array;
  /** Name of the last step, which shows the path. */
  end?: string;
}

export const NO_ANSWER: Answered = {
  ...{ points: new Int32Array(0), parents: new Int32Array(0), costs: new Float64Array(0) },
  expanded: 0,
};

export function stepCount({ points, path }: Answered): number {
  return points.length + Number(path !== undefined);
}

/** The focus at a step; 0 is before the search. */
export function focusAt(answered: Answered, step: number): Focus {
  const { points, path } = answered;
  const isEnd = step > points.length;
  return { search: answered, shown: Math.min(step, points.length), ...(isEnd && { path }) };
}

export function stepName({ points, costs, end = '', expanded }: Answered, step: number): string {
  if (step === 0) return 'before the search';
  if (step > points.length) return end;
  const point = points[step - 1];
  const more = step === points.length && expanded > step ? `, and ${expanded - step} more` : '';
  return `expands ${point & 0xffff}, ${point >> 16} at cost ${costs[step - 1].toFixed(3)}${more}`;
}
