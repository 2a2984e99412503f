/** Loads of one engine each, as games make them. */

import {
  boundsEngine,
  chEngine,
  hpaEngine,
  jpsEngine,
  tableEngine,
  weightedChEngine,
  weightedEngine,
} from '../src/runtime/engines.js';
import { loader } from '../src/runtime/load.js';
import { agentsPart, wasmPart, zstdPart } from '../src/runtime/parts.js';

export const loadJps = loader(jpsEngine, wasmPart, zstdPart, agentsPart);
export const loadBounds = loader(boundsEngine, wasmPart, zstdPart, agentsPart);
export const loadCh = loader(chEngine, zstdPart);
export const loadWeighted = loader(weightedEngine, weightedChEngine, zstdPart);
export const loadHpa = loader(hpaEngine, zstdPart);
export const loadTable = loader(tableEngine, zstdPart);
/** All engines, without the other move rules. */
export const loadOctile = loader(
  boundsEngine,
  chEngine,
  weightedEngine,
  weightedChEngine,
  tableEngine,
  hpaEngine,
  wasmPart,
  zstdPart,
);
