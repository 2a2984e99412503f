/** The interface of machines that bake for a build. */
import { basename } from 'node:path';
import { withMessage } from '../../core/errors.js';
import type { Target } from '../config/targets.js';
import type { MapHashes } from './shared-outputs.js';

export interface Order {
  target: Target;
  /** Indices of the stale outputs of the target. */
  stale: number[];
  source: MapHashes;
  bytes: Uint8Array;
  folder: string;
  size: number;
  /** Whether to bake outputs that the cache has. */
  force: boolean;
}

export interface OrderProgress {
  artifact: string;
  done: number;
  total: number;
  worker?: string;
}

/** An error of another machine, which names the map without its folder, with the local path. */
export function withPath(error: Error, map: string, path: string): Error {
  return withMessage(
    error,
    error.message.replace(basename(map), () => path),
  );
}

/** Machines that bake orders and put the outputs into the shared cache. */
export interface Remote {
  atOnce: number;
  /**
   * @param order reads the map when its turn comes, because thousands of maps may wait
   * @returns when the outputs are in the cache
   * @throws errors of the bake, or FleetError
   */
  bake(order: () => Promise<Order>, onProgress: (progress: OrderProgress) => void): Promise<{ worker: string }>;
  /** Whether all machines are gone and the build bakes their jobs. */
  readonly bakesHere?: boolean;
  /** Withdraws orders that have not begun; unfinished orders fail. */
  withdraw(): Promise<void>;
}
