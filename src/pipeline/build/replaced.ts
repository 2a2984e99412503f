/** Outputs of a build that another command writes over: which command, and with what options. */
import { readFile } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import { ARTIFACTS } from '../../core/artifacts/list.js';
import { type Part, unpackBlob } from '../../core/blob/pack.js';
import type { Entry } from './entries.js';
import { readRecord, sha256 } from './record.js';

/**
 * What has written a file in an output's place.
 * @param bytes of the file
 * @param entry of the output that the build had written
 * @returns a phrase such as `prep bounds, with exact false in place of true`; undefined where it is no blob of the same
 * map
 */
export function writtenBy(bytes: Uint8Array, entry: Pick<Entry, 'artifacts' | 'fingerprint'>): string | undefined {
  try {
    const parts = unpackBlob(bytes);
    if (parts[0].blob.fingerprint !== entry.fingerprint) return undefined;
    const changes = changesOf(parts, entry).map(({ option, now, was }) => `${option} ${now} in place of ${was}`);
    const differing = changes.length > 0 ? `, with ${changes.join(', ')}` : '';
    return `prep ${parts.length > 1 ? 'pack' : parts[0].artifact}${differing}`;
  } catch {
    return undefined;
  }
}

/**
 * Whether a file is about to be written over that a build has written, and would be another.
 * @param out folder of the build's outputs
 * @returns a phrase such as `prep build, with exact true`; undefined where no output of a build changes
 */
export async function builtBefore(file: string, bytes: Uint8Array, out: string): Promise<string | undefined> {
  const entry = (await readRecord(out)).get(relative(out, file).replaceAll(sep, '/'));
  if (!entry || entry.sha256 === sha256(bytes)) return undefined;
  const now = await readFile(file).catch(() => undefined);
  if (!now || sha256(now) !== entry.sha256) return undefined;
  const changes = changesOf(unpackBlob(bytes), entry).map(({ option, was }) => `${option} ${was}`);
  return `prep build${changes.length > 0 ? `, with ${changes.join(', ')}` : ''}`;
}

/** Options of artifacts that are not those of a build. */
function changesOf(
  parts: Part[],
  { artifacts }: Pick<Entry, 'artifacts'>,
): { option: string; was: string; now: string }[] {
  return parts.flatMap(({ artifact, metadata }) => {
    const built: Record<string, unknown> = artifacts.find(({ name }) => name === artifact)?.options ?? {};
    const { options: stored = {} } = metadata as { options?: Record<string, unknown> };
    const options = ARTIFACTS[artifact]?.recorded?.(stored) ?? stored;
    return Object.entries(options)
      .map(([option, value]) => ({ option, was: JSON.stringify(built[option]), now: JSON.stringify(value) }))
      .filter(({ option, was, now }) => option in built && was !== now);
  });
}
