/** An error in Redis: its name and its line, without stack and paths of the worker. */

import { z } from 'zod';
import * as errors from '../../core/errors.js';
import { MOST_FAILURE_TEXT } from '../../core/limits.js';

/** Errors that a retry does not change. */
const LASTING = ['MapError', 'BakeError', 'BlobError', 'ConfigError', 'CacheError', 'RangeError', 'JobError'];

const failureSchema = z.object({ name: z.string().max(64), message: z.string().max(MOST_FAILURE_TEXT) });

/** A forged job or task, or one of another version. */
export class JobError extends Error {
  override name = 'JobError';
}

export function isLasting(error: unknown): boolean {
  return error instanceof Error && LASTING.includes(error.name);
}

/** @param folder of the worker, which is removed from the message */
export function packFailure(error: unknown, folder: string): string {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  const text = message.replaceAll(new RegExp(`${escaped(folder)}[^\\s:]*/`, 'g'), '').slice(0, MOST_FAILURE_TEXT);
  return JSON.stringify({ name, message: text });
}

/** The error as its own class, if the user can fix it. @param where prefix of other errors */
export function unpackFailure(reason: string, where: string): Error {
  let failure: z.output<typeof failureSchema>;
  try {
    failure = failureSchema.parse(JSON.parse(reason));
  } catch {
    const vanished = 'the workers that baked it vanished again and again; build it without --fleet to see why';
    const text = /^job stalled/.test(reason) ? vanished : reason.split('\n')[0].slice(0, MOST_FAILURE_TEXT);
    return new errors.FleetError(`${where}: ${text}`);
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
