/** Groups of layers with the titles that the page shows, in the order of its list. */
import type { LayerName } from './layers.js';

export const LAYER_GROUPS: Readonly<Record<string, Partial<Record<LayerName, string>>>> = {
  Map: {
    terrain: 'Terrain',
    components: 'Connected areas',
    clearance: 'Clearance',
    agents: 'Agents',
    doors: 'Doors',
    points: 'Named points',
  },
  Path: {
    ends: 'Start and goal',
    path: 'Path',
    search: 'Expanded cells',
    raw: 'Path before smoothing',
    coarse: 'Coarse path',
  },
  'Jump points': { jumps: 'Jump points', rays: 'Jumps of the chosen cell' },
  'Goal bounds': { boxes: 'Goal boxes of the chosen cell' },
  Clusters: {
    clusters: 'Cluster borders',
    entrances: 'Entrances',
    transitions: 'Nodes',
    inter: 'Edges across borders',
    intra: 'Edges inside clusters',
    upper: 'Edges of upper levels',
    ways: 'Stored paths of a node',
    hops: 'Next hops of the table',
  },
  Hierarchy: { subgoals: 'Subgoals', climb: 'Edges upwards' },
};

/** Layers of a world with their titles and descriptions, in drawing order. */
export const WORLD_LAYERS: Readonly<Record<string, readonly [title: string, about: string]>> = {
  terrain: ['Terrain', 'walls and ground, dear ground redder'],
  tiles: ['Tile borders', 'the tiles that the world is loaded in'],
  clusters: ['Cluster borders', 'borders of the clusters of HPA*'],
  gates: ['Gates', 'transitions between two tiles'],
  path: ['Path', 'the path across tiles'],
  ends: ['Start and goal', 'start and goal'],
};
