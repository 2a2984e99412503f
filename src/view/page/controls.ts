/** What is pressed and chosen beside the map. */
import { button, element, labelled } from './dom.js';
import type { MapView } from './map-view.js';

/** What mouse and keyboard do. */
export const HINT =
  'Click start and goal, drag them; shift and click chooses a cell. Keys: arrows, + and −, 0 for all, shift and arrows move the chosen cell, s and g make it start and goal, space plays.';

const ZOOM = 1.4;

/** Buttons for the view and the query. */
export function toolbar(view: MapView, { recolour, swap, clear }: Record<'recolour' | 'swap' | 'clear', () => void>): HTMLElement {
  const zoom = (by: number) => view.look(view.view[0], view.view[1], view.view[2] * by);
  const tools = element('div', '', 'tools');
  tools.append(
    button('fit', 'show all of the map', () => view.fit()),
    button('+', 'nearer', () => zoom(ZOOM)),
    button('−', 'farther', () => zoom(1 / ZOOM)),
    button('◐', 'light or dark', recolour),
    button('⇄', 'swap start and goal', swap),
    button('✕', 'no query', clear),
  );
  return tools;
}

/** Takes files from disk. */
export function filePicker(picked: (files: Iterable<File>) => void): HTMLInputElement {
  const file = Object.assign(element('input'), { type: 'file', multiple: true });
  file.addEventListener('change', () => picked(file.files ?? []));
  return file;
}

/** How many queries a crowd asks, and the button that starts it. */
export function crowdStarter(start: (count: number) => void): HTMLElement[] {
  const count = Object.assign(element('input'), { type: 'number', min: '1', max: '100000', value: '500' });
  return [labelled('queries', count), button('run', 'run a crowd of random queries', () => start(Math.max(1, Number(count.value) || 1)))];
}
