/** The toolbar below the map, with the mode of clicks, and the message over it. */
import { button, element, sign } from './dom.js';
import { type Action, keyName } from './keys.js';
import type { Cell } from './state.js';

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

export class Toast {
  constructor(private readonly box: HTMLElement) {}

  /** @param offer text of a button that calls `act` */
  show(text: string, offer?: string, act?: () => void): void {
    const buttons = offer && act ? [button(offer, '', () => this.close(act))] : [];
    this.box.replaceChildren(element('span', {}, text), ...buttons);
    this.box.hidden = false;
  }

  /** Calls `set` with an open cell; for a wall, offers the nearest open cell. */
  offerOpen(cell: Cell, nearest: Cell | undefined, end: string, set: (to: Cell) => void): void {
    const wall = `${cell.join(', ')} is a wall`;
    if (!nearest) this.show(`${wall}, and no open cell is near.`);
    else if (nearest.join() === cell.join()) set(cell);
    else this.show(`${wall}.`, `${end} at ${nearest.join(', ')}`, () => set(nearest));
  }

  hide(): void {
    this.box.hidden = true;
  }

  private close(act: () => void): void {
    this.hide();
    act();
  }
}
