/** A line of what waits, the lowest order first. Nearly all comes with the highest order of all, and goes to its end; what is first is shifted out. */

export interface Waiting {
  order: number;
}

/** Puts one where it belongs. Orders differ, so that the line is the same on every machine. */
export function insert<T extends Waiting>(line: T[], item: T): void {
  let low = 0;
  let high = line.length;
  if (high === 0 || line[high - 1].order < item.order) {
    line.push(item);
    return;
  }
  while (low < high) {
    const middle = (low + high) >> 1;
    if (line[middle].order < item.order) low = middle + 1;
    else high = middle;
  }
  line.splice(low, 0, item);
}
