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
  const dialog = element('dialog');
  dialog.setAttribute('aria-label', 'Keys');
  const list = element('dl');
  for (const { keys, text, shift } of actions) {
    const name = element('dt');
    name.append(element('kbd', `${shift ? 'shift ' : ''}${keys.map(keyName).join(' ')}`));
    list.append(name, element('dd', text));
  }
  const close = element('button', 'Close');
  close.addEventListener('click', () => dialog.close());
  dialog.append(element('h2', 'Keys'), list, close);
  return dialog;
}
