/** The panel beside the map, and on small screens below it: query first, then layers, legend and the rest. */
import { button, element, labelled, section, sign } from './dom.js';
import { type Action, keyName } from './keys.js';

/** What the page puts into the panel. */
export interface PanelParts {
  maps: HTMLElement;
  agents: HTMLElement;
  engines: HTMLElement;
  player: HTMLElement;
  answers: HTMLElement;
  layers: HTMLElement;
  legend: HTMLElement;
  values: HTMLElement;
  edits: HTMLElement;
  crowd: HTMLElement[];
  faults: HTMLElement;
  opened(files: Iterable<File>): void;
}

/** What a click on the map does. */
export const MODES = { path: 'sets start and goal', cell: 'chooses a cell', edit: 'opens or closes a cell' } as const;
export type Mode = keyof typeof MODES;

export function fillPanel(panel: HTMLElement, parts: PanelParts): void {
  const file = Object.assign(element('input'), { type: 'file', multiple: true });
  file.addEventListener('change', () => parts.opened(file.files ?? []));
  panel.append(
    section('Query', true, labelled('engine', parts.engines), parts.answers, parts.player),
    section('Layers', true, parts.layers),
    section('Legend', true, parts.legend),
    section('Cell', true, parts.values),
    section('Doors and cells', false, parts.edits),
    section('Crowd', false, ...parts.crowd),
    section('Maps', true, labelled('map', parts.maps), parts.agents, labelled('open', file), parts.faults),
  );
}

/** Buttons of the toolbar by the key of their action; what is one sign is read as what it does. */
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

/** Buttons of what is done most, below the map, and what a click does. */
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

/** Ticks a mode that was chosen by a key. */
export function tickMode(bar: HTMLElement, mode: Mode): void {
  for (const radio of bar.querySelectorAll<HTMLInputElement>('input[name="mode"]'))
    radio.checked = radio.value === mode;
}
