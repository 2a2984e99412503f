/** Maps of the documents' experiments. */
import { readFileSync } from 'node:fs';
import { generateMap, type MapKind } from '../../src/core/generate/generate.js';
import type { Grid } from '../../src/core/grid/grid.js';
import { parseMap } from '../../src/core/maps/movingai.js';

const MAPS = process.env.GRIDPREP_MAPS ?? '../shared/maps';

/** A map of the collection, or a generated one: `KIND-SIZE[-SEED]`. */
export function readGrid(name: string): Grid {
  const generated = /^([a-z]+)-(\d+)(?:-(\d+))?$/.exec(name);
  if (!generated) return parseMap(readFileSync(`${MAPS}/${name}.map`), { file: name });
  const [, kind, size, seed] = generated;
  return generateMap(kind as MapKind, { width: Number(size), height: Number(size), seed: Number(seed ?? 1) });
}
