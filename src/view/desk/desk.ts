/**
 * What the page asks of its threads. Both have the map: the painter makes pictures of it and tells what is in a cell, the searcher answers
 * queries. So neither waits for the other, and the page for none.
 */

import type { Place } from '../../grid/places.js';
import { toggleCells } from '../edits.js';
import { engineNames } from '../engines.js';
import { LAYER_GROUPS } from '../layer-groups.js';
import { aboutLayer, hasLayer } from '../layers.js';
import type { Scene } from '../scene.js';
import { decoded, grouped, isWorld, openScene, type ReadSource, type Source } from './open.js';
import { type FileReader, WORLD_LAYERS, WorldView } from './world.js';

/** A layer as a list shows it. */
export interface ListedLayer {
  name: string;
  title: string;
  group: string;
  about: string;
  /** What has to be baked for it, where this map does not have it. */
  missing?: string | undefined;
}

/** A map that was opened, as the page has to know it. */
export interface Opened {
  name: string;
  width: number;
  height: number;
  /** Side of the square that walks. */
  size: number;
  artifacts: string[];
  agents: string[];
  agent?: string | undefined;
  engines: string[];
  layers: ListedLayer[];
  doors: { name: string; cells: number[]; open: boolean }[];
  world?: { tile: number; columns: number; rows: number };
}

/** The work of both threads: the map that is looked at. */
export abstract class Desk {
  protected scene: Scene | undefined;
  protected world: WorldView | undefined;
  private baked: Scene | undefined;

  /** @param read files beside the index of a world */
  constructor(private readonly read: FileReader) {}

  /** Opens files of one map. @throws {Error} naming those that cannot be opened */
  open(sources: Source[], agent: string | undefined): Opened {
    const files = sources.map(decoded);
    this.scene = this.world = this.baked = undefined;
    const world = files.find(isWorld);
    if (world) {
      this.world = new WorldView(world.bytes, this.read);
      this.changed();
      return describeWorld(world.name, this.world);
    }
    this.baked = openScene(files, agent);
    return this.take(this.baked);
  }

  /** Opens and closes cells, x, y in turn. */
  edit(cells: number[]): { opened: Opened; millis: Record<string, number> } {
    const { scene, millis } = toggleCells(this.theScene(), cells);
    return { opened: this.take(scene), millis };
  }

  /** The map as it was baked. */
  unedited(): Opened {
    return this.take(this.baked ?? this.theScene());
  }

  /** Files that belong together, and those that cannot be opened. */
  sort(sources: ReadSource[]): { groups: string[][]; faults: string[] } {
    const { groups, faults } = grouped(sources);
    return { groups: groups.map((group) => group.map(({ name }) => name)), faults };
  }

  protected theScene(): Scene {
    if (!this.scene) throw new Error('no map is open');
    return this.scene;
  }

  protected take(scene: Scene): Opened {
    this.scene = scene;
    this.changed();
    return describe(scene);
  }

  /** Another map, or other cells. */
  protected abstract changed(): void;
}

function describe(scene: Scene): Opened {
  const { name, grid, artifacts, agents, agent, doors } = scene;
  const { width, height, size } = grid;
  const isOpen = ({ cells }: Place) => grid.isOpen(cells[0], cells[1]);
  const layers = LAYER_GROUPS.flatMap(({ title: group, layers }) =>
    layers.map(([layer, title]): ListedLayer => {
      const { about, needs = 'a map that has some' } = aboutLayer(layer);
      return { name: layer, title, group, about, ...(!hasLayer(scene, layer) && { missing: needs }) };
    }),
  );
  return {
    name,
    width,
    height,
    size,
    artifacts,
    agents,
    agent,
    engines: engineNames(scene),
    layers,
    doors: doors.map((door) => ({ ...door, open: isOpen(door) })),
  };
}

const WORLD_TITLES: Record<(typeof WORLD_LAYERS)[number], [string, string]> = {
  terrain: ['Terrain', 'walls and ground, dear ground redder'],
  tiles: ['Tile borders', 'the tiles that the world is loaded in'],
  clusters: ['Cluster borders', 'borders of the clusters of HPA*'],
  gates: ['Gates', 'transitions between two tiles that the index knows'],
  path: ['Path', 'the path, tile by tile'],
  ends: ['Start and goal', 'start and goal'],
};

function describeWorld(name: string, { index }: WorldView): Opened {
  const { width, height, tile, columns, rows } = index.layout;
  const layers = WORLD_LAYERS.map((layer): ListedLayer => {
    const [title, about] = WORLD_TITLES[layer];
    return { name: layer, title, group: 'World', about };
  });
  return {
    name,
    width,
    height,
    size: index.size,
    artifacts: ['world'],
    agents: [],
    engines: ['world'],
    layers,
    doors: [],
    world: { tile, columns, rows },
  };
}
