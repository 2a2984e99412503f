/**
 * All artifacts. A new one is a folder here and an entry; config, JSON schema, benchmark and
 * verification follow from the list.
 */
import type { Artifact, BenchRecord } from './artifact.js';
import { bounds } from './bounds/artifact.js';
import { ch } from './ch/artifact.js';
import { hpa } from './hpa/artifact.js';
import { jps } from './jps/artifact.js';
import { table } from './table/artifact.js';

/** Every artifact by name, in the order of baking: one comes after those that it needs. */
export const ARTIFACTS: Readonly<Record<string, Artifact>> = { jps, bounds, ch, hpa, table };

/** Names, in the order of baking. */
export const ARTIFACT_NAMES: readonly string[] = Object.keys(ARTIFACTS);

/** Engines of `prep bench` by name. */
export const BENCHES: Readonly<Record<string, BenchRecord>> = Object.assign(
  {},
  ...Object.values(ARTIFACTS).map(({ benches }) => benches),
);
