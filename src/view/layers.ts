/** Every layer by name, in the order in which they are drawn, and how they are composed. */
import { CLUSTER_LAYERS } from './cluster-layers.js';
import { GROUND_LAYERS } from './ground-layers.js';
import { HIERARCHY_LAYERS } from './hierarchy-layers.js';
import { JUMP_LAYERS } from './jump-layers.js';
import { type Focus, type Layer, type LegendEntry, NOTHING } from './layer.js';
import { PATH_LAYERS } from './path-layers.js';
import type { Scene } from './scene.js';
import { paintCells, type Surface } from './surface.js';
import { type Colour, over, type Theme } from './theme.js';

const { terrain, components, clearance, agents, heat, search, doors, points } = GROUND_LAYERS;
const { entrances, clusters, intra, upper, inter, transitions, ways, hops } = CLUSTER_LAYERS;
const { jumps, rays, boxes } = JUMP_LAYERS;
const { subgoals, climb } = HIERARCHY_LAYERS;

/** All layers, the lowest first. */
export const LAYERS = {
  terrain,
  components,
  clearance,
  agents,
  heat,
  entrances,
  jumps,
  subgoals,
  transitions,
  doors,
  points,
  search,
  intra,
  upper,
  inter,
  clusters,
  climb,
  boxes,
  hops,
  ways,
  rays,
  ...PATH_LAYERS,
} satisfies Record<string, Layer>;

/** Name of a layer, as `--tiled.layers` and links have it. */
export type LayerName = keyof typeof LAYERS;
/** Names of all layers, in the order in which they are drawn. */
export const LAYER_NAMES = Object.keys(LAYERS) as LayerName[];

const layer = (name: LayerName): Layer => LAYERS[name];

/** Whether a scene has what a layer draws. */
export function hasLayer(scene: Scene, name: LayerName): boolean {
  return layer(name).has?.(scene) ?? true;
}

/** Layers in the order in which they are drawn, those left out that a scene does not have. */
function inOrder(scene: Scene, names: Iterable<LayerName>): LayerName[] {
  const wanted = new Set(names);
  return LAYER_NAMES.filter((name) => wanted.has(name) && hasLayer(scene, name));
}

/**
 * Colours of cells with all layers that colour any, one over the other.
 * @param background what is below them; 0 leaves what no layer colours as it is
 */
export function cellColours(
  scene: Scene,
  names: Iterable<LayerName>,
  theme: Theme,
  focus: Focus,
  background: Colour = theme.open,
): (cell: number) => Colour {
  const painters = inOrder(scene, names)
    .flatMap((name) => layer(name).cells?.(scene, theme, focus) ?? [])
    .filter((painter) => painter !== NOTHING);
  if (painters.length === 1 && background !== 0) return solid(painters[0], background);
  return (cell) => {
    let found = background;
    for (const painter of painters) {
      const above = painter(cell);
      found = found === 0 ? above : above === 0 ? found : over(above, found);
    }
    return found;
  };
}

/** One layer that colours most cells: no loop over layers for each cell. */
function solid(painter: (cell: number) => Colour, background: Colour): (cell: number) => Colour {
  return (cell) => {
    const found = painter(cell);
    return (found & 255) === 255 ? found : found === 0 ? background : over(found, background);
  };
}

/** Layers of which nothing is seen where a cell has fewer pixels than they need. */
export function isVisible(scene: Scene, name: LayerName, scale: number): boolean {
  return scale >= (layer(name).visibleFrom?.(scene) ?? 0);
}

/** Draws what layers draw in lines. */
export function drawLines(
  scene: Scene,
  names: Iterable<LayerName>,
  surface: Surface,
  theme: Theme,
  focus: Focus,
): void {
  for (const name of inOrder(scene, names)) layer(name).draw?.(scene, surface, theme, focus);
}

/** Draws layers whole over what is there, cells in runs of one colour, then lines. */
export function drawLayers(
  scene: Scene,
  names: Iterable<LayerName>,
  surface: Surface,
  theme: Theme,
  focus: Focus,
): void {
  const shown = [...names];
  const colourOf = cellColours(scene, shown, theme, focus, 0);
  paintCells(surface, (x, y) => colourOf(scene.grid.cell(x, y)));
  drawLines(scene, shown, surface, theme, focus);
}

/** What the colours of layers mean, layer by layer. */
export function legendOf(
  scene: Scene,
  names: Iterable<LayerName>,
  theme: Theme,
): { layer: LayerName; entries: LegendEntry[] }[] {
  return inOrder(scene, names).map((name) => ({ layer: name, entries: layer(name).legend(scene, theme) }));
}

/** One line for people about a layer, and what has to be baked for it. */
export function aboutLayer(name: LayerName): { about: string; needs: string | undefined } {
  const { about, needs } = layer(name);
  return { about, needs };
}
