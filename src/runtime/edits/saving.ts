/** What became of a map, as bytes. */
import { type BlobBytes, viewOf } from '../../blob/read.js';
import { decodeChanges, encodeChanges } from '../../edit/changes.js';
import type { Edits } from './edits.js';

/** What {@link saving} adds to a map. */
export interface Saving {
  /** What has become of the map since it was baked, in a few bytes: to save, or to send to others that have loaded the same blobs. */
  changes(): Uint8Array;
  /**
   * Makes the map what it was where `changes` was called; what has become of it here is forgotten.
   * @throws {BlobError} if they are damaged, of another map or of another version
   * @throws {RangeError} if a cell costs more than 1 in them, and nothing here finds paths over costs
   */
  applyChanges(changes: BlobBytes): void;
}

/** Adds `changes` and `applyChanges` to a map of `editableJps`. */
export function saving({ self, nav, cells }: Edits): Saving {
  return {
    changes: () => encodeChanges(nav, cells.changes()),
    applyChanges(bytes) {
      self.edit([...cells.changes(true), ...decodeChanges(viewOf(bytes, 'changes'), nav).runs]);
    },
  };
}
