/** Layers by name, and how they are combined. */
import { CLUSTER_LAYERS } from './cluster-layers.js';
import { GROUND_LAYERS } from './ground-layers.js';
import { JUMP_LAYERS } from './jump-layers.js';
import { type Focus, GROUPS, type Layer, NOTHING } from './layer.js';
import { lint } from './lint-layer.js';
import { PATH_LAYERS } from './path-layers.js';
import type { Scene } from './scene.js';
import { paintCells, type Surface } from './surface.js';
import { type Color, over, type Theme } from './theme.js';

const { terrain, components, clearance, agents, search, doors, points, links, walls } = GROUND_LAYERS;
const { entrances, clusters, intra, upper, inter, transitions } = CLUSTER_LAYERS;
const { jumps, rays, boxes, subgoals } = JUMP_LAYERS;

/** In drawing order. */
export const LAYERS = {
  ...{ terrain, components, clearance, agents, walls, entrances, jumps, subgoals, transitions, doors, points, search },
  ...{ intra, upper, inter, clusters, boxes, links, rays },
  ...PATH_LAYERS,
  lint,
} satisfies Record<string, Layer>;

/** Name of a layer in `prep draw --layers` and in links. */
export type LayerName = keyof typeof LAYERS;
export const LAYER_NAMES = Object.keys(LAYERS) as LayerName[];

const layer = (name: LayerName): Layer => LAYERS[name];

export function hasLayer(scene: Scene, name: LayerName): boolean {
  return layer(name).has?.(scene) ?? true;
}

function inOrder(scene: Scene, names: Iterable<LayerName>): LayerName[] {
  const wanted = new Set(names);
  return LAYER_NAMES.filter((name) => wanted.has(name) && hasLayer(scene, name));
}

/**
 * Colors of cells with all layers that color any, one over the other.
 * @param background color below them; 0 leaves uncolored cells transparent
 */
export function cellColors(
  scene: Scene,
  names: Iterable<LayerName>,
  theme: Theme,
  focus: Focus,
  background: Color = theme.open,
): (cell: number) => Color {
  const painters = inOrder(scene, names)
    .flatMap((name) => layer(name).cells?.(scene, theme, focus) ?? [])
    .filter((painter) => painter !== NOTHING);
  return (cell) => {
    let color = background;
    for (const painter of painters) {
      const above = painter(cell);
      color = color === 0 ? above : above === 0 ? color : over(above, color);
    }
    return color;
  };
}

export function isVisible(scene: Scene, name: LayerName, scale: number): boolean {
  return scale >= (layer(name).visibleFrom?.(scene) ?? 0);
}

export function drawLines(scene: Scene, names: Iterable<LayerName>, surface: Surface, theme: Theme, focus: Focus) {
  for (const name of inOrder(scene, names)) layer(name).draw?.(scene, surface, theme, focus);
}

export function drawLayers(scene: Scene, names: Iterable<LayerName>, surface: Surface, theme: Theme, focus: Focus) {
  const shown = [...names];
  const colorOf = cellColors(scene, shown, theme, focus, 0);
  paintCells(surface, (x, y) => colorOf(scene.grid.cell(x, y)));
  drawLines(scene, shown, surface, theme, focus);
}

export function legendOf(scene: Scene, names: Iterable<LayerName>, theme: Theme) {
  return inOrder(scene, names).map((name) => ({ layer: name, entries: layer(name).legend(scene, theme) }));
}

export function aboutLayer(name: LayerName): Pick<Layer, 'title' | 'group' | 'about' | 'needs'> {
  return layer(name);
}

/** Names of layers in the order in which the page lists them: by group, then in drawing order. */
export function listedLayers(): LayerName[] {
  return GROUPS.flatMap((group) => LAYER_NAMES.filter((name) => layer(name).group === group));
}
