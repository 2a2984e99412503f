/** What goes to a worker thread for a map, and comes back. */
import type { MessagePort } from 'node:worker_threads';
import type { Share } from '../bounds/share.js';
import type { AgentReading } from '../config/reading.js';
import type { Wanted } from '../config/targets.js';
import type { Choice } from '../estimate/choose.js';
import type { ReadMapOptions } from '../maps/read-map.js';

export interface BakeTask {
  /** The map file. */
  bytes: Uint8Array;
  /** Its name in error messages, and in metadata. */
  file: string;
  name: string;
  reading: ReadMapOptions;
  /** Who walks; nobody who has a name where it is not there. */
  agents?: Record<string, AgentReading>;
  wanted: Wanted[];
  /** For each output the names of its artifacts. */
  outputs: string[][];
  /** Whether the map chooses between artifacts that stand in for each other. */
  choose: boolean;
  /** Blobs that were made before, and names of those artifacts in them that need not be baked again. */
  before: Uint8Array[];
  intact: string[];
  /** Beginning of the names of checkpoint files. */
  checkpoint: string;
  /** To the thread that gave the task: {@link FromWorker} one way, {@link ToWorker} the other. */
  port: MessagePort;
}

/** What a task makes. */
export interface Baked {
  outputs: Uint8Array[];
  /** What the map has chosen, where it could. */
  choice?: Choice;
  /** SHA-256 that ties the blobs to their map. */
  fingerprint: string;
  /** The same of each agent, by name. */
  agents?: Record<string, string>;
  width: number;
  height: number;
  openCells: number;
  /** SHA-256 of each file that was read beside the map. */
  beside: Record<string, string>;
}

export type FromWorker =
  | { artifact: string; done: number; total: number }
  /** More threads may work on this. */
  | { share: Share }
  /** Nothing is left to take from it: say when the others have finished. */
  | { finished: true };

/** The other threads have finished; or one of them failed. */
export type ToWorker = { error: string | undefined };
