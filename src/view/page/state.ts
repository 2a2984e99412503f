/** The state of the page, and the address that restores it. */
import type { Cell } from '../desk/steps.js';

export type { Cell } from '../desk/steps.js';

export interface State {
  map: string;
  layers: Set<string>;
  start?: Cell | undefined;
  goal?: Cell | undefined;
  at?: Cell | undefined;
  engine?: string | undefined;
  /** The shown agent, if the blobs have several. */
  agent?: string | undefined;
  /** Middle of the window in cells, and pixels of a cell. Default: the whole map. */
  view?: [number, number, number] | undefined;
  theme?: 'light' | 'dark' | undefined;
  /** Name and packed bytes of the map in the playground. */
  file?: string | undefined;
}

/** What parts of the page need of it. */
export interface Page {
  readonly state: State;
  /** Puts the state into the address. */
  remember(): void;
  /** Shows an error, or removes it. */
  report(error: unknown): void;
  /** Shows a message over the map, or removes it. */
  say(text?: string): void;
}

const DEFAULT_LAYERS = 'terrain,walls,doors,points,links,search,path,ends,tiles,gates';

/** Reads an address; invalid parts are ignored. */
export function stateOf(hash: string): State {
  const query = new URLSearchParams(hash.replace(/^#/, ''));
  const numbers = (name: string, count: number) => {
    const values = query.get(name)?.split(',').map(Number) ?? [];
    return values.length === count && values.every(Number.isFinite) ? values : undefined;
  };
  const cell = (name: string) => numbers(name, 2)?.map(Math.trunc) as Cell | undefined;
  const names = (query.get('layers') ?? DEFAULT_LAYERS).split(',');
  const theme = query.get('theme');
  return {
    map: query.get('map') ?? '',
    layers: new Set(names.filter((name) => /^[a-z]+$/.test(name))),
    start: cell('start'),
    goal: cell('goal'),
    at: cell('at'),
    engine: query.get('engine') ?? undefined,
    agent: query.get('agent') ?? undefined,
    view: numbers('view', 3) as [number, number, number] | undefined,
    theme: theme === 'light' || theme === 'dark' ? theme : undefined,
    file: query.get('file') ?? undefined,
  };
}

export function hashOf({ map, layers, start, goal, at, engine, agent, view, theme, file }: State): string {
  const rounded = view?.map((value) => Math.round(value * 1000) / 1000);
  const values = { map, layers: [...layers], start, goal, at, engine, agent, view: rounded, theme, file };
  const given = Object.entries(values).flatMap(([name, value]) => (value?.length ? [[name, `${value}`]] : []));
  return `#${new URLSearchParams(given).toString().replaceAll('%2C', ',')}`;
}

export function clip(state: State, width: number, height: number): void {
  for (const name of ['start', 'goal', 'at'] as const) {
    const cell = state[name];
    if (cell && (cell[0] >= width || cell[1] >= height)) state[name] = undefined;
  }
}

/** Milliseconds until the address changes, because browsers limit changes. */
const REST_MS = 200;

/** Puts a hash into the address after a rest. */
export function addressWriter(hash: () => string): () => void {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => history.replaceState(null, '', hash()), REST_MS);
  };
}
