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

export class Toolbar {
  readonly element = element('div', { className: 'bar', role: 'toolbar', ariaLabel: 'Map' });
  private readonly radios = new Map<Mode, HTMLInputElement>();

  constructor(actions: readonly Action[]) {
    for (const [key, text] of BUTTONS) {
      const action = actions.find(({ keys }) => keys.includes(key));
      if (!action) continue;
      const title = `${action.text} (${keyName(key)})`;
      this.element.append((text.length > 1 ? button : sign)(text, title, () => action.act()));
    }
    const modes = (Object.entries(MODES) as [Mode, string][]).map(([name, title]) => {
      const radio = element('input', { type: 'radio', name: 'mode', checked: name === 'path' });
      this.radios.set(name, radio);
      return element('label', { title: `a click ${title}` }, radio, element('span', {}, name));
    });
    this.element.append(element('fieldset', 'modes', element('legend', {}, 'A click'), ...modes));
  }

  /** Mode of clicks. */
  get mode(): Mode {
    return [...this.radios].find(([, { checked }]) => checked)?.[0] ?? 'path';
  }

  setMode(mode: Mode): void {
    for (const [name, radio] of this.radios) radio.checked = name === mode;
  }
}
