/** The parts of untyped peers that the benchmark uses. */
declare module 'pathfinding' {
  interface Grid {
    clone(): Grid;
  }
  interface Finder {
    findPath(x0: number, y0: number, x1: number, y1: number, grid: Grid): [number, number][];
  }
  type FinderMaker = new (options: {
    diagonalMovement: number;
    heuristic: (dx: number, dy: number) => number;
  }) => Finder;
  const PF: {
    Grid: new (blocked: number[][]) => Grid;
    AStarFinder: FinderMaker;
    JumpPointFinder: FinderMaker;
    DiagonalMovement: { Always: number; Never: number; IfAtMostOneObstacle: number; OnlyWhenNoObstacles: number };
    Heuristic: Record<'octile' | 'manhattan', (dx: number, dy: number) => number>;
  };
  export default PF;
}

declare module 'l1-path-finder' {
  export default function createPlanner(grid: unknown): {
    search(x0: number, y0: number, x1: number, y1: number, path: number[]): number;
  };
}

declare module 'ndarray' {
  export default function ndarray(data: Int8Array, shape: number[], stride: number[]): unknown;
}
