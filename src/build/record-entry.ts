/** Entry of an output in the record. */

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
  /** Hashes of other outputs that it was made from. */
  madeFrom: Wanted[];
  algorithmRevision: number;
  /** Version of gridprep that made it; another one does not make it stale. */
  tool: string;
  sha256: string;
  bytes: number;
  /** Tiles beside the index of a world: number, bytes, SHA-256 of all. */
  world?: { tiles: number; bytes: number; sha256: string };
  /** For manifest and table. */
  fingerprint: string;
  /** Fingerprints by agent. */
  agents?: Record<string, string>;
  width: number;
  height: number;
  openCells: number;
  /** Seconds of its bake: long bakes start first the next time. */
  seconds: number;
}
