/** The points of a path, in pieces between its links. */
export class Line {
  readonly points: number[] = [];
  length = 0;
  /** Where the piece begins in the list. */
  private start = 0;

  constructor(
    private readonly scaleX: number,
    private readonly scaleY: number,
  ) {}

  /** Index of the last point. */
  get last(): number {
    return this.points.length / 2 - 1;
  }

  begin(): void {
    this.start = this.points.length;
  }

  /** Adds a point; where the line goes straight on, it takes the place of the last one. */
  add(x: number, y: number): void {
    const { points, start, scaleX, scaleY } = this;
    const count = points.length - start;
    const [x0, y0, x1, y1] = points.slice(-4);
    if (count > 0) {
      const [fromX, fromY] = points.slice(-2);
      this.length += Math.hypot(scaleX * (x - fromX), scaleY * (y - fromY));
    }
    const isParallel = (x1 - x0) * (y - y1) === (y1 - y0) * (x - x1);
    const isForward = (x1 - x0) * (x - x1) + (y1 - y0) * (y - y1) > 0;
    if (count > 2 && isParallel && isForward) points.length -= 2;
    points.push(x, y);
  }
}
