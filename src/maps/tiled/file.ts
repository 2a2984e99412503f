/** A file of Tiled, in either of its two languages, as the same plain objects. */

import { parseJson } from '../fields.js';
import { keptPart, type ReadFile } from '../files.js';

/** @param expected kinds that it may be, for XML @throws {MapError} if it is neither JSON nor XML */
export function readTiled(source: ReadFile, expected: string[]): Promise<unknown> {
  return keptPart(source.kept, source.bytes, () => parsed(source, expected));
}

async function parsed({ file, bytes }: ReadFile, expected: string[]): Promise<unknown> {
  const head = new TextDecoder().decode(bytes.subarray(0, 64)).trimStart();
  if (!head.startsWith('<')) return parseJson(bytes, file);
  // Imported here: maps in JSON do not wait for the XML parser.
  const { tiledXml } = await import('./xml.js');
  return tiledXml(bytes, file, expected);
}
