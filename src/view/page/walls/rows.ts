/** Rows of the panel of the walls assistant, and its sentences. */
import { button, element } from '../dom.js';
import type { Reading } from './desk.js';

export const percent = (share: number): string => `${Math.round(100 * share)} %`;

/** A name and a choice between buttons. */
export function row<R extends string>(
  name: string,
  about: string,
  roles: Readonly<Record<R, readonly [text: string, title: string]>>,
  now: R,
  choose: (role: R) => void,
): HTMLElement {
  const buttons = (Object.keys(roles) as R[]).map((role) => {
    const [text, title] = roles[role];
    const one = button(text, title, () => choose(role));
    one.ariaPressed = String(role === now);
    one.ariaLabel = `${name}: ${text}`;
    return one;
  });
  const shown = element('span', { className: 'name', title: name }, name, element('small', {}, about));
  return element(
    'div',
    { className: 'row', role: 'group', ariaLabel: name },
    shown,
    element('span', 'roles', ...buttons),
  );
}

/** What looks wrong. */
export function doubts({ blocked, all, border, inside, largest, areas }: Reading): string[] {
  return [
    ...(border > 0.8 && inside < 0.3
      ? ['The border is open and the inside is closed: open and blocked may be swapped.']
      : []),
    ...(blocked < all / 100 ? ['Nearly nothing blocks.'] : []),
    ...(areas > 1 && largest < 0.5 ? ['Less than half of the open cells are in one area.'] : []),
  ];
}
