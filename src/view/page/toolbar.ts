/** The toolbar below the map, with the mode of clicks, and the hint over the map. */
import { type Action, keyName } from './actions.js';
import { button, element, sign } from './dom.js';

const MODES = {
  path: ['sets start and goal', 'Drag an end, or click two cells.'],
  cell: ['chooses a cell', 'Click a cell: its values are listed in the panel.'],
  edit: ['opens or closes a cell', 'Click or drag: the first cell decides whether cells open or close.'],
} as const;
export type Mode = keyof typeof MODES;

export class Toolbar {
  readonly element = element('div', { className: 'bar', role: 'toolbar', ariaLabel: 'Map' });
  mode: Mode = 'path';
  private readonly radios = new Map<Mode, HTMLInputElement>();
  private isGoalNext = false;

  /** @param box where the hint is shown */
  constructor(private readonly box: HTMLElement) {
    const modes = (Object.keys(MODES) as Mode[]).map((name) => {
      const radio = element('input', { type: 'radio', name: 'mode', onchange: () => this.setMode(name) });
      this.radios.set(name, radio);
      return element('label', { title: `a click ${MODES[name][0]}` }, radio, element('span', {}, name));
    });
    this.element.append(element('fieldset', 'modes', element('legend', {}, 'A click'), ...modes));
    this.setMode('path');
  }

  addButtons(actions: readonly Action[]): void {
    for (const { button: text = '', text: about, keys, act } of actions) {
      if (text === '') continue;
      this.element.append((text.length > 1 ? button : sign)(text, `${about} (${keyName(keys[0])})`, act));
    }
  }

  setMode(mode: Mode): void {
    this.mode = mode;
    for (const [name, radio] of this.radios) radio.checked = name === mode;
    this.hint();
  }

  /** Shows what to try. @param isGoalNext whether the next click sets the goal */
  hint(isGoalNext = this.isGoalNext): void {
    this.isGoalNext = isGoalNext;
    this.box.textContent = isGoalNext && this.mode === 'path' ? 'Now click the goal.' : MODES[this.mode][1];
  }
}
