/** Removes contents of files from errors: bundlers show errors in a browser, where other pages may read them. */
import { basename } from 'node:path';
import { MAP_ENDING, MAP_ENDINGS } from '../../maps/formats.js';

/** Characters of a file that an error may quote. */
const MOST_QUOTED = 20;
/** A JSON string. */
const QUOTED = /"(?:[^"\\]|\\.)*"/gs;
/** Errors without contents of files. */
const SENTENCES = /^(Config|Bake|Blob|Cache|Thread)Error$/;
const NOT_JSON = /(this is not JSON: [^"]*?),? ?(?:\.\.\.)?".*/s;

/**
 * An error with at most {@link MOST_QUOTED} characters of a map's content, and none of other files.
 * @param map the file; its name decides whether it is a map
 */
export function withoutContent(error: unknown, map: string): Error {
  const { message, name } = error instanceof Error ? error : new Error(String(error));
  // Only bugs keep their stack.
  if (name !== 'MapError') return SENTENCES.test(name) ? bare(name, message) : (error as Error);
  const file = basename(map);
  const more = `npx gridprep inspect ${file} says why`;
  if (!MAP_ENDING.test(map))
    return bare(
      name,
      `${file} cannot be read as a map, and has the name of none (.${[...new Set(MAP_ENDINGS)].join(', .')}); ${more}`,
    );
  let left = MOST_QUOTED;
  const short = message.replace(NOT_JSON, '$1').replace(QUOTED, (quoted) => {
    const content = quoted.slice(1, -1);
    const kept = content.slice(0, left);
    left -= kept.length;
    return kept === content ? quoted : `"${kept.replace(/\\$/, '')}..."`;
  });
  return bare(name, short);
}

function bare(name: string, message: string): Error {
  return Object.assign(new Error(message), { name, stack: `${name}: ${message}` });
}
