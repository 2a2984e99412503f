/** Rows of the panel of the walls assistant, and its sentences. */
import type { MapFormat } from '../../../maps/formats.js';
import type { Choice, Role } from '../../walls/chooser.js';
import { button, element } from '../dom.js';
import type { Areas, Reading, Shown } from './desk.js';

const ROLES: Record<Role, [text: string, title: string]> = {
  read: ['tiles decide', 'tiles block by their marks, or if they are chosen below'],
  blocked: ['blocks', 'every tile or shape of the layer blocks its cell'],
  off: ['ignored', 'the layer is not read'],
};
const OBJECTS = {
  ...ROLES,
  read: ['marks decide', 'objects block by their class, name or properties'] as [string, string],
};
const EMPTY = { auto: ['map decides', ''], open: ['open', ''], blocked: ['block', ''] } as const;
/** Questions of formats about other things than layers and tiles. */
const NO_TILE: Partial<Record<MapFormat, string>> = { tiled: 'cells without a tile', ldtk: 'cells of value 0' };
const SWITCHES: Partial<Record<MapFormat, readonly [name: string, on: string, off: string]>> = {
  tiled: ["the map's own marks", 'read', 'ignored'],
  png: ['pixels block that are', 'dark', 'light'],
  rpgmaker: ['events that stop units', 'open', 'block'],
};

export const percent = (share: number): string => `${Math.round(100 * share)} %`;

/** A name and a choice between buttons. */
function row<R extends string>(
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

type Layer = Shown['layers'][number];

export const roleOf = ({ roles }: Choice, { name, isVisible }: Layer): Role =>
  roles.get(name) ?? (isVisible ? 'read' : 'off');

/** Rows for layers and for all else but tiles. @param set called with another choice */
export function choiceRows(
  shown: Shown,
  choice: Choice,
  reading: Reading | undefined,
  set: (choice: Choice) => void,
): HTMLElement[] {
  const { format, layers } = shown;
  const [noTile, marks] = [NO_TILE[format], SWITCHES[format]];
  return [
    ...(format === 'tiled' ? layerRows(shown, choice, set) : gridRows(layers, choice, reading, set)),
    ...(noTile
      ? [
          row(noTile, '', EMPTY, choice.empty ?? 'auto', (to) =>
            set({ ...choice, empty: to === 'auto' ? undefined : to }),
          ),
        ]
      : []),
    ...(marks
      ? [
          row(marks[0], '', { on: [marks[1], ''], off: [marks[2], ''] }, choice.marksOff ? 'off' : 'on', (to) =>
            set({ ...choice, marksOff: to === 'off' }),
          ),
        ]
      : []),
  ];
}

/** Likely walls first: layers that cover a part of the map, then layers that cover little or all, then objects. */
function layerRows({ layers, cells: [width, height] }: Shown, choice: Choice, set: (choice: Choice) => void) {
  const shareOf = ({ count }: Layer) => count / (width * height);
  const isLikely = (layer: Layer) => layer.isTiles && shareOf(layer) >= 0.05 && shareOf(layer) <= 0.8;
  const rankOf = (layer: Layer) => (isLikely(layer) ? 0 : layer.isTiles ? 1 : 2);
  const sorted = [...layers].reverse().sort((a, b) => rankOf(a) - rankOf(b));
  return sorted.map((layer) => {
    const { name, isVisible, isTiles, count } = layer;
    const about = `${isTiles ? percent(shareOf(layer)) : `${count} objects`}${isVisible ? '' : ', hidden'}`;
    const setRole = (role: Role) => set({ ...choice, roles: new Map(choice.roles).set(name, role) });
    return row(name, about, isTiles ? ROLES : OBJECTS, roleOf(choice, layer), setRole);
  });
}

/** Which IntGrid layer is read. */
function gridRows(
  layers: Shown['layers'],
  choice: Choice,
  reading: Reading | undefined,
  set: (choice: Choice) => void,
): HTMLElement[] {
  const names = layers.filter(({ isValues }) => isValues).map(({ name }) => name);
  if (names.length < 2) return [];
  const roles = Object.fromEntries(names.map((name) => [name, [name, 'the values of this layer decide'] as const]));
  const [now = reading?.layer ?? ''] = choice.roles.keys();
  return [row('read', '', roles, now, (to) => set({ ...choice, roles: new Map([[to, 'read']]) }))];
}

export const areasText = ({ count, largest }: Areas): string =>
  count === 0
    ? 'no open area'
    : count === 1
      ? 'one open area'
      : `${count} open areas, the largest has ${percent(largest)}`;

/** What looks wrong. */
export function doubts({ blocked, all, border, inside }: Reading, areas?: Areas): string[] {
  return [
    ...(border > 0.8 && inside < 0.3
      ? ['The border is open and the inside is closed: open and blocked may be swapped.']
      : []),
    ...(blocked === all ? ['No cell is open.'] : []),
    ...(blocked < all / 100 ? ['Nearly nothing blocks.'] : []),
    ...(areas && areas.count > 1 && areas.largest < 0.5 ? ['Less than half of the open cells are in one area.'] : []),
  ];
}

/** Pictures that are missing. */
export function notShown({ missing }: Pick<Shown, 'missing'> = { missing: [] }): string[] {
  const more = missing.length > 1 ? ` and ${missing.length - 1} more` : '';
  return missing.length === 0 ? [] : [`Not shown: ${missing[0]}${more}.`];
}
