/** Open lists of document E (section 5.2): a short sorted front before hash maps of all other entries. */
import { binaryHeap, type Front, type OpenList, searchTree } from '../../src/lab/baselines/open-lists.js';

/** E's ArrayList. */
const sortedArray = (): Front => {
  /** Largest key first: the best is taken from the end. */
  let list: [cell: number, key: number][] = [];
  return {
    clear() {
      list = [];
    },
    size: () => list.length,
    lowest: () => list.at(-1)?.[1] ?? Infinity,
    push(cell, key) {
      let i = list.length;
      while (i > 0 && list[i - 1][1] < key) i--;
      list.splice(i, 0, [cell, key]);
    },
    pop: () => list.pop()?.[0] ?? -1,
    last: () => list[0],
    remove(cell) {
      const at = list.findLastIndex(([other]) => other === cell);
      list.splice(at, 1);
    },
  };
};

/** Number of the hash map of a key. @param estimate of the whole path, E's h(S) */
type BucketOf = (key: number, estimate: number) => number;

/** @param preferred entries of the front after a refill @param limited whether it never has more */
const fronted =
  (makeFront: (cells: number) => Front, preferred: number, bucketOf: BucketOf = () => 0, limited = true) =>
  (cells: number): OpenList & Pick<Front, 'remove'> => {
    const front = makeFront(cells);
    let buckets: Map<number, number>[] = [];
    let whole = 0;
    /** Entries of all buckets. */
    let behind = 0;
    const putBack = (cell: number, key: number) => {
      const at = bucketOf(key, whole);
      while (buckets.length <= at) buckets.push(new Map());
      buckets[at].set(cell, key);
      behind++;
    };
    const push = (cell: number, key: number) => {
      const isFull = behind > 0 || front.size() >= preferred;
      if (front.size() > 0 ? isFull && key >= front.last()[1] : behind > 0) return putBack(cell, key);
      front.push(cell, key);
      if (!limited || front.size() <= preferred) return;
      const last = front.last();
      front.remove(last[0]);
      putBack(...last);
    };
    /** The best entries of the first bucket that has any. */
    const refill = () => {
      if (front.size() > 0 || behind === 0) return front;
      const bucket = buckets.find(({ size }) => size > 0) as Map<number, number>;
      for (const [cell, key] of bucket) {
        if (front.size() === preferred) {
          const [last, most] = front.last();
          if (key >= most) continue;
          front.remove(last);
        }
        front.push(cell, key);
      }
      // Which entries these are, the front tells from its last to its first.
      const best: ReturnType<Front['last']>[] = [];
      for (; front.size() > 0; front.remove(best[best.length - 1][0])) best.push(front.last());
      for (const [cell, key] of best) {
        bucket.delete(cell);
        front.push(cell, key);
      }
      behind -= best.length;
      return front;
    };
    const remove = (cell: number) => {
      if (buckets.some((bucket) => bucket.delete(cell))) behind--;
      else front.remove(cell);
    };
    const lower = (cell: number, key: number) => {
      remove(cell);
      push(cell, key);
    };
    const clear = (estimate = 0) => {
      front.clear();
      buckets = [];
      behind = 0;
      whole = estimate || Infinity;
    };
    const [lowest, pop] = [() => refill().lowest(), () => refill().pop()];
    return { clear, size: () => front.size() + behind, lowest, push, lower, pop, remove };
  };

/** A sorted array of limited size before a hash map (cheapListWithArrayList). */
export const sortedFront = (preferred: number) => fronted(sortedArray, preferred);

/** Only a hash map: finding the smallest key looks at every entry. */
export const hashMap = sortedFront(1);

/** A tree of limited size before a hash map (cheapListWithTreeSet). */
export const treeFront = (preferred: number) => fronted(searchTree, preferred);

/** A priority queue of limited size before a hash map (cheapListWithPriorityQueue); its last entry is looked for. */
export const queueFront = (preferred: number) => fronted(binaryHeap, preferred);

/** A sorted array that may grow, before a hash map (section 8.2.1). */
export const unlimitedFront = (preferred: number) => fronted(sortedArray, preferred, undefined, false);

/** A sorted array before buckets, all as wide (section 7.2.4). @param percent of h(S) that one is wide */
export const sortedBuckets = (percent: number) =>
  fronted(sortedArray, 32, (key, estimate) => Math.floor((100 * key) / (percent * estimate)));

/** Buckets each twice as wide as all before it. @param percent of h(S) that the first is wide */
export const doublingBuckets = (percent: number) =>
  fronted(sortedArray, 32, (key, estimate) =>
    Math.max(0, 1 + Math.floor(Math.log2((100 * key) / (percent * estimate)))),
  );
