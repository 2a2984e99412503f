/** `--max-memory` of commands that bake many maps. */
import { parseMemory } from '../../src/threads/memory.js';
import { UsageError } from './errors.js';

/** Bytes of `--max-memory`. @throws {UsageError} */
export function memory(text: string): number {
  try {
    return parseMemory(text);
  } catch {
    throw new UsageError(`--max-memory is "${text}", expected a number and a unit, for example --max-memory 2GB`);
  }
}
