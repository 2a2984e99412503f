/** Errors of bakes as bundlers show them, also in a browser, which other pages may read: little of a file's content stays in them. */
import { basename } from 'node:path';
import { MAP_ENDING, MAP_ENDINGS } from '../../core/maps/formats.js';

/** Characters of a file that an error may quote. */
const MOST_QUOTED = 20;
/** A text in quotation marks, as JSON has it; or from a mark to the last one, where what is quoted has marks itself. */
const QUOTED = /"(?:[^"\\]|\\.)*"/gs;
/** Errors whose message says all. */
const SENTENCES = /^(Config|Bake|Blob|Cache|Thread)Error$/;
const NOT_JSON = /(this is not JSON: [^"]*?),? ?(?:\.\.\.)?".*/s;

/**
 * An error without the content of files: of a map, by its name, at most {@link MOST_QUOTED} characters; of any other file none.
 * @param map that was to be baked
 */
export function withoutContent(error: unknown, map: string): Error {
  const { message, name } = error instanceof Error ? error : new Error(String(error));
  // A sentence for people needs no stack; of a bug the stack is kept.
  if (name !== 'MapError') return SENTENCES.test(name) ? bare(name, message) : (error as Error);
  const file = basename(map);
  const more = `npx gridprep inspect ${file} says why`;
  if (!MAP_ENDING.test(map))
    return bare(
      name,
      `${file} cannot be read as a map, and has the name of none (.${MAP_ENDINGS.join(', .')}); ${more}`,
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
