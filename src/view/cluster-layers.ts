/** Layers of HPA*: clusters, entrances, nodes, edges. */
import * as KIND from '../core/blob/kinds.js';
import type { Layer } from './layer.js';
import { LARGE, type Scene } from './scene.js';
import { type Area, gridLines, type Surface } from './surface.js';
import { type Color, faded } from './theme.js';

/** Pixels of a cluster from which its edges are drawn. */
const LEAST_PIXELS = 10;

const ofLevel = (colors: Color[], level: number): Color => colors[Math.min(level, colors.length - 1)];

const isBaked = ({ blobs }: Scene) => blobs.some((blob) => blob.has(KIND.hpaInfo));
const has = ({ hasClusters }: Scene) => hasClusters;
const NEEDS = 'prep hpa';

const clusters: Layer = {
  title: 'Cluster borders',
  group: 'Clusters',
  about: 'borders of the clusters of each level',
  draw(scene, surface, theme) {
    for (const [level, span] of scene.spans().entries())
      gridLines(surface, span, ofLevel(theme.levels, level), 0.07 + 0.06 * level);
  },
  legend(scene, theme) {
    const origin = isBaked(scene) ? '' : ', with the defaults of prep hpa';
    return scene.spans().map((span, level) => ({
      fill: ofLevel(theme.levels, level),
      text: `clusters of level ${level + 1}, ${span} x ${span} cells${origin}`,
    }));
  },
};

const entrances: Layer = {
  title: 'Entrances',
  group: 'Clusters',
  about: 'entrances: open cells on both sides of a border between two clusters',
  cells(scene, { entrance }) {
    const { open, stride } = scene.grid;
    const [size] = scene.spans();
    return (c) => {
      if (open[c] === 0) return 0;
      const row = Math.floor(c / stride);
      const [x, y] = [(c - row * stride - 1) % size, (row - 1) % size];
      const isEntrance =
        (x === 0 && open[c - 1] > 0) ||
        (x === size - 1 && open[c + 1] > 0) ||
        (y === 0 && open[c - stride] > 0) ||
        (y === size - 1 && open[c + stride] > 0);
      return isEntrance ? entrance : 0;
    };
  },
  legend: (_, { entrance }) => [{ fill: entrance, text: 'entrance' }],
};

const transitions: Layer = {
  title: 'Nodes',
  group: 'Clusters',
  about: 'ends of the transitions: the nodes of the abstraction, by the highest level on whose border they lie',
  needs: NEEDS,
  has,
  visibleFrom: (scene) => (scene.grid.open.length > LARGE ? 1 : 0),
  cells(scene, theme) {
    const { points, nodeLevels, count } = scene.clusters().graph;
    const levels = new Uint8Array(scene.grid.open.length);
    for (let n = 0; n < count; n++)
      levels[scene.grid.cell(points[2 * n], points[2 * n + 1])] = Math.max(1, nodeLevels[n]);
    return (c) => (levels[c] > 0 ? ofLevel(theme.nodes, levels[c] - 1) : 0);
  },
  legend: (scene, theme) =>
    scene.spans().map((_, level) => ({ fill: ofLevel(theme.nodes, level), text: `node of level ${level + 1}` })),
};

/** Visits the nodes of all visible level-1 clusters. */
function eachNode(scene: Scene, { x0, y0, x1, y1 }: Area, visit: (n: number) => void): void {
  const { clusterFirst } = scene.clusters().graph;
  const [size] = scene.spans();
  const columns = Math.ceil(scene.grid.width / size);
  for (let cy = Math.max(0, Math.floor(y0 / size) - 1); cy * size < Math.min(y1 + size, scene.grid.height); cy++) {
    for (let cx = Math.max(0, Math.floor(x0 / size) - 1); cx * size < Math.min(x1 + size, scene.grid.width); cx++) {
      const c = cy * columns + cx;
      for (let n = clusterFirst[c]; n < clusterFirst[c + 1]; n++) visit(n);
    }
  }
}

function edgeLine(scene: Scene, surface: Surface, n: number, t: number, stroke: Color, width: number): void {
  const { points } = scene.clusters().graph;
  const ends = [points[2 * n], points[2 * n + 1], points[2 * t], points[2 * t + 1]].map((at) => at + 0.5);
  surface.line(ends, stroke, width);
}

const inter: Layer = {
  title: 'Edges across borders',
  group: 'Clusters',
  about: 'inter-edges: moves across borders',
  needs: NEEDS,
  has,
  visibleFrom: () => 1.5,
  draw(scene, surface, theme) {
    if (surface.scale < 1.5) return;
    const { inter } = scene.clusters().graph;
    eachNode(scene, surface.area, (n) => {
      for (let e = inter.first[n]; e < inter.end[n]; e++)
        if (n < inter.to[e]) edgeLine(scene, surface, n, inter.to[e], theme.inter, 0.2);
    });
  },
  legend: (_, theme) => [{ fill: theme.inter, text: 'inter-edge' }],
};

function intraLayer(title: string, about: string, from: number): Layer {
  const drawn = (scene: Scene) => [...scene.spans().keys()].filter((level) => (from > 0 ? level > 0 : level === 0));
  return {
    title,
    group: 'Clusters',
    about,
    needs: from === 0 ? NEEDS : `${NEEDS} --levels 2`,
    has: (scene) => has(scene) && drawn(scene).length > 0,
    visibleFrom: (scene) => LEAST_PIXELS / (scene.spans()[drawn(scene).at(-1) ?? 0] ?? 1),
    draw(scene, surface, theme) {
      for (const level of drawn(scene)) {
        const reach = scene.spans()[level];
        if (reach * surface.scale < LEAST_PIXELS) continue;
        const { first, end, to } = scene.clusters().graph.levels[level];
        const stroke = faded(ofLevel(theme.edges, level), 140);
        // An edge may cross the visible part although both ends are outside.
        const { x0, y0, x1, y1 } = surface.area;
        eachNode(scene, { x0: x0 - reach, y0: y0 - reach, x1: x1 + reach, y1: y1 + reach }, (n) => {
          for (let e = first[n]; e < end[n]; e++)
            if (n < to[e]) edgeLine(scene, surface, n, to[e], stroke, 0.05 + 0.04 * level);
        });
      }
    },
    legend: (scene, theme) =>
      drawn(scene).map((level) => ({ fill: ofLevel(theme.edges, level), text: `intra-edge of level ${level + 1}` })),
  };
}

export const CLUSTER_LAYERS = {
  entrances,
  clusters,
  intra: intraLayer('Edges inside clusters', 'intra-edges of level 1', 0),
  upper: intraLayer('Edges of upper levels', 'intra-edges of level 2 and up', 1),
  inter,
  transitions,
};
