/** What a build records of an output. */

import type { Reading } from '../config/reading.js';
import type { Wanted } from '../config/targets.js';
import type { Choice } from '../estimate/choose.js';

/** One output. */
export interface Entry {
  /** As in {@link Target}. */
  map: string;
  /** SHA-256 of the map file's bytes; its first half, out of a record that was read. */
  mapSha256: string;
  /** SHA-256 of each file that was read beside it, by its path from there; not there where it was none. */
  beside?: Record<string, string>;
  reading: Reading;
  artifacts: Wanted[];
  /** Which of them the map has left out, where it could choose. */
  choice?: Choice;
  /** What these were made from, where that lies in other outputs. */
  madeFrom: Wanted[];
  algorithmRevision: number;
  /** Version of gridprep that made it; another one does not make it stale. */
  tool: string;
  sha256: string;
  bytes: number;
  /** Of a world the tiles beside its index: their number, bytes and SHA-256, of all of them together. */
  world?: { tiles: number; bytes: number; sha256: string };
  /** For manifest and table. */
  fingerprint: string;
  /** Of each agent, by name. */
  agents?: Record<string, string>;
  width: number;
  height: number;
  openCells: number;
  /** How long its bake took: large ones are started first the next time. */
  seconds: number;
}

/** The outputs of a folder by their file, with slashes. */
export type Entries = Map<string, Entry>;
