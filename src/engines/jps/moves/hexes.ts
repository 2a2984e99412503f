/** Engines on maps of hexagons in an offset layout: they search the axial grid, and answer in columns and rows. */
import type { Grid } from '../../../core/grid/grid.js';
import { axialOf, hexLayout } from '../../../core/grid/hexes.js';
import type { Engine } from '../../../core/search/engine.js';
import { toOffsets } from '../../../core/search/offsets.js';

/**
 * @param make makes the engine of the axial grid
 * @param axial the axial grid, if it is there already
 * @returns that engine, asked and answering in offset columns and rows; on any other grid the engine itself
 */
export function onAxial(grid: Grid, make: (axial: Grid) => Engine, axial = axialOf(grid)): Engine {
  const search = make(axial);
  const layout = hexLayout(grid);
  if (!layout) return search;
  const { toAxial, toOffset } = layout;
  const self: Engine = {
    expanded: 0,
    generated: 0,
    search(x0, y0, x1, y1, path) {
      if (!grid.isOpen(x0, y0) || !grid.isOpen(x1, y1)) return false;
      const { trace } = self;
      search.trace =
        trace &&
        ((point, parent, cost, fromGoal) =>
          trace(toOffset(point), parent < 0 ? parent : toOffset(parent), cost, fromGoal));
      const from = toAxial(x0 | (y0 << 16));
      const to = toAxial(x1 | (y1 << 16));
      const isFound = search.search(from & 0xffff, from >> 16, to & 0xffff, to >> 16, path);
      self.expanded = search.expanded;
      self.generated = search.generated;
      if (isFound) toOffsets(path, layout);
      return isFound;
    },
    repair(cells) {
      const moved = Array.from(cells, (cell) => {
        const point = toAxial((cell % grid.stride) - 1 + ((Math.floor(cell / grid.stride) - 1) << 16));
        const at = axial.cell(point & 0xffff, point >> 16);
        axial.open[at] = grid.open[cell];
        if (axial.costs) axial.costs[at] = (grid.costs ?? grid.open)[cell];
        return at;
      });
      search.repair?.(moved);
    },
  };
  return self;
}
