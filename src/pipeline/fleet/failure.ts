/** An error on its way through Redis: its name and its line, no stack, no path of a worker's. */
import { z } from 'zod';
import * as errors from '../../core/errors.js';

/** Whoever tries again gets the same. */
const LASTING = ['MapError', 'BakeError', 'BlobError', 'ConfigError', 'CacheError', 'RangeError', 'JobError'];
const MOST_TEXT = 2000;

const failureSchema = z.object({ name: z.string().max(64), message: z.string().max(MOST_TEXT) });

/** A job or task that is forged, or of another version: no bug, hence printed without a stack. */
export class JobError extends Error {
  override name = 'JobError';
}

export function isLasting(error: unknown): boolean {
  return error instanceof Error && LASTING.includes(error.name);
}

/** @param folder of the worker, which means nothing on other machines */
export function packFailure(error: unknown, folder: string): string {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  const text = message.replaceAll(new RegExp(`${escaped(folder)}[^\\s:]*/`, 'g'), '').slice(0, MOST_TEXT);
  return JSON.stringify({ name, message: text });
}

/** The error again, as its own class where it is one of the user's. @param where for those that are not */
export function unpackFailure(reason: string, where: string): Error {
  let failure: z.output<typeof failureSchema>;
  try {
    failure = failureSchema.parse(JSON.parse(reason));
  } catch {
    return new errors.FleetError(`${where}: ${reason.split('\n')[0].slice(0, MOST_TEXT)}`);
  }
  const { name, message } = failure;
  const known: Record<string, new (text: string) => Error> = {
    MapError: errors.MapError,
    BakeError: errors.BakeError,
    CacheError: errors.CacheError,
  };
  return Object.hasOwn(known, name) ? new known[name](message) : new errors.FleetError(`${where}: ${message}`);
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
