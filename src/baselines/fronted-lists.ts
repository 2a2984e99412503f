/** Open lists of document E: a short sorted array, the front, before a store of all other entries. */
import type { OpenListMaker } from './open-lists.js';

type Entry = [cell: number, key: number];

/** Inserts into a list with the largest key first. */
function insert(list: Entry[], entry: Entry): void {
  let i = list.length;
  while (i > 0 && list[i - 1][1] < entry[1]) i--;
  list.splice(i, 0, entry);
}

interface Store {
  readonly entries: Map<number, number>;
  put(cell: number, key: number): void;
  remove(cell: number): boolean;
  /** Takes out some of the best entries, at least one; all that stay have keys as large. Must not be empty. */
  takeBest(): Entry[];
  clear(): void;
}

/** A hash map; taking its best looks at every entry. */
function mapStore(preferred: number): Store {
  const entries = new Map<number, number>();
  return {
    entries,
    put: (cell, key) => entries.set(cell, key),
    remove: (cell) => entries.delete(cell),
    takeBest() {
      const best: Entry[] = [];
      for (const entry of entries) {
        if (best.length === preferred) {
          if (entry[1] >= best[0][1]) continue;
          best.shift();
        }
        insert(best, entry);
      }
      for (const [cell] of best) entries.delete(cell);
      return best;
    },
    clear: () => entries.clear(),
  };
}

/** Buckets by first key; the lowest is taken whole. @param split entries above which a bucket is halved */
function bucketStore({ width, split }: { width: number; split: number }): Store {
  const entries = new Map<number, number>();
  let buckets: { from: number; cells: Set<number> }[] = [];
  /** The last bucket that begins at or below a key; -1 before the first. */
  const placeOf = (key: number) => {
    let low = 0;
    for (let high = buckets.length; low < high; ) {
      const middle = (low + high) >> 1;
      if (buckets[middle].from <= key) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  };
  const halve = (at: number) => {
    const sorted = [...buckets[at].cells].sort((a, b) => keyOf(a) - keyOf(b));
    const from = keyOf(sorted[sorted.length >> 1]);
    const above = sorted.filter((cell) => keyOf(cell) >= from);
    // Equal keys cannot be parted.
    if (above.length === sorted.length) return;
    for (const cell of above) buckets[at].cells.delete(cell);
    buckets.splice(at + 1, 0, { from, cells: new Set(above) });
  };
  const keyOf = (cell: number) => entries.get(cell) as number;
  return {
    entries,
    put(cell, key) {
      const from = split < Infinity ? -Infinity : Math.floor(key / width) * width;
      let at = placeOf(key);
      if (at < 0 || buckets[at].from < from) buckets.splice(++at, 0, { from, cells: new Set() });
      entries.set(cell, key);
      buckets[at].cells.add(cell);
      if (buckets[at].cells.size > split) halve(at);
    },
    remove(cell) {
      const key = entries.get(cell);
      if (key === undefined) return false;
      buckets[placeOf(key)].cells.delete(cell);
      return entries.delete(cell);
    },
    takeBest() {
      let i = 0;
      while (buckets[i].cells.size === 0) i++;
      const best = [...buckets[i].cells].map((cell): Entry => [cell, keyOf(cell)]);
      buckets.splice(0, i + 1);
      // Where buckets are of any width, the new first one takes all below it too.
      if (split < Infinity && buckets.length > 0) buckets[0].from = -Infinity;
      for (const [cell] of best) entries.delete(cell);
      return best.sort((a, b) => b[1] - a[1]);
    },
    clear() {
      entries.clear();
      buckets = [];
    },
  };
}

function fronted(preferred: number, most: number, makeStore: () => Store): OpenListMaker {
  return () => {
    /** The best is taken from the end. */
    let front: Entry[] = [];
    const back = makeStore();
    const push = (cell: number, key: number) => {
      const behind = back.entries.size > 0;
      if (front.length > 0 ? key >= front[0][1] && (behind || front.length >= preferred) : behind) {
        back.put(cell, key);
        return;
      }
      insert(front, [cell, key]);
      if (front.length > most) for (const entry of front.splice(0, front.length - preferred)) back.put(...entry);
    };
    const refill = () => {
      if (front.length === 0 && back.entries.size > 0) front = back.takeBest();
      return front;
    };
    return {
      clear() {
        front = [];
        back.clear();
      },
      size: () => front.length + back.entries.size,
      lowest: () => (refill().length > 0 ? front[front.length - 1][1] : Infinity),
      push,
      lower(cell, key) {
        if (!back.remove(cell))
          front.splice(
            front.findLastIndex(([other]) => other === cell),
            1,
          );
        push(cell, key);
      },
      pop: () => (refill().pop() as Entry)[0],
    };
  };
}

/** A sorted array before a hash map. @param preferred entries after a refill; at most twice as many */
export const sortedFront = (preferred: number): OpenListMaker =>
  fronted(preferred, 2 * preferred, () => mapStore(preferred));

/** A hash map alone (E's first list): finding the smallest key looks at every entry. */
export const hashMap: OpenListMaker = fronted(1, 1, () => mapStore(1));

/** A queue of at most five entries before a hash map. */
export const fiveFront: OpenListMaker = fronted(5, 5, () => mapStore(5));

/** A sorted array before buckets of a fixed width. @param width of a bucket's keys */
export const sortedBuckets = (width: number): OpenListMaker =>
  fronted(32, 64, () => bucketStore({ width, split: Infinity }));

/** A sorted array before buckets of any width. @param most entries of a bucket */
export const sortedFreeBuckets = (most: number): OpenListMaker =>
  fronted(32, 64, () => bucketStore({ width: 0, split: most }));
