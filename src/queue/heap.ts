/** What waits, the lowest key first, of equal keys the lowest ticket: an order that is the same on every machine. */

export interface Waiting {
  key: number;
  ticket: number;
}

const isBefore = (a: Waiting, b: Waiting): boolean => a.key < b.key || (a.key === b.key && a.ticket < b.ticket);

export function push<T extends Waiting>(heap: T[], item: T): void {
  let i = heap.length;
  for (let up = (i - 1) >> 1; i > 0 && isBefore(item, heap[up]); i = up, up = (i - 1) >> 1) heap[i] = heap[up];
  heap[i] = item;
}

/** @returns the first, taken out; undefined where nothing waits */
export function pop<T extends Waiting>(heap: T[]): T | undefined {
  const [first] = heap;
  const last = heap.pop();
  if (!last || heap.length === 0) return last;
  let i = 0;
  for (let child = 1; child < heap.length; child = 2 * i + 1) {
    if (child + 1 < heap.length && isBefore(heap[child + 1], heap[child])) child++;
    if (!isBefore(heap[child], last)) break;
    heap[i] = heap[child];
    i = child;
  }
  heap[i] = last;
  return first;
}
