/** Layers by what they are of, with the names that people know them by. */
import type { LayerName } from './layers.js';

/** A group of layers, each with its title. */
export interface LayerGroup {
  title: string;
  layers: readonly (readonly [name: LayerName, title: string])[];
}

/** All layers, in the order of a list for people. */
export const LAYER_GROUPS: readonly LayerGroup[] = [
  {
    title: 'Map',
    layers: [
      ['terrain', 'Terrain'],
      ['components', 'Connected areas'],
      ['clearance', 'Clearance'],
      ['agents', 'Agents'],
      ['doors', 'Doors'],
      ['points', 'Named points'],
    ],
  },
  {
    title: 'Path',
    layers: [
      ['ends', 'Start and goal'],
      ['path', 'Path'],
      ['search', 'Expanded cells'],
      ['raw', 'Path before smoothing'],
      ['coarse', 'Coarse path'],
      ['heat', 'Heat map of a crowd'],
    ],
  },
  {
    title: 'Jump points',
    layers: [
      ['jumps', 'Jump points'],
      ['rays', 'Jumps of the chosen cell'],
    ],
  },
  { title: 'Goal bounds', layers: [['boxes', 'Goal boxes of the chosen cell']] },
  {
    title: 'Clusters',
    layers: [
      ['clusters', 'Cluster borders'],
      ['entrances', 'Entrances'],
      ['transitions', 'Nodes'],
      ['inter', 'Edges across borders'],
      ['intra', 'Edges inside clusters'],
      ['upper', 'Edges of upper levels'],
      ['ways', 'Stored paths of a node'],
      ['hops', 'Next hops of the table'],
    ],
  },
  {
    title: 'Hierarchy',
    layers: [
      ['subgoals', 'Subgoals'],
      ['climb', 'Edges upwards'],
    ],
  },
];

/** Layers of a world, in the order in which they are drawn. */
export const WORLD_LAYER_NAMES: readonly string[] = ['terrain', 'tiles', 'clusters', 'gates', 'path', 'ends'];
