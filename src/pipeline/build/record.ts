/**
 * The record of a build: the source of each output, so that the next build finds stale ones. It has only hashes and
 * options, because times of files change by checkouts and copies.
 */

import { join } from 'node:path';
import { NEWEST_REVISION } from '../../core/blob/layout.js';
import { writeFileAtomic } from '../../core/files/atomic.js';
import { openRegular, readRegular } from '../../core/files/regular.js';
import { MOST_RECORD } from '../../core/limits.js';
import { ARTIFACTS } from '../../engines/list.js';
import type { Output, Target, Wanted } from '../config/targets.js';
import type { Choice } from '../estimate/choose.js';
import { decodeRecord, type Entries, type Entry, encodeRecord } from './record-file.js';

export const RECORD_NAME = '.prep-record';

/** The record of a folder; empty if missing, damaged or of another version, so that everything is baked again. */
export async function readRecord(out: string): Promise<Entries> {
  try {
    return decodeRecord(await readRegular(join(out, RECORD_NAME), MOST_RECORD)) ?? new Map();
  } catch {
    return new Map();
  }
}

export async function writeRecord(out: string, entries: Entries): Promise<void> {
  const bytes = encodeRecord(entries);
  await writeIfChanged(join(out, RECORD_NAME), () => [bytes]);
}

/** Writes a file if its bytes differ, because `--watch` must not wake itself. @param parts makes the bytes in parts */
export async function writeIfChanged(file: string, parts: () => Iterable<Uint8Array>): Promise<void> {
  const opened = await openRegular(file).catch(() => undefined);
  const isSame = opened && (await hasBytes(opened, parts()).finally(() => opened.handle.close()));
  if (!isSame) await writeFileAtomic(file, parts());
}

async function hasBytes(
  { handle, size }: Pick<Awaited<ReturnType<typeof openRegular>>, 'handle' | 'size'>,
  parts: Iterable<Uint8Array>,
): Promise<boolean> {
  let at = 0;
  for (const part of parts) {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(part.length), 0, part.length, at);
    if (bytesRead < part.length || !buffer.equals(part)) return false;
    at += part.length;
  }
  return at === size;
}

/**
 * Why an output must be baked; empty if it is up to date.
 * @param mapSha256 of the current map
 * @param otherFiles changed files that the map refers to
 * @param current SHA-256 of the output; undefined if there is none
 */
export function reasonOf(
  target: Target,
  output: Output,
  entry: Entry | undefined,
  { mapSha256, otherFiles }: { mapSha256: string; otherFiles: string[] },
  current: string | undefined,
): string {
  if (!entry) return current === undefined ? 'new' : 'not in the record';
  if (current === undefined) return 'output is gone';
  if (current !== entry.sha256) return 'output is damaged';
  if (entry.algorithmRevision !== NEWEST_REVISION)
    return `algorithm revision ${entry.algorithmRevision}, now ${NEWEST_REVISION}`;
  if (mapSha256 !== entry.mapSha256) return 'map changed';
  if (otherFiles.length > 0) return `${otherFiles.join(', ')} changed`;
  if (nameOf(entry.map) !== nameOf(target.map)) return 'map has another name';
  if ((entry.choice !== undefined) !== (output.choose === true)) {
    return output.choose ? 'the map chooses between artifacts' : 'the map no longer chooses between artifacts';
  }
  const choice = entry.choice && choiceChanged(entry.choice, entry.artifacts, output.artifacts);
  if (choice) return choice;
  const read = changedOptions('map', { ...entry.reading }, { ...target.reading });
  if (read.length > 0) return read.join(', ');
  const were = [...entry.artifacts, ...entry.madeFrom];
  return changesOf(were, [...output.artifacts, ...madeFrom(target, output)]).join(', ');
}

/** Why the map must choose again: the config names other artifacts. */
function choiceChanged({ leftOut }: Choice, were: Wanted[], are: Wanted[]): string | undefined {
  const named = (all: Wanted[]) => all.filter((one) => one.named).map(({ name }) => name);
  const missing = named(are).find((name) => leftOut.includes(name));
  if (missing !== undefined) return `${missing} was left out, now the config names it`;
  const gone = named(were).find((name) => !named(are).includes(name));
  return gone && `${gone} is no longer named by the config: the map chooses again`;
}

export function namesIn({ artifacts, choice }: Pick<Entry, 'artifacts' | 'choice'>): string[] {
  return artifacts.map(({ name }) => name).filter((name) => !choice?.leftOut.includes(name));
}

/** Artifacts in other outputs from which an output's artifacts are made. */
export function madeFrom({ outputs }: Target, output: Output): Wanted[] {
  const needs = output.artifacts.flatMap(({ name }) => ARTIFACTS[name]?.needs ?? []);
  return outputs
    .filter((other) => other !== output)
    .flatMap(({ artifacts }) => artifacts.filter(({ name }) => needs.includes(name)));
}

function nameOf(map: string): string {
  return map.slice(map.lastIndexOf('/') + 1);
}

function changesOf(were: Wanted[], are: Wanted[]): string[] {
  const changes = are.flatMap((now) => {
    const was = were.find(({ name }) => name === now.name);
    return was ? changedOptions(now.name, flat(was), flat(now)) : [`${now.name} is new`];
  });
  const gone = were.filter(({ name }) => !are.some((now) => now.name === name));
  return [...changes, ...gone.map(({ name }) => `${name} is no longer wanted`)];
}

function flat({ options, codec, zstdLevel, layout = 'compact' }: Wanted): Record<string, unknown> {
  return { ...options, codec, zstdLevel, layout };
}

export function changedOptions(name: string, was: Record<string, unknown>, now: Record<string, unknown>): string[] {
  const keys = [...new Set([...Object.keys(was), ...Object.keys(now)])];
  return keys
    .filter((key) => JSON.stringify(was[key]) !== JSON.stringify(now[key]))
    .map((key) => `${name}.${key} ${JSON.stringify(was[key])}, now ${JSON.stringify(now[key])}`);
}
