/** The legend of the page. */
import type { LegendEntry } from '../layer.js';
import { css } from '../theme.js';
import { element } from './dom.js';

/** An item for each colour, with a swatch before its words; a ramp is a wider one. */
export function legendItems(entries: readonly LegendEntry[]): HTMLElement[] {
  return entries.map(({ fill, to, text }) => {
    const swatch = element('span', to === undefined ? 'swatch' : 'swatch ramp');
    swatch.style.background = to === undefined ? css(fill) : `linear-gradient(90deg, ${css(fill)}, ${css(to)})`;
    return element('li', {}, swatch, text);
  });
}
