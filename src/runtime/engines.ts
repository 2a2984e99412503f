/** Every engine of the runtime, the best first. */
import { boundedJumpEngine } from '../bounds/engine.js';
import { hpaEngine } from '../hpa/engine.js';
import { jumpEngine } from '../jps/engine.js';
import { tableEngine } from '../table/engine.js';
import type { EngineMaker } from './engine.js';

export const ENGINES: Record<string, EngineMaker> = {
  'jps+bounds': boundedJumpEngine,
  jps: jumpEngine,
  table: tableEngine,
  hpa: hpaEngine,
};
