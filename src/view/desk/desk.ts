/** The open map of a thread: of the painter, which makes pictures, or of the searcher, which answers queries. */
import type { Floor, Place } from '../../core/grid/places.js';
import { toggleCells } from '../edits.js';
import { engineNames } from '../engines.js';
import { aboutLayer, hasLayer, listedLayers } from '../layers.js';
import { type Plane, planeOf, SQUARES } from '../plane.js';
import type { Scene } from '../scene.js';
import { decoded, type FileSource, grouped, isWorld, openScene } from './open.js';
import { type FileReader, WORLD_LAYERS, WorldView } from './world.js';

export interface ListedLayer {
  name: string;
  title: string;
  group: string;
  about: string;
  /** Commands that bake its data, if the map lacks it. */
  missing?: string | undefined;
}

export interface Opened {
  name: string;
  width: number;
  height: number;
  size: number;
  isWeighted: boolean;
  artifacts: string[];
  isEdited: boolean;
  agents: string[];
  agent?: string | undefined;
  engines: string[];
  layers: ListedLayer[];
  doors: { name: string; cells: number[]; open: boolean }[];
  floors: readonly Floor[];
  world?: { tile: number; columns: number; rows: number };
  plane: Plane;
}

export abstract class Desk {
  protected scene: Scene | undefined;
  protected world: WorldView | undefined;

  /** @param read reads the tiles of a world */
  constructor(private readonly read: FileReader) {}

  /** Opens files of one map. @throws {Error} with the names of invalid files */
  open(sources: FileSource[], agent: string | undefined): Opened {
    const files = sources.map(decoded);
    this.scene = this.world = undefined;
    const world = files.find(isWorld);
    if (world) {
      this.world = new WorldView(world.bytes, this.read);
      this.changed();
      return describeWorld(world.name, this.world);
    }
    return this.take(openScene(files, agent));
  }

  /** Opens and closes cells. @param cells x, y of each */
  edit(cells: number[]): Opened {
    return this.take(toggleCells(this.theScene(), cells));
  }

  readonly sort = grouped;

  protected theScene(): Scene {
    if (!this.scene) throw new Error('no map is open');
    return this.scene;
  }

  private take(scene: Scene): Opened {
    this.scene = scene;
    this.changed();
    const { before } = scene;
    return { ...describe(scene), artifacts: (before ?? scene).artifacts, isEdited: before !== undefined };
  }

  /** Called after another map was opened, or cells were edited. */
  protected abstract changed(): void;
}

function describe(scene: Scene): Omit<Opened, 'artifacts' | 'isEdited'> {
  const { name, grid, agents, agent, doors, floors } = scene;
  const { width, height, size } = grid;
  const isOpen = ({ cells }: Place) => grid.isOpen(cells[0], cells[1]);
  const layers = listedLayers().map((layer): ListedLayer => {
    const { title, group, about, needs = 'a map that has some' } = aboutLayer(layer);
    // Goal bounds of a weighted map take minutes and do not pay off.
    const missing = layer === 'boxes' && grid.costs ? 'a map without costs' : needs;
    return { name: layer, title, group, about, ...(!hasLayer(scene, layer) && { missing }) };
  });
  const openDoors = doors.map((door) => ({ ...door, open: isOpen(door) }));
  const plane = planeOf(grid, scene.axes);
  const engines = engineNames(scene);
  const isWeighted = grid.costs !== undefined;
  return { name, width, height, size, isWeighted, agents, agent, engines, layers, doors: openDoors, floors, plane };
}

function describeWorld(name: string, { index }: WorldView): Opened {
  const { width, height, tile, columns, rows } = index.layout;
  const layers = WORLD_LAYERS.map(([layer, title, about]) => ({ name: layer, title, group: 'World', about }));
  const same = { artifacts: ['world'], engines: ['world'], isEdited: false, isWeighted: false, plane: SQUARES };
  const none = { agents: [], doors: [], floors: [] };
  return { ...same, ...none, name, width, height, size: index.size, layers, world: { tile, columns, rows } };
}
