/** The interface of machines that bake for a build. */
import { basename } from 'node:path';
import type { Target } from '../config/targets.js';
import type { Source } from './shared-outputs.js';

export interface Order {
  target: Target;
  /** Places of the outputs that are wanted, in the target's list. */
  stale: number[];
  source: Source;
  bytes: Uint8Array;
  folder: string;
  size: number;
  /** Whether to bake what the cache has already, too. */
  force: boolean;
}

export interface OrderProgress {
  artifact: string;
  done: number;
  total: number;
  worker?: string;
}

/** The error of another machine, which names the map without its folder, with the path that it has here. */
export function withPath(error: Error, map: string, path: string): Error {
  return Object.assign(error, { message: error.message.replace(basename(map), path) });
}

/** Machines that bake orders and put the outputs into the shared cache. */
export interface Remote {
  atOnce: number;
  /**
   * @param order read when its turn comes: thousands of maps may wait
   * @returns who did it, when it is in the cache
   * @throws what the bake threw, or FleetError
   */
  bake(order: () => Promise<Order>, onProgress: (progress: OrderProgress) => void): Promise<{ worker: string }>;
  /** Whether all machines are gone and the build bakes what fails for that reason. */
  readonly bakesHere?: boolean;
  /** Withdraws orders that have not begun; unfinished orders fail. */
  withdraw(): Promise<void>;
}
