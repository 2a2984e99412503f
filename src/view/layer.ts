/** The interface of layers. */
import type { Recording } from './record.js';
import type { Scene } from './scene.js';
import type { Surface } from './surface.js';
import type { Color, Theme } from './theme.js';

/** The expansions of a search in order, as in a {@link Recording}. */
export type Expansions = { readonly [K in keyof Pick<Recording, 'points' | 'parents'>]: ArrayLike<number> };

/** The chosen cell, the query and its answer. */
export interface Focus {
  /** The cell whose rays, boxes and edges are drawn. */
  cell?: readonly [number, number] | undefined;
  start?: readonly [number, number] | undefined;
  goal?: readonly [number, number] | undefined;
  /** x, y of the cells or turns of a path. */
  path?: ArrayLike<number> | undefined;
  /** Expansions of the search, and the number of shown ones. Default: all. */
  search?: Expansions | undefined;
  shown?: number | undefined;
}

export interface LegendEntry {
  fill: Color;
  /** The other end of a ramp that begins with `fill`. */
  to?: Color;
  text: string;
}

/** Colors no cell. */
export const NOTHING = (): Color => 0;

/** Groups of layers in the order of the page. */
export const GROUPS = ['Map', 'Path', 'Jump points', 'Goal bounds', 'Clusters', 'Hierarchy'] as const;

/** A drawable part of a scene. */
export interface Layer {
  title: string;
  group: (typeof GROUPS)[number];
  about: string;
  /** Commands that bake its data. */
  needs?: string;
  /** Whether the scene has its data. */
  has?(scene: Scene): boolean;
  /** Pixels of a cell from which the layer is computed and visible. */
  visibleFrom?(scene: Scene): number;
  /** Colors of padded cells; 0 for none. */
  cells?(scene: Scene, theme: Theme, focus: Focus): (cell: number) => Color;
  draw?(scene: Scene, surface: Surface, theme: Theme, focus: Focus): void;
  legend(scene: Scene, theme: Theme): LegendEntry[];
}
