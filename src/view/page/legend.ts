/** What the colours of the map mean. */
import type { legendOf } from '../layers.js';
import { css } from '../theme.js';
import { element } from './dom.js';

/** An item for each colour, with a swatch before its words. */
export function legendItems(groups: ReturnType<typeof legendOf>): HTMLElement[] {
  return groups
    .flatMap(({ entries }) => entries)
    .map(({ fill, text }) => {
      const item = element('li', text);
      const swatch = element('span', '', 'swatch');
      swatch.style.backgroundColor = css(fill);
      item.prepend(swatch);
      return item;
    });
}
