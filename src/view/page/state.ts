/** What is looked at, and the address that brings it back. */
import type { Cell } from '../desk/measure.js';
import { LAYER_GROUPS, WORLD_LAYER_NAMES } from '../layer-groups.js';

export type { Cell } from '../desk/measure.js';

export interface State {
  /** Name of the map. */
  map: string;
  layers: Set<string>;
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

const DEFAULT_LAYERS = ['terrain', 'doors', 'points', 'search', 'raw', 'coarse', 'path', 'ends', 'tiles', 'gates'];
const KNOWN: readonly string[] = [
  ...new Set([...LAYER_GROUPS.flatMap(({ layers }) => layers.map(([name]) => name as string)), ...WORLD_LAYER_NAMES]),
];

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
    layers: new Set(KNOWN.filter((name) => names.includes(name))),
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
  const said = Object.entries(values).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
  );
  return `#${new URLSearchParams(said).toString().replaceAll('%2C', ',')}`;
}
