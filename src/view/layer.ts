/** What a layer is, and what it is drawn with. */

import type { Recording } from './record.js';
import type { Scene } from './scene.js';
import type { Surface } from './surface.js';
import type { Colour, Theme } from './theme.js';

/** What a search expanded, in order; a {@link Recording} is one. */
export type Expansions = { readonly [K in keyof Pick<Recording, 'points' | 'parents'>]: ArrayLike<number> };

/** What is chosen: a cell to look at, a query and its answer. */
export interface Focus {
  /** The cell whose rays, boxes, edges and next hops are drawn. */
  cell?: readonly [number, number] | undefined;
  start?: readonly [number, number] | undefined;
  goal?: readonly [number, number] | undefined;
  /** x, y of the cells, or of the turns, of a path. */
  path?: ArrayLike<number> | undefined;
  /** The same before it was smoothed. */
  raw?: ArrayLike<number> | undefined;
  /** What the search of the path expanded, and how many of it are shown; all without a number. */
  search?: Expansions | undefined;
  shown?: number | undefined;
  /** How often each padded cell was expanded by a crowd. */
  heat?: Uint32Array | undefined;
  /** The coarse path of one level, as x, y of its nodes. */
  coarse?: ArrayLike<number> | undefined;
}

/** Colour and meaning, for a legend. */
export interface LegendEntry {
  fill: Colour;
  /** The other end of a ramp that begins with `fill`. */
  to?: Colour;
  text: string;
}

/** What colours no cell. */
export const NOTHING = (): Colour => 0;

/** A thing that can be drawn of a scene, over what is below it. */
export interface Layer {
  /** One line for people. */
  about: string;
  /** What has to be baked for it; without, it comes from the map. */
  needs?: string;
  /** Whether the scene has what it draws. */
  has?(scene: Scene): boolean;
  /** Pixels that a cell must have for it to be seen; at less it is not computed either. */
  visibleFrom?(scene: Scene): number;
  /** Colours of cells, by padded cell; 0 where there is none. */
  cells?(scene: Scene, theme: Theme, focus: Focus): (cell: number) => Colour;
  /** What is drawn in lines. */
  draw?(scene: Scene, surface: Surface, theme: Theme, focus: Focus): void;
  legend(scene: Scene, theme: Theme): LegendEntry[];
}
