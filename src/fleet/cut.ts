/** Where a long bake is cut into shards: at the speed that its beginning had. */
import { ARTIFACTS } from '../artifacts/list.js';

/** A rest of fewer shards is done sooner than shared. */
const WORTH_SHARING = 1.5;
/**
 * Of a shard: after this part of its time a bake's speed is known, and artifacts of its map that nobody has begun are
 * given to others.
 */
export const LOOK_AFTER = 1 / 3;
/** Bakes begin up to three times as fast as they go on, so a shard is cut for this part of its time. */
const CUT_AT = 1 / 2;
/** Shards of one bake. */
export const MOST_SHARDS = 10_000;

/** A bake that was cut. */
export interface Split {
  place: string;
  /** Checkpoint of the chunks before the first shard. */
  done: Uint8Array;
  /** First chunk of each shard, and the end of the last one. */
  ends: number[];
}

/** Looks at long bakes, and cuts what is left of one at the speed that it had. */
export class Cut {
  private place = '';
  private first: { at: number; done: number } | undefined;
  private ends: number[] | undefined;
  private saved: Uint8Array | undefined;

  constructor(private readonly shardMs: number) {}

  /** @returns where a bake keeps what is done */
  begin(place: string, parts: Record<string, Uint8Array[]>) {
    this.place = place;
    this.first = undefined;
    const save = async (bytes: Uint8Array) => {
      this.saved = bytes;
    };
    return { store: { load: () => parts[place], save, everyMs: Infinity }, async remove() {} };
  }

  /** @returns whether the bake is to be shared */
  look({ artifact, done, total }: { artifact: string; done: number; total: number }, now: number): boolean {
    const { parts } = ARTIFACTS[artifact];
    if (!parts || this.ends) return false;
    this.first ??= { at: now, done };
    const spent = now - this.first.at;
    const each = spent / Math.max(1, done - this.first.done);
    if (spent < LOOK_AFTER * this.shardMs || each * (total - done) < WORTH_SHARING * this.shardMs) return false;
    this.ends = endsOf(
      Math.ceil(done / parts.chunk),
      Math.ceil(total / parts.chunk),
      (each * parts.chunk) / (CUT_AT * this.shardMs),
    );
    return this.ends !== undefined;
  }

  made(): Split | undefined {
    const { place, saved, ends } = this;
    return saved && ends && { place, done: saved, ends };
  }
}

/**
 * The ends of shards: at least a chunk each, however long that takes.
 * @param share of a shard that a chunk takes
 * @returns nothing where there are no two shards
 */
export function endsOf(first: number, end: number, share: number): number[] | undefined {
  const about = Math.round((end - first) * share);
  // Of an odd number one is left at the end, for half of the workers where these are two.
  const count = Math.min(about < 4 ? about : about + (about % 2), end - first, MOST_SHARDS);
  if (count < 2) return undefined;
  return Array.from({ length: count + 1 }, (_, i) => first + Math.round(((end - first) * i) / count));
}
