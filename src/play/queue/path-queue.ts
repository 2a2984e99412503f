/** The public types of a queue. */
import type { Walk } from '../../core/search/engine.js';
import type { Answer, QueueStatistics, RequestOptions } from './requests.js';

/** Answers path requests a frame at a time. */
export interface PathQueue {
  /**
   * Requests a path.
   * @param done called once, in an update, or when the request is replaced or cancelled
   * @returns a function that cancels the request
   * @throws {RangeError} if a coordinate is outside the map or not a whole number, or the priority not a number
   * @throws {TypeError} if `done` is not a function
   */
  request(
    x0: number,
    y0: number,
    x1: number,
    y1: number,
    done: (answer: Answer) => void,
    options?: RequestOptions,
  ): () => void;
  /** {@link request} with a promise. */
  ask(x0: number, y0: number, x1: number, y1: number, options?: RequestOptions): Promise<Answer>;
  /** Cancels the request of a unit. @returns whether it had one */
  cancel(unit: unknown): boolean;
  /**
   * Does a frame's work; call it once a frame.
   * @throws {BlobError} as `findPath`; the request that met it is dropped
   */
  update(): void;
  /**
   * {@link findWalk}, refined with the budget that updates leave.
   * @throws {RangeError | BlobError} as there
   */
  findWalk(x0: number, y0: number, x1: number, y1: number): Walk | null;
  /** Requests that wait. */
  readonly pending: number;
  readonly statistics: Readonly<QueueStatistics>;
}

/** A queue from within. */
export interface LimitedQueue extends PathQueue {
  /** @param most what this update may take, in place of the budget */
  update(most?: number): void;
  /** Counts cells that a callback has pulled as work. */
  charge(cells: number): void;
}
