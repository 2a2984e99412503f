/** What became of a map, as bytes. */
import { type BlobBytes, viewOf } from '../../core/blob/read.js';
import { decodeChanges, encodeChanges } from './changes.js';
import { type EditableNav, editsOf } from './edits.js';

/**
 * All changes since the bake, in a few bytes: to save, or to send to others that have loaded the same blobs.
 *
 *     localStorage.setItem('map', saveChanges(nav).join());
 */
export function saveChanges(nav: EditableNav): Uint8Array {
  const edits = editsOf(nav);
  return encodeChanges(edits.nav, edits.changes());
}

/**
 * Restores the state of the map in which {@link saveChanges} was called; all other changes are undone.
 *
 *     applyChanges(nav, Uint8Array.from(localStorage.getItem('map').split(',')));
 *
 * @throws {BlobError} if they are damaged, of another map or of another version
 * @throws {RangeError} if a cell costs more than 1 in them, and nothing here finds paths over costs
 */
export function applyChanges(nav: EditableNav, changes: BlobBytes): void {
  const edits = editsOf(nav);
  nav.edit([...edits.changes(true), ...decodeChanges(viewOf(changes, 'changes'), edits.nav)]);
}
