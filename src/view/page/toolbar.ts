/** The toolbar below the map, with the mode of clicks, and the message over it. */
import { button, element, sign } from './dom.js';
import { type Action, keyName } from './keys.js';

export const MODES = {
  path: ['sets start and goal', 'Drag an end, or click two cells.'],
  cell: ['chooses a cell', 'Click a cell: its values are listed in the panel.'],
  edit: ['opens or closes a cell', 'Click or drag: the first cell decides whether cells open or close.'],
} as const;
export type Mode = keyof typeof MODES;

/** Texts of the buttons, by the keys of their actions. */
const BUTTONS = '0 fit  + +  - −  v path  x swap  Escape clear  t theme  l share  i PNG  ? ?'
  .split('  ')
  .map((pair) => pair.split(' '));

export class Toolbar {
  readonly element = element('div', { className: 'bar', role: 'toolbar', ariaLabel: 'Map' });
  private readonly radios = new Map<Mode, HTMLInputElement>();

  private isGoalNext = false;

  /** @param box where the hint is shown */
  constructor(
    actions: readonly Action[],
    private readonly box: HTMLElement,
  ) {
    for (const [key, text] of BUTTONS) {
      const action = actions.find(({ keys }) => keys.includes(key));
      if (!action) continue;
      const title = `${action.text} (${keyName(key)})`;
      this.element.append((text.length > 1 ? button : sign)(text, title, () => action.act()));
    }
    const modes = (Object.keys(MODES) as Mode[]).map((name) => {
      const [title] = MODES[name];
      const onchange = () => this.hint();
      const radio = element('input', { type: 'radio', name: 'mode', checked: name === 'path', onchange });
      this.radios.set(name, radio);
      return element('label', { title: `a click ${title}` }, radio, element('span', {}, name));
    });
    this.element.prepend(element('fieldset', 'modes', element('legend', {}, 'A click'), ...modes));
    this.hint();
  }

  get mode(): Mode {
    return [...this.radios].find(([, { checked }]) => checked)?.[0] ?? 'path';
  }

  setMode(mode: Mode): void {
    for (const [name, radio] of this.radios) radio.checked = name === mode;
    this.hint();
  }

  /** Shows what to try. @param isGoalNext whether the next click sets the goal */
  hint(isGoalNext = this.isGoalNext): void {
    this.isGoalNext = isGoalNext;
    this.box.textContent = isGoalNext && this.mode === 'path' ? 'Now click the goal.' : MODES[this.mode][1];
  }
}
