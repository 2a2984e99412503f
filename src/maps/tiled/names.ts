/** Meaning of names of layers, classes and properties for walls, as map makers use them. */
import type { WallSide } from '../../core/grid/walls.js';

const setOf = (words: string) => new Set(words.split(' '));

/** Words as `wordsOf` gives them: singular. */
const WALLS = setOf(
  'collision collide collider collidable solid blocked blocking blocker barrier obstacle impassable impassible ' +
    'unwalkable hitbox ' +
    'hitboxe kollision kollisionen colision colisione colisao collisioni',
);
/** Right in half of the maps that have such layers: elsewhere they are pictures of walls. */
const PERHAPS = setOf('wall block');
const FILLER = setOf('layer tile tilelayer map object level');
const NEGATIONS = setOf('no non not without');

const BLOCKING = setOf(
  'solid collide collision collidable collider blocked blocking block obstacle impassable impassible unwalkable wall',
);
const PASSING = setOf('walkable passable walk');
/** Words that are ignored: `isSolid`, `ge_collide`, `canWalk`. */
const HELPERS = setOf('is ge can');
export const SIDES: readonly WallSide[] = ['north', 'east', 'south', 'west'];
const SIDE_WORDS = ['up top north', 'right east', 'down bottom south', 'left west'].map(setOf);
const sideOf = (word: string) => SIDES[SIDE_WORDS.findIndex((words) => words.has(word))];

/** Names that were split before: of 100,000 objects, most have the properties of few tiles. */
const known = new Map<string, readonly string[]>();
const MOST_KNOWN = 4096;
/** Longer names are texts. */
const LONGEST = 200;

/** Words of a name in lower case and singular, split at capitals: `CollisionsLayer_2` is collision. */
function wordsOf(name: string): readonly string[] {
  let words = known.get(name);
  if (!words) {
    const split = name
      .slice(0, LONGEST)
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .split(/[^a-z]+/);
    words = split.map((word) => word.replace(/(?<=...)s$/, '')).filter((word) => word !== '' && !FILLER.has(word));
    if (known.size < MOST_KNOWN && name.length < LONGEST) known.set(name, words);
  }
  return words;
}

/** Whether tiles and shapes of a layer or tileset of this name are walls: surely, or if nothing else marks walls. */
export function namesWalls(name: string): 'surely' | 'perhaps' | undefined {
  const words = wordsOf(name);
  if (words.some((word) => WALLS.has(word)) && !words.some((word) => NEGATIONS.has(word))) return 'surely';
  return words.length > 0 && words.every((word) => PERHAPS.has(word)) ? 'perhaps' : undefined;
}

/** The same of a layer of Tiled: of side views, `Platforms` often are the only walls. */
export const layerNamesWalls = (name: string) =>
  namesWalls(name) ?? (wordsOf(name).join() === 'platform' ? 'perhaps' : undefined);

/** Whether one of the words says so: of names of values, which are walls of any kind. */
export const hasWall = (name: string) => wordsOf(name).some((word) => WALLS.has(word) || PERHAPS.has(word));

/** Whether a single tile or object of this class, or an object of this name, is a wall. */
export const isWall = (name: string) => /^walls?$/i.test(name) || namesWalls(name) === 'surely';

/** Whether a tile or object blocks if its property is true (`blocks`), if it is false (`passes`), or by direction. */
export function propertyMeans(name: string): 'blocks' | 'passes' | 'sides' | undefined {
  const words = wordsOf(name).filter((word) => !HELPERS.has(word));
  const [word, side] = words;
  if (words.length === 2) return BLOCKING.has(word) && sideOf(side) && word !== 'wall' ? 'sides' : undefined;
  if (words.length !== 1) return undefined;
  return BLOCKING.has(word) ? 'blocks' : PASSING.has(word) ? 'passes' : undefined;
}

/** The side from which a property blocks that means `sides`: `collideUp`. */
export const blockedSide = (name: string): WallSide => sideOf(wordsOf(name).filter((word) => !HELPERS.has(word))[1]);

/** Sides of a cell that have a wall: of `wallNorth`, `wall_north_west`. */
export function wallSides(name: string): WallSide[] {
  const [word, ...others] = wordsOf(name);
  const sides = others.map(sideOf);
  return word === 'wall' && sides.every(Boolean) ? sides : [];
}

const OPEN = setOf('navmesh walkmesh walkable');
export const namesOpen = (name: string) => OPEN.has(wordsOf(name).join(''));

/** Whether the layers are rules for Tiled's automapping, not a map. */
export function areRules(names: readonly string[]): boolean {
  return (
    names.some((name) => /^output/i.test(name)) &&
    names.every((name) => /^(in|out)put|^regions|^rule|^\/\//i.test(name))
  );
}

const LIKELY = /wall|block|build|house|tree|rock|stone|cliff|mountain|fence|water|obst|col+i|platform/i;

/** Whether a warning may suggest a layer of this name for walls. */
export const likelyBlocks = (name: string) => LIKELY.test(name);
