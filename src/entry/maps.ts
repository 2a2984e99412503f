/** Maps for build scripts: what a map holds, and maps as files. */

import type { Grid } from '../core/grid/grid.js';
import { refuseUnknown } from '../core/unknown-names.js';
import { type CostPattern, drawCosts } from '../maps/cost-patterns.js';
import {
  type GenerateOptions as DrawnOptions,
  generateMap as drawMap,
  type MapKind,
} from '../maps/generate/generate.js';
import { costsText, csvText, drawMap as drawPicture, mapJson, movingAiText } from '../maps/map-text.js';
import type { GameMap } from '../maps/read-map.js';
import { gridOf, markedPlaces } from './bake.js';

/** Options of {@link generateMap}. */
export interface GenerateOptions extends Partial<DrawnOptions> {
  /** Pattern of costs laid over the open cells; none without it. */
  costPattern?: CostPattern;
}

/**
 * Draws a map of a kind from a seed; the same options give the same map on every machine.
 *
 *     const grid = generateMap('caves', { width: 256, height: 256, seed: 7, costPattern: 'swamps' });
 *
 * @throws {RangeError} if a side is not a whole number from 1 to 8192
 */
export function generateMap(kind: MapKind, input: GenerateOptions = {}): Grid {
  const names = ['width', 'height', 'seed', 'density', 'room', 'corridor', 'highest', 'patch', 'costPattern'] as const;
  refuseUnknown(input, ...names);
  const { costPattern, ...options } = input;
  const grid = drawMap(kind, options);
  return costPattern === undefined ? grid : drawCosts(grid, costPattern, options.seed);
}

/** Options of {@link writeMap}. */
export interface WriteMapOptions {
  /**
   * `movingai` has only open and blocked cells; `costs` is a separate file with the rows of their costs; `json` keeps
   * everything.
   */
  format: 'movingai' | 'costs' | 'csv' | 'json' | 'png';
  /** Side of a cell in a picture, in pixels, 1 to 64; default 1. */
  cellSize?: number;
}

/**
 * The bytes of a map as a file of another format.
 *
 *     await writeFile('village.png', await writeMap(await readMap('village.tmj'), { format: 'png', cellSize: 8 }));
 *
 * @param map a grid, or what `readMap` gives, whose doors and markers JSON and pictures show
 */
export async function writeMap(map: Grid | GameMap, options: WriteMapOptions): Promise<Uint8Array> {
  refuseUnknown(options, 'format', 'cellSize');
  const { format, cellSize = 1 } = options;
  const grid = gridOf(map);
  const places = markedPlaces(map);
  if (format === 'png') return (await import('../maps/picture.js')).encodePicture(drawPicture(grid, places, cellSize));
  const text = {
    movingai: movingAiText,
    costs: costsText,
    csv: csvText,
    json: (cells: Grid) => mapJson(cells, places),
  }[format];
  if (!text) throw new RangeError(`format is ${JSON.stringify(format)}, allowed are movingai, costs, csv, json, png`);
  return Buffer.from(text(grid));
}
