/** The actions of the page with keys and buttons, the toolbar, and the dialog that lists all keys. */
import { KEY_MOVES } from './camera.js';
import { button, dialogOf, element, sign } from './dom.js';
import type { Editor } from './editor.js';
import type { IconName } from './icons.js';
import type { MapView } from './map-view.js';
import type { Painting } from './painting.js';
import type { QueryPanel } from './query-panel.js';
import type { Cell, Page } from './state.js';

export interface Action {
  /** Alternatives, as in `KeyboardEvent.key`; `shift ` before an arrow. */
  keys: readonly string[];
  text: string;
  act(): void;
  /** Text or icon of its button. */
  button?: string | undefined;
}

interface Acting extends Page {
  view: MapView;
  query: QueryPanel;
  bar: Toolbar;
  painting: Painting;
  edits: Editor;
  chooseCell(cell: Cell): void;
  help(): void;
}

const ARROWS = Object.entries<Cell>({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] });

export function pageActions(page: Acting): Action[] {
  const { query, bar } = page;
  const { camera } = page.view;
  const current = (): Cell => page.state.at ?? [Math.floor(camera.x), Math.floor(camera.y)];
  const size = () => query.session.opened ?? { width: 0, height: 0 };
  const choose = ([x, y]: Cell) => {
    if (x >= 0 && y >= 0 && x < size().width && y < size().height) page.chooseCell([x, y]);
  };
  const moveCell = ([dx, dy]: Cell) => {
    const [x, y] = current();
    choose([x + dx, y + dy]);
  };
  const table: [keys: string[], text: string, act: () => unknown, button?: string][] = [
    ...ARROWS.map(([key]): (typeof table)[0] => [[key], 'move the map', () => KEY_MOVES[key](camera)]),
    ...ARROWS.map(([key, by]): (typeof table)[0] => [[`shift ${key}`], 'move the chosen cell', () => moveCell(by)]),
    [['0'], 'show all of the map', () => KEY_MOVES['0'](camera), 'fit'],
    [['+', '='], 'zoom in', () => KEY_MOVES['+'](camera), 'zoom in'],
    [['-'], 'zoom out', () => KEY_MOVES['-'](camera), 'zoom out'],
    [['v'], 'show the path', () => query.showPath(), 'Show path'],
    [['s'], 'start at the chosen cell', () => query.set(current(), page.state.goal)],
    [['g'], 'goal at the chosen cell', () => query.set(page.state.start, current())],
    [['x'], 'swap start and goal', () => query.set(page.state.goal, page.state.start), 'Swap ends'],
    [['Escape'], 'no query', () => query.set(undefined, undefined), 'Clear path'],
    [[' '], 'play or pause the search', () => query.timeline.toggle()],
    [['p'], 'a click sets start and goal', () => bar.setMode('path')],
    [['c'], 'a click chooses a cell', () => bar.setMode('cell')],
    [['e'], 'a click opens or closes a cell', () => bar.setMode('edit')],
    [['u'], 'undo one edit', () => page.edits.undo().catch(page.report)],
    [['t'], 'light or dark', () => page.painting.recolor(), 'theme'],
    [['?'], 'show all keys', () => page.help(), 'help'],
  ];
  return table.map(([keys, text, act, button]) => ({ keys, text, act: () => void act(), button }));
}

const NAMES: Readonly<Record<string, string>> = {
  ' ': 'space',
  Left: '←',
  Right: '→',
  Up: '↑',
  Down: '↓',
  Escape: 'Esc',
};

export function keyName(key: string): string {
  return NAMES[key] ?? key.replace(/Arrow(.*)/, (_, name) => NAMES[name]);
}

export function actionOf(actions: readonly Action[], { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>) {
  const wanted = shiftKey && key.startsWith('Arrow') ? `shift ${key}` : key;
  return actions.find(({ keys }) => keys.includes(wanted));
}

export function keyDialog(actions: readonly Action[]): HTMLDialogElement {
  const rows = actions.flatMap(({ keys, text }) => [
    element('dt', {}, element('kbd', {}, keys.map(keyName).join(' '))),
    element('dd', {}, text),
  ]);
  return dialogOf('Keys', element('dl', {}, ...rows), element('button', {}, 'Close'));
}

/** Fields that handle keys. */
const TYPED = 'input:not([type="checkbox"], [type="radio"]), select, dialog *';

/** @param map the element where space plays; elsewhere it presses the focused button */
export function listenToKeys(actions: readonly Action[], map: HTMLElement): void {
  document.addEventListener('keydown', (event) => {
    const { target } = event;
    const isTyping = target instanceof HTMLElement && target.matches(TYPED);
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === ' ' && target !== map && target !== document.body) return;
    // Arrows choose another mode of clicks.
    if (event.key.startsWith('Arrow') && (target as HTMLInputElement).type === 'radio') return;
    const action = actionOf(actions, event);
    if (!action) return;
    event.preventDefault();
    action.act();
  });
}

const MODES = {
  path: ['start and goal', 'sets start and goal', 'Drag an end, or click two cells.'],
  cell: ['cell', 'chooses a cell', 'Click a cell: the panel lists its values.'],
  edit: ['walls', 'opens or closes a cell', 'Click or drag: cells open or close as the first one.'],
} as const;
export type Mode = keyof typeof MODES;

/** The toolbar below the map: the mode of clicks, and actions on the path. Icons lie on the map and in the header. */
export class Toolbar {
  readonly element = element('div', { className: 'bar', role: 'toolbar', ariaLabel: 'Map' });
  private readonly zoom = element('div', { className: 'zoom', role: 'group', ariaLabel: 'Zoom' });
  readonly more = element('span', 'more');
  mode: Mode = 'path';
  private readonly box = element('span', { id: 'hint' });
  private readonly radios = new Map<Mode, HTMLInputElement>();
  private isGoalNext = false;

  constructor() {
    const modes = (Object.keys(MODES) as Mode[]).map((name) => {
      const radio = element('input', { type: 'radio', name: 'mode', onchange: () => this.setMode(name) });
      this.radios.set(name, radio);
      return element('label', { title: `a click ${MODES[name][1]}` }, radio, element('span', {}, MODES[name][0]));
    });
    this.element.append(
      element('fieldset', 'modes', element('legend', {}, 'Click sets'), ...modes),
      this.box,
      this.zoom,
    );
    this.setMode('path');
  }

  addButtons(actions: readonly Action[]): void {
    for (const { button: shown, text, keys, act } of actions) {
      if (shown === undefined) continue;
      const title = `${text} (${keyName(keys[0])})`;
      if (/^[A-Z]/.test(shown)) this.element.append(button(shown, title, act));
      else (/theme|help/.test(shown) ? this.more : this.zoom).append(sign(shown as IconName, title, act));
    }
  }

  setMode(mode: Mode): void {
    this.mode = mode;
    for (const [name, radio] of this.radios) radio.checked = name === mode;
    this.hint();
  }

  /** Shows a hint. @param isGoalNext whether the next click sets the goal */
  hint(isGoalNext = this.isGoalNext): void {
    this.isGoalNext = isGoalNext;
    this.box.textContent = isGoalNext && this.mode === 'path' ? 'Now click the goal.' : MODES[this.mode][2];
  }
}
