/** What a queue offers a game. */
import type { Walk } from '../../core/search/engine.js';
import type { Answer, RequestOptions } from './requests.js';

/** What a queue has done so far. */
export interface QueueStatistics {
  updates: number;
  /** Requests that were answered with a path or that there is none; of them answered along with an equal one, and from a field. */
  answered: number;
  shared: number;
  fromFields: number;
  replaced: number;
  cancelled: number;
  /** Fields that were made, and searches that were cut into slices. */
  fields: number;
  sliced: number;
  /** Milliseconds or work that the last update took, and the longest that an answer has waited, in updates. */
  spent: number;
  longestWait: number;
  /** Cells of walks that were asked for before they were refined. */
  late: number;
}

/** Answers path requests a frame at a time. */
export interface PathQueue {
  /**
   * Requests a path.
   * @param done called once, in an update, or when the request is replaced or cancelled
   * @returns what cancels it
   * @throws {RangeError} if a coordinate is outside the map or not a whole number, or the priority not a number
   * @throws {TypeError} if `done` is no function
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
   * {@link findWalk}, refined ahead with what updates have left of their budget, those first that have least left.
   * @throws {RangeError | BlobError} as there
   */
  findWalk(x0: number, y0: number, x1: number, y1: number): Walk | null;
  /** For {@link warmUp}: answers requests from all over the map, one for each or many for one goal. @param ms after which it stops, about */
  warmUp(ms: number): void;
  /** Requests that wait. */
  readonly pending: number;
  readonly statistics: Readonly<QueueStatistics>;
}

/** A queue from within. */
export interface LimitedQueue extends PathQueue {
  /** @param most what this update may take, in place of the budget */
  update(most?: number): void;
}
