import { describe, expect, it } from 'vitest';
import { walkPieces } from './walk.js';

const point = (x: number, y: number) => x | (y << 16);
const none = () => {};

/** A walk of straight pieces from point to point, and which of them were asked for. */
function walkOver(points: [number, number][], { smooth = none as (path: number[]) => void, size = 10 } = {}) {
  const pieces: number[] = [];
  const [first, last] = [points[0], points[points.length - 1]].map(([x, y]) => point(x, y));
  const add = (path: number[], i: number) => {
    pieces.push(i);
    path.push(point(...points[i + 1]));
  };
  return { pieces, walk: walkPieces(first, last, 12, points.length - 1, add, smooth, points, size) };
}

describe('a walk', () => {
  it('goes cell by cell through all pieces in every direction, the start first, and ends at the goal', () => {
    const { walk } = walkOver([
      [5, 5],
      [7, 5],
      [7, 3],
      [5, 1],
      [3, 3],
      [3, 4],
      [4, 5],
    ]);
    expect(walk.cost).toBe(12);
    expect([...walk]).toEqual([
      [5, 5],
      [6, 5],
      [7, 5],
      [7, 4],
      [7, 3],
      [6, 2],
      [5, 1],
      [4, 2],
      [3, 3],
      [3, 4],
      [4, 5],
    ]);
    expect(walk.next()).toEqual({ done: true, value: undefined });
  });

  it('of one cell is that cell', () => {
    expect([...walkOver([[5, 5]]).walk]).toEqual([[5, 5]]);
  });

  it('refines three pieces ahead, and more where those before were short, when it gets there', () => {
    const { walk, pieces } = walkOver(Array.from({ length: 20 }, (_, i) => [3 * i, 0]));
    walk.next();
    expect(pieces).toEqual([]);
    walk.next();
    // The first three, and until there are six points.
    expect(pieces).toEqual([0, 1, 2, 3, 4]);
    for (let i = 0; i < 2; i++) walk.next();
    expect(pieces).toHaveLength(5);
    walk.next();
    expect(pieces).toEqual([0, 1, 2, 3, 4, 5]);
    const smoothed = walkOver(
      Array.from({ length: 20 }, (_, i) => [3 * i, 0]),
      { smooth: (path) => void path.splice(1, path.length - 2) },
    );
    smoothed.walk.next();
    smoothed.walk.next();
    expect(smoothed.pieces).toEqual([0, 1, 2, 3, 4]);
    expect([...smoothed.walk].at(-1)).toEqual([57, 0]);
  });

  it('refines a fourth piece where the third ends far enough ahead', () => {
    const pieces: number[] = [];
    const add = (path: number[], i: number) => {
      pieces.push(i);
      path.push(point(4 * i + 2, 0), point(4 * i + 4, 0));
    };
    const walk = walkPieces(0, point(80, 0), 80, 20, add, none, [], 10);
    walk.next();
    walk.next();
    expect(pieces).toEqual([0, 1, 2, 3]);
  });

  it('is refused where its pieces lead nowhere', () => {
    const { walk } = walkOver(
      [
        [0, 0],
        [4, 0],
        [8, 0],
      ],
      { smooth: (path) => void path.splice(1) },
    );
    walk.next();
    expect(() => walk.next()).toThrow(/^unusable blob: path is missing|illegal|unusable/);
  });
});

describe('portals', () => {
  it('are the nodes where the plan enters a cluster, with its corner and side, until the walk is there', () => {
    const { walk } = walkOver([
      [5, 15],
      [9, 15],
      [10, 15],
      [19, 17],
      [19, 20],
      [25, 25],
      [31, 25],
      [31, 29],
    ]);
    const all = [
      { x: 10, y: 15, cluster: { x: 10, y: 10, size: 10 } },
      { x: 19, y: 20, cluster: { x: 10, y: 20, size: 10 } },
      { x: 25, y: 25, cluster: { x: 20, y: 20, size: 10 } },
      { x: 31, y: 25, cluster: { x: 30, y: 20, size: 10 } },
    ];
    expect(walk.portals?.()).toEqual(all);
    const seen: Record<string, number> = {};
    for (const [x, y] of walk) seen[`${x}, ${y}`] = walk.portals?.().length ?? -1;
    expect([
      seen['9, 15'],
      seen['10, 15'],
      seen['19, 19'],
      seen['19, 20'],
      seen['20, 21'],
      seen['30, 25'],
      seen['31, 28'],
      seen['31, 29'],
    ]).toEqual([4, 3, 3, 2, 1, 0, 0, 0]);
  });

  it('that smoothing passes by are left out once the walk is behind them', () => {
    const { walk } = walkOver(
      [
        [5, 5],
        [12, 5],
        [12, 12],
        [5, 25],
        [5, 28],
      ],
      { smooth: (path) => void path.splice(1, path.length - 2) },
    );
    const left: number[] = [];
    for (const _ of walk) left.push(walk.portals?.().length ?? -1);
    // Straight down: the plan's clusters at 10, 0 and 10, 10 are never entered.
    expect([left[0], left.at(-1)]).toEqual([3, 0]);
    expect(left[14]).toBe(3);
    expect(left[15]).toBe(0);
  });
});
