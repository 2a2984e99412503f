/** Maps of the documents' experiments. */
import { readFileSync } from 'node:fs';
import { generateMap, type MapKind } from '../../src/core/generate/generate.js';
import { withMoves } from '../../src/core/grid/clearance.js';
import { type Grid, gridFrom, type MoveRule } from '../../src/core/grid/grid.js';
import { random } from '../../src/core/grid/sample.js';
import { parseMap } from '../../src/core/maps/movingai.js';

const MAPS = process.env.GRIDPREP_MAPS ?? '../shared/maps';

/** A map of the collection, or a generated one: `KIND-SIZE[-SEED]`; then `+PERCENT` of its cells that are blocked, or `~RULE` of moves. */
export function readGrid(name: string): Grid {
  const [plain, rule] = name.split('~');
  if (rule) return withMoves(readGrid(plain), rule as MoveRule);
  const [map, blocked] = name.split('+');
  const generated = /^([a-z]+)-(\d+)(?:-(\d+))?$/.exec(map);
  const [, kind, size, seed] = generated ?? [];
  const grid = generated
    ? generateMap(kind as MapKind, { width: Number(size), height: Number(size), seed: Number(seed ?? 1) })
    : parseMap(readFileSync(`${MAPS}/${map}.map`), { file: map });
  const next = random(1);
  if (blocked) return gridFrom(grid.width, grid.height, (x, y) => grid.isOpen(x, y) && 100 * next() >= Number(blocked));
  return grid;
}
