/** Every action of the page with its key, as a table that the dialog of `?` shows. */
import { element } from './dom.js';

export interface Action {
  /** As `KeyboardEvent.key` has it; several where either does it. */
  keys: readonly string[];
  /** What it does, for people. */
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

/** A key as it is written on a keyboard. */
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
