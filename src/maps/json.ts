/** JSON of map files, refused before it takes more memory than a map needs. */
import { MapError } from '../errors.js';

/** Most objects and lists together: each takes some 60 bytes, however short it is written. */
const MOST_CONTAINERS = 2_000_000;
/** Files smaller than this cannot have too many. */
const SMALL = 4 << 20;

const [QUOTE, BACKSLASH, OPEN_LIST, OPEN_OBJECT] = Array.from('"\\[{', (c) => c.charCodeAt(0));

/** @throws {MapError} if it is not JSON, or more than a map can be */
export function parseJson(bytes: Uint8Array, file: string): unknown {
  if (bytes.length > SMALL && containers(bytes) > MOST_CONTAINERS)
    throw new MapError(`${file}: more than ${MOST_CONTAINERS} objects and lists; this is no map`);
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    throw new MapError(`${file}: this is not JSON: ${(error as Error).message.split('\n')[0]}`);
  }
}

/** How many objects and lists begin outside of texts. */
function containers(bytes: Uint8Array): number {
  let count = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i];
    if (byte === QUOTE) {
      do {
        i = bytes.indexOf(QUOTE, i + 1);
        if (i < 0) return count;
      } while (escaped(bytes, i));
    } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) count++;
  }
  return count;
}

/** Whether an odd number of backslashes stands before a byte. */
function escaped(bytes: Uint8Array, at: number): boolean {
  let from = at;
  while (bytes[from - 1] === BACKSLASH) from--;
  return (at - from) % 2 === 1;
}
