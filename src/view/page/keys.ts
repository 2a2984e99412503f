/** Actions with their keys, and the dialog that lists them. */
import { element } from './dom.js';

export interface Action {
  /** Alternatives, as in `KeyboardEvent.key`. */
  keys: readonly string[];
  text: string;
  /** Only with shift. */
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

/** Label of a key. */
export function keyName(key: string): string {
  return NAMES[key] ?? key;
}

/** The action of a key. */
export function actionOf(
  actions: readonly Action[],
  { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>,
): Action | undefined {
  const isArrow = key.startsWith('Arrow');
  return actions.find(({ keys, shift }) => keys.includes(key) && (!isArrow || (shift ?? false) === shiftKey));
}

/** The dialog of all keys. */
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
