/** Actions with their keys, the dialog that lists them, and what else comes in: dropped files, events of the server. */
import type { PageData } from '../page-data.js';
import { element } from './dom.js';

export interface Action {
  /** Alternatives, as in `KeyboardEvent.key`. */
  keys: readonly string[];
  text: string;
  shift?: true;
  act(): void;
}

const NAMES: Record<string, string> = {
  ' ': 'space',
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
};

export function keyName(key: string): string {
  return NAMES[key] ?? key;
}

export function actionOf(actions: readonly Action[], { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>) {
  const isArrow = key.startsWith('Arrow');
  return actions.find(({ keys, shift }) => keys.includes(key) && (!isArrow || (shift ?? false) === shiftKey));
}

export function keyDialog(actions: readonly Action[]): HTMLDialogElement {
  const rows = actions.flatMap(({ keys, text, shift }) => {
    const key = element('kbd', {}, `${shift ? 'shift ' : ''}${keys.map(keyName).join(' ')}`);
    return [element('dt', {}, key), element('dd', {}, text)];
  });
  const close = element('button', { onclick: () => dialog.close() }, 'Close');
  const list = element('dl', {}, ...rows);
  const dialog = element('dialog', { ariaLabel: 'Keys' }, element('h2', {}, 'Keys'), list, close);
  return dialog;
}

/** Fields that take keys themselves. */
const TYPED = 'input:not([type="checkbox"], [type="radio"]), select, dialog *';

/** @param map where space plays; elsewhere it presses the focused button */
export function listenToKeys(actions: readonly Action[], map: HTMLElement): void {
  document.addEventListener('keydown', (event) => {
    const { target } = event;
    const isTyping = target instanceof HTMLElement && target.matches(TYPED);
    if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === ' ' && target !== map && target !== document.body) return;
    const action = actionOf(actions, event);
    if (!action) return;
    event.preventDefault();
    action.act();
  });
}

export function listenToFiles(dropped: (files: Iterable<File>) => void): void {
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    dropped(event.dataTransfer?.files ?? []);
  });
}

/** Follows the server. @param changed called for new contents @param listed called with another list of maps */
export function listenToServer(changed: () => void, listed: (now: Pick<PageData, 'maps' | 'faults'>) => void): void {
  const events = new EventSource('events');
  events.addEventListener('changed', changed);
  events.addEventListener('maps', ({ data }) => listed(JSON.parse(data)));
}
