/** What is looked at, and the address that brings it back. */
import { LAYER_NAMES, type LayerName } from '../layers.js';

export type Cell = [number, number];

export interface State {
  /** Name of the map. */
  map: string;
  layers: Set<LayerName>;
  start?: Cell | undefined;
  goal?: Cell | undefined;
  /** The chosen cell. */
  at?: Cell | undefined;
  engine?: string | undefined;
  /** Whose map, where the blobs are of several agents. */
  agent?: string | undefined;
  /** Middle of what is seen, in cells, and pixels of a cell; all of the map without. */
  view?: [number, number, number] | undefined;
  theme?: 'light' | 'dark' | undefined;
}

const DEFAULT_LAYERS: LayerName[] = ['terrain', 'doors', 'points', 'search', 'raw', 'coarse', 'path', 'ends'];

export function newState(): State {
  return { map: '', layers: new Set(DEFAULT_LAYERS) };
}

/** Reads an address; what makes no sense is as if it were not there. */
export function stateOf(hash: string): State {
  const query = new URLSearchParams(hash.replace(/^#/, ''));
  const numbers = (name: string, count: number) => {
    const found = query.get(name)?.split(',').map(Number) ?? [];
    return found.length === count && found.every(Number.isFinite) ? found : undefined;
  };
  const cell = (name: string) => numbers(name, 2)?.map(Math.trunc) as Cell | undefined;
  const names = query.get('layers')?.split(',') ?? DEFAULT_LAYERS;
  const theme = query.get('theme');
  return {
    map: query.get('map') ?? '',
    layers: new Set(LAYER_NAMES.filter((name) => names.includes(name))),
    start: cell('start'),
    goal: cell('goal'),
    at: cell('at'),
    engine: query.get('engine') ?? undefined,
    agent: query.get('agent') ?? undefined,
    view: numbers('view', 3) as [number, number, number] | undefined,
    theme: theme === 'light' || theme === 'dark' ? theme : undefined,
  };
}

export function hashOf({ map, layers, start, goal, at, engine, agent, view, theme }: State): string {
  const values = {
    map,
    layers: [...layers].join(','),
    start: start?.join(','),
    goal: goal?.join(','),
    at: at?.join(','),
    engine,
    agent,
    view: view?.map((value) => Math.round(value * 1000) / 1000).join(','),
    theme,
  };
  const said = Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '');
  return `#${new URLSearchParams(said).toString().replaceAll('%2C', ',')}`;
}
