/** Worker: bakes level 1 of HPA* of a tile. */
import { Grid } from '../grid/grid.js';
import type { HpaBuildOptions } from '../hpa/abstraction.js';
import { buildHpa } from '../hpa/build.js';
import { serve } from '../threads/pool.js';

/** A tile with its apron, and how it is baked. */
export interface TileTask {
  grid: Pick<Grid, 'width' | 'height' | 'moveRule' | 'open' | 'costs'>;
  options: HpaBuildOptions;
}

serve(({ grid: { width, height, moveRule, open, costs }, options }: TileTask) => {
  const grid = Object.assign(new Grid(width, height, '', moveRule), { open, costs });
  const { counts, places, pairs, runs } = buildHpa(grid, { ...options, levels: 1, shortcuts: false });
  return { counts, places, pairs, runs };
});
