/** Every action of the page, with its key. */
import type { Opened } from '../desk/desk.js';
import type { Action } from './keys.js';
import type { MapView } from './map-view.js';
import type { Cell, State } from './state.js';
import type { Mode } from './toolbar.js';

export interface Acting {
  view: Pick<MapView, 'fit' | 'zoomBy' | 'pan' | 'look' | 'view'>;
  state(): State;
  opened(): Pick<Opened, 'width' | 'height'> | undefined;
  setMode(mode: Mode): void;
  setQuery(start: Cell | undefined, goal: Cell | undefined): void;
  choose(cell: Cell): void;
  showPath(): void;
  recolor(): void;
  play(): void;
  explain(): void;
  undo(): void;
  save(): void;
  copied(text: string): void;
  help(): void;
}

const ZOOM = 1.4;
const MOVES: Record<string, Cell> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export function pageActions(page: Acting): Action[] {
  const { view } = page;
  const current = (): Cell => page.state().at ?? [Math.floor(view.view[0]), Math.floor(view.view[1])];
  const beside = ([dx, dy]: Cell) => {
    const [x, y] = current();
    const { width = 0, height = 0 } = page.opened() ?? {};
    if (x + dx >= 0 && y + dy >= 0 && x + dx < width && y + dy < height) page.choose([x + dx, y + dy]);
  };
  const arrows = Object.keys(MOVES);
  return [
    ...arrows.map((key): Action => ({ keys: [key], text: 'move the map', act: () => view.pan(...MOVES[key]) })),
    ...arrows.map(
      (key): Action => ({ keys: [key], shift: true, text: 'move the chosen cell', act: () => beside(MOVES[key]) }),
    ),
    { keys: ['+', '='], text: 'zoom in', act: () => view.zoomBy(ZOOM) },
    { keys: ['-'], text: 'zoom out', act: () => view.zoomBy(1 / ZOOM) },
    { keys: ['0'], text: 'show all of the map', act: () => view.fit() },
    { keys: ['v'], text: 'show the path', act: page.showPath },
    { keys: ['s'], text: 'start at the chosen cell', act: () => page.setQuery(current(), page.state().goal) },
    { keys: ['g'], text: 'goal at the chosen cell', act: () => page.setQuery(page.state().start, current()) },
    { keys: ['x'], text: 'swap start and goal', act: () => page.setQuery(page.state().goal, page.state().start) },
    { keys: ['Escape'], text: 'no query', act: () => page.setQuery(undefined, undefined) },
    { keys: [' '], text: 'play or pause the search', act: page.play },
    { keys: ['p'], text: 'a click sets start and goal', act: () => page.setMode('path') },
    { keys: ['c'], text: 'a click chooses a cell', act: () => page.setMode('cell') },
    { keys: ['e'], text: 'a click opens or closes a cell', act: () => page.setMode('edit') },
    { keys: ['u'], text: 'undo one edit', act: page.undo },
    { keys: ['j'], text: 'go to a cell', act: () => goTo(page) },
    { keys: ['l'], text: 'copy a link to what is seen', act: () => void copyLink(page) },
    { keys: ['i'], text: 'save what is seen as PNG', act: page.save },
    { keys: ['t'], text: 'light or dark', act: page.recolor },
    { keys: ['d'], text: 'describe the layers', act: page.explain },
    { keys: ['?'], text: 'show all keys', act: page.help },
  ];
}

/** Parses a typed cell: `12, 8` or `12 8`. */
export function cellIn(text: string): Cell | undefined {
  const [, x, y] = /^\s*(\d+)\s*[,; ]\s*(\d+)\s*$/.exec(text) ?? [];
  return x === undefined ? undefined : [Number(x), Number(y)];
}

function goTo({ view, opened, choose }: Acting): void {
  const { width = 0, height = 0 } = opened() ?? {};
  const cell = cellIn(window.prompt(`Go to cell x, y (0, 0 to ${width - 1}, ${height - 1})`) ?? '');
  if (!cell || cell[0] >= width || cell[1] >= height) return;
  view.look(cell[0] + 0.5, cell[1] + 0.5, Math.max(view.view[2], 16));
  choose(cell);
}

async function copyLink({ copied }: Acting): Promise<void> {
  const link = location.href;
  await navigator.clipboard?.writeText(link).then(
    () => copied('The link is copied.'),
    () => copied(link),
  );
}
