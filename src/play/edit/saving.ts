/** What became of a map, as bytes. */
import { type BlobBytes, viewOf } from '../../core/blob/read.js';
import { decodeChanges, encodeChanges } from './changes.js';
import { type EditableNav, editsOf } from './edits.js';

/**
 * What has become of the map since it was baked, in a few bytes: to save, or to send to others that have loaded the same blobs.
 *
 *     localStorage.setItem('map', saveChanges(nav).join());
 */
export function saveChanges(nav: EditableNav): Uint8Array {
  const { nav: loaded, cells } = editsOf(nav);
  return encodeChanges(loaded, cells.changes());
}

/**
 * Makes the map what it was where {@link saveChanges} was called; what has become of it here is forgotten.
 *
 *     applyChanges(nav, Uint8Array.from(localStorage.getItem('map').split(',')));
 *
 * @throws {BlobError} if they are damaged, of another map or of another version
 * @throws {RangeError} if a cell costs more than 1 in them, and nothing here finds paths over costs
 */
export function applyChanges(nav: EditableNav, changes: BlobBytes): void {
  const { nav: loaded, cells } = editsOf(nav);
  nav.edit([...cells.changes(true), ...decodeChanges(viewOf(changes, 'changes'), loaded).runs]);
}
