/** Warnings that hold for maps of all formats. */
import { countOpen, type Grid } from '../core/grid/grid.js';
import type { Place } from '../core/grid/places.js';
import { quote } from './text.js';

/** A warning if few cells are open; readers report maps without an open cell. */
export function nearlyClosed(grid: Grid, file: string): string[] {
  const [open, all] = [countOpen(grid), grid.width * grid.height];
  if (open === 0 || open >= Math.max(all / 50, Math.min(all / 10, 16))) return [];
  return [
    `${file}: only ${open} of its ${all} cells are open; if that is meant, add --open, otherwise see --help-maps`,
  ];
}

/** A warning for each name that several doors have: a game opens and closes them as one. */
export function sharedNames(doors: readonly Place[], file: string): string[] {
  const counts = new Map<string, number>();
  for (const { name } of doors) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count > 1)
    .map(
      ([name, count]) =>
        `${file}: ${count} doors are called ${quote(name)}, a game opens and closes them as one; ` +
        'give each its own name',
    );
}
