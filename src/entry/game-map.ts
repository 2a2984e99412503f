/** What functions take as a map: a grid, or a map that was read. */
import type { Grid } from '../core/grid/grid.js';
import { type Places, placesOf } from '../core/grid/places.js';
import type { GameMap } from '../core/maps/read-map.js';

/** The cells of a map. */
export function gridOf(map: Grid | GameMap): Grid {
  return 'grid' in map ? map.grid : map;
}

/** Doors, markers, cell size and origin of a map; of a bare grid none. */
export function markedPlaces(map: Grid | GameMap): Places {
  return 'grid' in map ? placesOf(map) : (map.places ?? { doors: [], markers: [] });
}
