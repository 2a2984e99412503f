/**
 * RPG Maker MV and MZ, for tests: a writer of random projects, and its passage rule from the help of its editor
 * ("Tilesets": passage, passage in 4 directions, star), written another way than the reader.
 */
import { copyFileSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Flags of a tile that is above characters, and of one that is closed on all sides. */
const [STAR, CLOSED] = [0x10, 0x0f];

export type Direction = 2 | 4 | 6 | 8;

export interface RpgMakerMap {
  tilesetId: number;
  width: number;
  height: number;
  data: (number | null)[];
  events: (object | null)[];
  scrollType?: number;
}

/** A map of open tiles with number 1. */
export function rpgMakerMap(width: number, height: number, more: Partial<RpgMakerMap> = {}): RpgMakerMap {
  const data = Array.from({ length: 6 * width * height }, (_, i) => (i < width * height ? 1 : 0));
  return { tilesetId: 1, width, height, data, events: [], ...more };
}

export interface EventLike {
  x: number;
  y: number;
  name?: string;
  tileId?: number;
  priorityType?: number;
  through?: boolean;
  conditions?: object;
}

/** An event of one page. */
export function rpgMakerEvent({
  x,
  y,
  name = 'EV',
  tileId = 0,
  priorityType = 0,
  through = false,
  ...page
}: EventLike) {
  const conditions = { switch1Valid: false, variableValid: false, variableValue: 0, ...page.conditions };
  return { name, x, y, pages: [{ conditions, image: { tileId, characterName: '' }, priorityType, through }] };
}

/** Writes `Map001.json` and, with flags, `Tilesets.json`. @returns path of the map */
export function writeProject(folder: string, map: object, flags?: readonly unknown[]): string {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'Map001.json');
  const head = { autoplayBgm: false, disableDashing: false, encounterList: [], scrollType: 0 };
  writeFileSync(file, JSON.stringify({ ...head, ...map }));
  if (flags) writeFileSync(join(folder, 'Tilesets.json'), JSON.stringify([null, { id: 1, name: 'Town', flags }]));
  return file;
}

/**
 * Writes a game as the editor does, with two maps of 8 x 6 and 5 x 4 cells. In the first a column of five cells is
 * closed, an event stops units, and two cells have region 7.
 */
export function rpgMakerGame(folder: string): string {
  const map = rpgMakerMap(8, 6, { events: [null, rpgMakerEvent({ x: 5, y: 2, priorityType: 1 })] });
  for (let y = 0; y < 5; y++) map.data[y * 8 + 3] = 2;
  for (const x of [0, 1]) map.data[5 * 48 + x] = 7;
  const data = join(folder, 'data');
  renameSync(writeProject(data, rpgMakerMap(5, 4)), join(data, 'Map002.json'));
  const file = writeProject(data, map, [STAR, 0, CLOSED]);
  const others = { Actors: [null, { id: 1, name: 'Reid' }], MapInfos: [null, { id: 1, name: 'Town' }], System: {} };
  for (const [name, content] of Object.entries(others))
    writeFileSync(join(data, `${name}.json`), JSON.stringify(content));
  mkdirSync(join(folder, 'img/tilesets'), { recursive: true });
  copyFileSync('examples/topdown/map/tiles.png', join(folder, 'img/tilesets/World_A1.png'));
  return file;
}

const STEPS: Record<Direction, readonly [dx: number, dy: number, bit: number, back: Direction]> = {
  2: [0, 1, 1, 8],
  4: [-1, 0, 2, 6],
  6: [1, 0, 4, 4],
  8: [0, -1, 8, 2],
};

/** Whether a character may take a step, events aside that are no tiles. */
export function mayStep(map: RpgMakerMap, flags: readonly (number | null)[], x: number, y: number, to: Direction) {
  const sideIsOpen = (cx: number, cy: number, bit: number): boolean => {
    const stack = (map.events as (ReturnType<typeof rpgMakerEvent> | null)[]).flatMap((event) => {
      const page = event?.x === cx && event.y === cy ? event.pages[0] : undefined;
      return page && page.image.tileId > 0 && page.priorityType === 0 && !page.through ? [page.image.tileId] : [];
    });
    for (const layer of [3, 2, 1, 0]) stack.push(map.data[layer * map.width * map.height + cy * map.width + cx] ?? 0);
    for (const tile of stack) {
      const flag = flags[tile] ?? 0;
      const isStar = Math.floor(flag / 16) % 2 === 1;
      if (!isStar) return Math.floor(flag / bit) % 2 === 0;
    }
    return false;
  };
  const [dx, dy, bit, back] = STEPS[to];
  const [nx, ny] = [x + dx, y + dy];
  if (nx < 0 || ny < 0 || nx >= map.width || ny >= map.height) return false;
  return sideIsOpen(x, y, bit) && sideIsOpen(nx, ny, STEPS[back][2]);
}

/** A map with some of all that decides on passage. @param random numbers from 0 to 1 */
export function randomProject(random: () => number): { map: RpgMakerMap; flags: (number | null)[] } {
  const below = (n: number) => Math.floor(random() * n);
  const [width, height] = [4 + below(22), 4 + below(22)];
  const flags = Array.from({ length: 64 }, (_, tile): number | null => {
    if (tile === 0) return 0x10;
    const kind = random();
    const passage = kind < 0.5 ? 0 : kind < 0.62 ? 0x0f : kind < 0.7 ? 0x10 : below(16);
    // Ladders, bushes, counters, damage and terrain tags, which do not decide.
    return kind < 0.03 ? null : passage | (below(16) << 5) | (below(8) << 12);
  });
  const size = width * height;
  const data = Array.from({ length: 6 * size + below(2) * below(99) }, (_, i) =>
    i < size ? 1 + below(70) : random() < 0.3 ? below(70) : random() < 0.05 ? null : 0,
  );
  const events = Array.from({ length: below(9) }, () =>
    random() < 0.2
      ? null
      : rpgMakerEvent({
          ...{ x: below(width), y: below(height), tileId: below(64), priorityType: below(3) },
          through: random() < 0.3,
        }),
  );
  return { map: rpgMakerMap(width, height, { data, events }), flags };
}
