/** Open lists of document E: a short sorted array, the front, before a store of all other entries. */
import type { OpenListMaker } from './open-lists.js';

type Entry = [cell: number, key: number];

/** Inserts into a list with the largest key first. */
function insert(list: Entry[], entry: Entry): void {
  let i = list.length;
  while (i > 0 && list[i - 1][1] < entry[1]) i--;
  list.splice(i, 0, entry);
}

/** Order among all entries behind the front, whose keys are in a map. */
interface Store {
  put?(cell: number, key: number): void;
  remove?(cell: number, key: number): void;
  /** Some of the best entries, at least one, largest key first; all others have keys as large. Not of an empty map. */
  best(): Entry[];
}
/** Made for each query. */
type StoreMaker = (entries: Map<number, number>) => Store;

/** No order: finding the best looks at every entry. */
const unordered =
  (preferred: number): StoreMaker =>
  (entries) => ({
    best() {
      const best: Entry[] = [];
      for (const entry of entries) {
        if (best.length === preferred) {
          if (entry[1] >= best[0][1]) continue;
          best.shift();
        }
        insert(best, entry);
      }
      return best;
    },
  });

/** Buckets by first key; the lowest is taken whole. @param split entries above which a bucket is halved */
const inBuckets =
  (width: number, split: number): StoreMaker =>
  (entries) => {
    const buckets: { from: number; cells: Set<number> }[] = [];
    /** Largest key first. */
    const sorted = (at: number) => {
      const all = Array.from(buckets[at].cells, (cell): Entry => [cell, entries.get(cell) as number]);
      return all.sort((a, b) => b[1] - a[1]);
    };
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
    return {
      put(cell, key) {
        const from = split < Infinity ? -Infinity : Math.floor(key / width) * width;
        let at = placeOf(key);
        if (at < 0 || buckets[at].from < from) buckets.splice(++at, 0, { from, cells: new Set() });
        const { cells } = buckets[at];
        if (cells.add(cell).size <= split) return;
        const all = sorted(at);
        const middle = all[(all.length - 1) >> 1][1];
        const above = all.filter(([, key]) => key >= middle).map(([cell]) => cell);
        // Equal keys cannot be parted.
        if (above.length === all.length) return;
        for (const cell of above) cells.delete(cell);
        buckets.splice(at + 1, 0, { from: middle, cells: new Set(above) });
      },
      remove: (cell, key) => buckets[placeOf(key)].cells.delete(cell),
      best() {
        const i = buckets.findIndex(({ cells }) => cells.size > 0);
        const best = sorted(i);
        buckets.splice(0, i + 1);
        // Where buckets are of any width, the new first one takes all below it too.
        if (split < Infinity && buckets.length > 0) buckets[0].from = -Infinity;
        return best;
      },
    };
  };

const fronted =
  (preferred: number, most: number, makeStore: StoreMaker): OpenListMaker =>
  () => {
    const back = new Map<number, number>();
    /** The best is taken from the end. */
    let front: Entry[] = [];
    let store = makeStore(back);
    const putBack = (cell: number, key: number) => {
      back.set(cell, key);
      store.put?.(cell, key);
    };
    const push = (cell: number, key: number) => {
      const isFull = back.size > 0 || front.length >= preferred;
      if (front.length > 0 ? isFull && key >= front[0][1] : back.size > 0) return putBack(cell, key);
      insert(front, [cell, key]);
      if (front.length > most) for (const entry of front.splice(0, front.length - preferred)) putBack(...entry);
    };
    const refill = () => {
      if (front.length > 0 || back.size === 0) return front;
      front = store.best();
      for (const [cell] of front) back.delete(cell);
      return front;
    };
    const lower = (cell: number, key: number) => {
      const old = back.get(cell);
      const place = old === undefined ? front.findLastIndex(([other]) => other === cell) : -1;
      if (place >= 0) front.splice(place, 1);
      else {
        store.remove?.(cell, old ?? 0);
        back.delete(cell);
      }
      push(cell, key);
    };
    const clear = () => {
      front = [];
      back.clear();
      store = makeStore(back);
    };
    const lowest = () => refill().at(-1)?.[1] ?? Infinity;
    const pop = () => (refill().pop() as Entry)[0];
    return { clear, size: () => front.length + back.size, lowest, push, lower, pop };
  };

/** A sorted array before a hash map. @param preferred entries after a refill; at most twice as many */
export const sortedFront = (preferred: number) => fronted(preferred, 2 * preferred, unordered(preferred));

/** A hash map alone (E's first list): finding the smallest key looks at every entry. */
export const hashMap = fronted(1, 1, unordered(1));

/** A queue of at most so many entries before a hash map. */
export const cappedFront = (most: number) => fronted(most, most, unordered(most));

/** A sorted array that may grow, before a hash map. @param preferred entries after a refill */
export const unlimitedFront = (preferred: number) => fronted(preferred, Infinity, unordered(preferred));

/** A sorted array before buckets of a fixed width. @param width of a bucket's keys */
export const sortedBuckets = (width: number) => fronted(32, 64, inBuckets(width, Infinity));

/** A sorted array before buckets of any width. @param most entries of a bucket */
export const sortedFreeBuckets = (most: number) => fronted(32, 64, inBuckets(0, most));
