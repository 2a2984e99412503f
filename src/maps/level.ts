/** A map as its reader returns it. */
import type { Grid } from '../grid/grid.js';
import type { Places } from '../grid/places.js';

export interface MapLevel {
  /** Empty where the file is one level. */
  name: string;
  grid: Grid;
  places: Places;
  /** Warnings for the author, a sentence each: places that are left out. */
  warnings?: string[];
}
