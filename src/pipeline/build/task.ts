/** Messages between a build and its worker threads. */
import type { MessagePort } from 'node:worker_threads';
import type { MapChunks } from '../../core/chunks/chunks.js';
import type { ReadMapOptions } from '../../maps/read-map.js';
import type { WallReport } from '../../maps/walls.js';
import type { AgentReading } from '../config/reading.js';
import type { Wanted } from '../config/targets.js';
import type { Choice } from '../estimate/choose.js';

export interface BakeTask {
  bytes: Uint8Array;
  file: string;
  name: string;
  reading: ReadMapOptions;
  /** Agents by name; absent for a map without agents. */
  agents?: Record<string, AgentReading>;
  wanted: Wanted[];
  outputs: string[][];
  /** Whether the map chooses between artifacts. */
  choose: boolean;
  /** To the thread that gave the task: sends {@link FromWorker}, receives {@link ToWorker}. */
  port: MessagePort;
}

export interface Baked {
  outputs: Uint8Array[];
  choice?: Choice;
  fingerprint: string;
  agents?: Record<string, string>;
  width: number;
  height: number;
  openCells: number;
  beside: Record<string, string>;
  warnings?: string[];
  /** Where the walls of the map come from, as the first agent reads it. */
  walls?: WallReport | undefined;
}

export type FromWorker =
  | { artifact: string; done: number; total: number }
  /** Other threads may help with this. */
  | { share: MapChunks }
  /** All chunks are taken; the worker waits for the others. */
  | { finished: true };

/** The other threads have finished, or one of them failed. */
export type ToWorker = { error: string | undefined };
