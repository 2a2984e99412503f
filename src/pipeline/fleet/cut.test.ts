import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Cut, endsOf, MOST_SHARDS } from './bake-parts.js';

describe('a bake that is looked at', () => {
  const begun = (shardMs = 1000) => {
    const cut = new Cut(shardMs);
    const { store } = cut.begin('bounds', {});
    cut.look({ artifact: 'bounds', done: 64, total: 64_000 }, 5000);
    return { cut, store };
  };

  it('is cut, once, after a third of a shard, into shards of half of the time that it was given', async () => {
    const { cut, store } = begun();
    expect(cut.look({ artifact: 'bounds', done: 400, total: 64_000 }, 5333)).toBe(false);
    // 1,000 of 64,000 in 500 ms, so the rest takes 31 s.
    expect(cut.look({ artifact: 'bounds', done: 1064, total: 65_064 }, 5500)).toBe(true);
    expect(cut.look({ artifact: 'bounds', done: 2064, total: 65_064 }, 6500)).toBe(false);
    expect(cut.made()).toBeUndefined();
    await store.save(Uint8Array.of(1));
    const { place, done, ends = [] } = cut.made() ?? {};
    expect([place, done, ends.length - 1]).toEqual(['bounds', Uint8Array.of(1), 64]);
  });

  it('is left where its rest is done sooner, where its artifact has no parts, and until its speed is known', () => {
    expect(begun().cut.look({ artifact: 'bounds', done: 1064, total: 4063 }, 5500)).toBe(false);
    expect(begun().cut.look({ artifact: 'bounds', done: 1064, total: 4064 }, 5500)).toBe(true);
    expect(begun().cut.look({ artifact: 'hpa', done: 1064, total: 65_064 }, 5500)).toBe(false);
    const { cut } = begun();
    cut.begin('other', {});
    expect(cut.look({ artifact: 'bounds', done: 2000, total: 64_000 }, 9000)).toBe(false);
  });
});

describe('the ends of shards', () => {
  it('go from the first chunk to the last one, none without a chunk, at any speed', () => {
    fc.assert(
      fc.property(
        fc.nat(100_000),
        fc.nat(100_000),
        fc.double({ min: 0, max: 1e6, noNaN: true }),
        (first, chunks, share) => {
          const ends = endsOf(first, first + chunks, share);
          if (!ends) return;
          expect([ends[0], ends.at(-1)]).toEqual([first, first + chunks]);
          expect(ends.every((end, i) => i === 0 || ends[i - 1] < end)).toBe(true);
          expect(ends.length - 1).toBeGreaterThan(1);
          expect(ends.length - 1).toBeLessThanOrEqual(MOST_SHARDS);
        },
      ),
    );
  });

  it('are as far apart as a shard takes', () => {
    expect(endsOf(4, 16, 0.25)).toEqual([4, 8, 12, 16]);
  });

  it('make an even number, from four on', () => {
    const counts = [3, 4, 5, 6, 7].map((shards) => (endsOf(0, 100, shards / 100)?.length ?? 0) - 1);
    expect(counts).toEqual([3, 4, 6, 6, 8]);
    expect(endsOf(0, 5, 1)).toHaveLength(6);
  });

  it('are those of the chunks where each takes longer than a shard', () => {
    expect(endsOf(5, 8, 2.5)).toEqual([5, 6, 7, 8]);
  });

  it('are none where one chunk is left', () => {
    expect(endsOf(7, 8, 9)).toBeUndefined();
  });
});
