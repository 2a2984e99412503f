/** Rows of the panel of the walls assistant, and its sentences. */
import type { MapFormat } from '../../../maps/formats.js';
import type { Choice, Role } from '../../walls/chooser.js';
import { button, element } from '../dom.js';
import type { Areas, Reading, Shown, Spot } from './desk.js';

type Layer = Shown['layers'][number];
/** Takes another choice. */
type SetChoice = (choice: Choice) => void;
/** Buttons of a row by what they choose. */
type Roles<R extends string> = Readonly<Record<R, readonly [text: string, title: string]>>;

const TILE_ROLES: Roles<Role> = {
  read: ['tiles decide', 'tiles block by their marks, or if they are chosen below'],
  blocked: ['blocks', 'every tile or shape of the layer blocks its cell'],
  off: ['ignored', 'the layer is not read'],
};
const OBJECT_ROLES: Roles<Role> = {
  ...TILE_ROLES,
  read: ['marks decide', 'objects block by their class, name or properties'],
};
const EMPTY_ROLES = { auto: ['map decides', ''], open: ['open', ''], blocked: ['block', ''] } as const;
/** Questions of formats about other things than layers and tiles. */
const NO_TILE: Partial<Record<MapFormat, string>> = { tiled: 'cells without a tile', ldtk: 'cells of value 0' };
const SWITCHES: Partial<Record<MapFormat, readonly [name: string, on: string, off: string]>> = {
  tiled: ["the map's own marks", 'read', 'ignored'],
  png: ['pixels block that are', 'dark', 'light'],
  rpgmaker: ['events that stop units', 'open', 'block'],
};

/** A name and a choice between buttons. */
function row<R extends string>(
  name: string,
  about: string,
  roles: Roles<R>,
  now: R,
  choose: (role: R) => void,
): HTMLElement {
  const buttons = (Object.keys(roles) as R[]).map((role) => {
    const [text, title] = roles[role];
    const isNow = { ariaPressed: String(role === now), ariaLabel: `${name}: ${text}` };
    return Object.assign(
      button(text, title, () => choose(role)),
      isNow,
    );
  });
  const shown = element('span', { className: 'name', title: name }, name, element('small', {}, about));
  const group = { className: 'row', role: 'group', ariaLabel: name };
  return element('div', group, shown, element('span', 'roles', ...buttons));
}

/** Rows for layers and for all else but tiles. */
export function choiceRows(shown: Shown, choice: Choice, reading: Reading | undefined, set: SetChoice): HTMLElement[] {
  const { format, layers } = shown;
  const rows = format === 'tiled' ? layerRows(shown, choice, set) : gridRows(layers, choice, reading, set);
  const noTile = NO_TILE[format];
  if (noTile) {
    const setEmpty = (to: keyof typeof EMPTY_ROLES) => set({ ...choice, empty: to === 'auto' ? undefined : to });
    rows.push(row(noTile, '', EMPTY_ROLES, choice.empty ?? 'auto', setEmpty));
  }
  const [name, on = '', off = ''] = SWITCHES[format] ?? [];
  if (name !== undefined) {
    const now = choice.marksOff ? 'off' : 'on';
    rows.push(row(name, '', { on: [on, ''], off: [off, ''] }, now, (to) => set({ ...choice, marksOff: to === 'off' })));
  }
  return rows;
}

export const roleOf = ({ roles }: Choice, { name, isVisible }: Layer): Role =>
  roles.get(name) ?? (isVisible ? 'read' : 'off');

/** Likely walls first: layers that cover a part of the map, then layers that cover little or all, then objects. */
function layerRows({ layers, cells: [width, height] }: Shown, choice: Choice, set: SetChoice): HTMLElement[] {
  const shareOf = ({ count }: Layer) => count / (width * height);
  const rankOf = (layer: Layer) => {
    const share = shareOf(layer);
    return !layer.isTiles ? 2 : share >= 0.05 && share <= 0.8 ? 0 : 1;
  };
  const sorted = [...layers].reverse().sort((a, b) => rankOf(a) - rankOf(b));
  return sorted.map((layer) => {
    const { name, isVisible, isTiles, count } = layer;
    const about = `${isTiles ? percent(shareOf(layer)) : `${count} objects`}${isVisible ? '' : ', hidden'}`;
    const setRole = (role: Role) => set({ ...choice, roles: new Map(choice.roles).set(name, role) });
    return row(name, about, isTiles ? TILE_ROLES : OBJECT_ROLES, roleOf(choice, layer), setRole);
  });
}

/** Which IntGrid layer is read, if there are several. */
function gridRows(
  layers: readonly Layer[],
  choice: Choice,
  reading: Reading | undefined,
  set: SetChoice,
): HTMLElement[] {
  const names = layers.filter(({ isValues }) => isValues).map(({ name }) => name);
  if (names.length < 2) return [];
  const roles: Roles<string> = Object.fromEntries(
    names.map((name) => [name, [name, 'the values of this layer decide'] as const]),
  );
  const [now = reading?.layer ?? ''] = choice.roles.keys();
  return [row('read', '', roles, now, (to) => set({ ...choice, roles: new Map([[to, 'read']]) }))];
}

const percent = (share: number): string => `${Math.round(100 * share)} %`;

/** The line over the map. */
export function countText({ blocked, all }: Reading, areas?: Areas): string {
  const [part, whole] = [blocked, all].map((cells) => cells.toLocaleString('en'));
  const cells = `${part} of ${whole} cells block (${percent(blocked / all)})`;
  if (!areas) return cells;
  if (areas.count === 0) return `${cells}; no open area`;
  if (areas.count === 1) return `${cells}; one open area`;
  return `${cells}; ${areas.count} open areas, the largest has ${percent(areas.largest)}`;
}

/** Sources of the walls, warnings, and pictures that are missing. */
export function toldText(
  { line, blocked, all, border, inside }: Reading,
  areas?: Areas,
  missing: readonly string[] = [],
) {
  const sentences = [`Walls: ${line}.`];
  if (border > 0.8 && inside < 0.3)
    sentences.push('The border is open and the inside is closed: open and blocked may be swapped.');
  if (blocked === all) sentences.push('No cell is open.');
  if (blocked < all / 100) sentences.push('Nearly nothing blocks.');
  if (areas && areas.count > 1 && areas.largest < 0.5)
    sentences.push('Less than half of the open cells are in one area.');
  const [first, ...more] = missing;
  if (first !== undefined) sentences.push(`Not shown: ${first}${more.length > 0 ? ` and ${more.length} more` : ''}.`);
  return sentences.join(' ');
}

/** A cell under the pointer, and why it blocks. */
export function spotText({ cell, isBlocked, reasons, stack }: Spot): string {
  const tiles = stack.map(({ name, layer }) => (layer ? `${name} (${layer})` : name)).join(', ') || 'no tile';
  const why = reasons.length > 0 ? `: ${reasons.join(', ')}` : '';
  return `${cell.join(', ')} ${isBlocked ? `blocks${why}` : 'is open'} · ${tiles}`;
}
