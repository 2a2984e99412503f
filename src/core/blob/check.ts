/**
 * Checks of a blob in tools only: each of its sections is of a known kind, and an artifact has read it.
 *
 * Measured and decided: docs/decisions/hostile-blobs.md.
 */
import { ensure } from '../errors.js';
import * as KIND from './kinds.js';
import type { Blob } from './read.js';

/** Numbers of kinds that belong to one artifact; the first is that of the section without which the others say nothing. */
const GROUP = 16;

/**
 * Before anything is unpacked: kinds that are not known are refused, and so are two sections of a kind and sections of an artifact whose
 * first is missing, which would be passed over.
 * @param blob of one artifact, not a pack
 * @throws {BlobError}
 */
export function checkDirectory({ entries }: Blob): void {
  const known: readonly number[] = Object.values(KIND);
  const kinds = new Set<number>();
  for (const { kind } of entries) {
    ensure(known.includes(kind), 'kind of a section', kind, 'one that FORMAT.md names');
    ensure(!kinds.has(kind), `section ${kind}`, 'there twice', 'one');
    kinds.add(kind);
  }
  for (const kind of kinds) {
    const first = kind - (kind % GROUP);
    ensure(first === 0 || kinds.has(first), `section ${first}`, 'missing', `with section ${kind}`);
  }
}

/**
 * The same blob, watched: readers check type and length of each section that they ask for by kind, dimensions and what they have read before.
 * Sections that nothing reads were not checked.
 */
export function watched(blob: Blob): { blob: Blob; unread(): number[] } {
  const read = new Set<number>();
  return {
    blob: {
      ...blob,
      section(kind, ...rest) {
        read.add(kind);
        return blob.section(kind, ...rest);
      },
    },
    unread: () => blob.entries.map(({ kind }) => kind).filter((kind) => !read.has(kind)),
  };
}
