/** The toolbar below the map: buttons of frequent actions, and the mode of clicks. */
import { button, element, sign } from './dom.js';
import { type Action, keyName } from './keys.js';

/** Effects of a click on the map. */
export const MODES = { path: 'sets start and goal', cell: 'chooses a cell', edit: 'opens or closes a cell' } as const;
export type Mode = keyof typeof MODES;

/** Buttons by the key of their action. */
const BUTTONS: readonly (readonly [key: string, text: string])[] = [
  ['0', 'fit'],
  ['+', '+'],
  ['-', '−'],
  ['v', 'path'],
  ['x', 'swap'],
  ['Escape', 'clear'],
  ['t', 'theme'],
  ['l', 'link'],
  ['i', 'PNG'],
  ['?', '?'],
];

export function toolbar(actions: readonly Action[], mode: (mode: Mode) => void): HTMLElement {
  const bar = element('div', '', 'bar');
  bar.setAttribute('role', 'toolbar');
  bar.setAttribute('aria-label', 'Map');
  for (const [key, text] of BUTTONS) {
    const action = actions.find(({ keys }) => keys.includes(key));
    if (!action) continue;
    const title = `${action.text} (${keyName(key)})`;
    bar.append(text.length > 1 ? button(text, title, () => action.act()) : sign(text, title, () => action.act()));
  }
  const modes = element('fieldset', '', 'modes');
  modes.append(element('legend', 'A click'));
  for (const name of Object.keys(MODES) as Mode[]) {
    const radio = Object.assign(element('input'), {
      type: 'radio',
      name: 'mode',
      value: name,
      checked: name === 'path',
    });
    radio.addEventListener('change', () => mode(name));
    const label = element('label');
    label.title = `a click ${MODES[name]}`;
    label.append(radio, element('span', name));
    modes.append(label);
  }
  bar.append(modes);
  return bar;
}

export function tickMode(bar: HTMLElement, mode: Mode): void {
  for (const radio of bar.querySelectorAll<HTMLInputElement>('input[name="mode"]'))
    radio.checked = radio.value === mode;
}
