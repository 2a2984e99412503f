/** Ranges of whole numbers in options. */

export interface NumberRange {
  from: number;
  to: number;
}

/**
 * Whether a number lies in one of some ranges. They are sorted, each with the highest end so far: a layer may have a
 * million numbers, and an option a million ranges.
 */
export function withinAny(given: readonly NumberRange[]): (number: number) => boolean {
  const ranges = [...given].sort((a, b) => a.from - b.from);
  let most = -1;
  const ends = ranges.map(({ to }) => {
    most = Math.max(most, to);
    return most;
  });
  return (number) => {
    let [start, end] = [0, ranges.length];
    while (start < end) {
      const middle = (start + end) >> 1;
      if (ranges[middle].from <= number) start = middle + 1;
      else end = middle;
    }
    return start > 0 && number <= ends[start - 1];
  };
}
