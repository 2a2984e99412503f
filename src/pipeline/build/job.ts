/** Jobs of a build: maps with outputs that are not up to date. */

import { defined } from '../../core/options/option.js';
import { ARTIFACTS } from '../../engines/list.js';
import { type Output, type Target, titleOf } from '../config/targets.js';
import type { Row } from './events.js';
import { namesIn } from './record.js';
import type { Entries, Entry } from './record-file.js';
import type { MapHashes } from './shared-outputs.js';
import type { BakeTask } from './task.js';

export interface Job {
  target: Target;
  /** Why each output must be baked; empty if it is up to date. */
  reasons: string[];
  /** Hashes of the maps of its outputs; `beside` only if an output is stale. */
  source: MapHashes;
  size: number;
  /** Estimated work, for the remaining time. */
  work: number;
}

export function rowOf({ target, reasons }: Job, status: Row['status'], seconds: number, recorded: Entries): Row {
  const reason = [...new Set(reasons)].filter(Boolean).join('; ');
  const entries = status === 'stale' ? [] : target.outputs.map(({ file }) => recorded.get(file) as Entry);
  const outputs = target.outputs.map(({ file, artifacts }, i) => {
    if (status === 'stale') return { file, artifacts: names(artifacts), bytes: 0, sha256: '' };
    const { bytes, world, sha256 } = entries[i];
    return { file, artifacts: namesIn(entries[i]), bytes: bytes + (world?.bytes ?? 0), sha256 };
  });
  const because = entries.flatMap(({ choice }) => choice?.because ?? []).join('; ') || undefined;
  const openCells = entries.at(0)?.openCells ?? 0;
  return defined({ map: titleOf(target), status, seconds, reason, outputs, openCells, because });
}

export function names(artifacts: { name: string }[]): string[] {
  return artifacts.map(({ name }) => name);
}

export function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

/** The artifacts of outputs, with the artifacts that they need, in order. */
function wantedOf(target: Target, outputs: Output[]) {
  const all = target.outputs.flatMap(({ artifacts }) => artifacts);
  const wanted = new Set(outputs.flatMap(({ artifacts }) => names(artifacts)));
  for (const name of [...wanted]) for (const need of ARTIFACTS[name].needs ?? []) wanted.add(need);
  return all.filter(({ name }) => wanted.has(name));
}

/** The task of a thread. @param stale outputs to bake */
export function toBake(target: Target, stale: Output[], map: Pick<BakeTask, 'bytes' | 'file' | 'name' | 'reading'>) {
  const { agents } = target.reading;
  return {
    ...map,
    ...(agents && { agents }),
    wanted: wantedOf(target, stale),
    outputs: stale.map(({ artifacts }) => names(artifacts)),
    choose: stale.some(({ choose }) => choose),
  };
}

/** The memory of the largest artifact: they are baked one after the other. */
export function memoryFor({ target, size }: Pick<Job, 'target' | 'size'>): number {
  const artifacts = target.outputs.flatMap((output) => output.artifacts);
  return Math.max(...artifacts.map(({ name, options }) => ARTIFACTS[name].memory(size, options)));
}
