/**
 * Villagers and carts go to the nearest of 20 stalls, then somewhere else, in a town whose gates close. A watch of guards marches from stall to stall.
 * All that is not drawing is here.
 *
 * The way to the stalls is a field, one for all of a kind. Threads answer other errands, in a frame or two; who is sent by a click, or stands before
 * a gate that has closed, asks a queue. A frame gives all of that BUDGET.
 */
import {
  type Answer,
  cellAt,
  centerOf,
  editable,
  findDoor,
  flowField,
  loadUrl,
  type Nav,
  type NavAsset,
  navPool,
  nearestOpen,
  type Path,
  pathQueue,
  sightOf,
  type Traffic,
  trafficOf,
} from 'gridprep/runtime';
import { allowed, clickedAt, loadView, type View } from './draw';
import { load } from './load';
import town from './map/town.tmj?nav';

/** Milliseconds of a frame for paths. */
const BUDGET = 2;
/** Cells a second where a cell costs 1: on a road. */
const KINDS = [
  { agent: 'villager', count: 150, speed: 9 },
  { agent: 'cart', count: 50, speed: 6 },
];
/** Guards of the watch, and their cells a second. */
const [GUARDS, PACE] = [16, 5];

export interface Unit {
  /** Its middle, a point in cells. */
  x: number;
  y: number;
  /** A cell; null is the nearest stall. */
  goal: [x: number, y: number] | null;
  /** Found, and not yet pulled straight. */
  path: Path | null;
  /** x, y of the turns ahead. */
  way: number[];
  /** Whether an answer is under way. */
  asks: boolean;
}

export const game = {
  map: town as NavAsset,
  kinds: [] as Kind[],
  /** The watch, on the map of villagers: no two of them share a cell. */
  guards: null as Traffic | null,
  /** Ticks of the watch since the last one. */
  march: 0,
  /** Names of doors that close as soon as they are empty. */
  closing: new Set<string>(),
  /** The kind whose paths are shown, by its number. */
  debug: -1,
  /** What paths took of the last frame, in milliseconds. */
  pathMs: 0,
};
let view: View;

/** Begins with a map, or continues with its next version: all stay where they are, if the ground there is still open. */
async function play(map: NavAsset): Promise<void> {
  const loadShared: typeof load = (bytes, options) => load(bytes, { ...options, shared: true });
  const [next, ...navs] = await Promise.all([loadView(map), ...KINDS.map(({ agent }) => loadUrl(loadShared, map, { agent }))]);
  for (const { pool } of game.kinds) pool.close();
  const kinds = navs.map((nav, k) => muster(map, nav, KINDS[k], k));
  Object.assign(game, { map, kinds, guards: watchOf(kinds[0]), closing: new Set() });
  view = next;
}

/** Walkers of one size, and what they share. */
export type Kind = ReturnType<typeof muster>;

function muster(map: NavAsset, loaded: Nav, { count, speed }: (typeof KINDS)[number], k: number) {
  const nav = editable(loaded); // doors come with the map
  const pool = navPool(nav, { threads: 1, worker: () => new Worker(new URL('./nav-worker.ts', import.meta.url), { type: 'module' }) });
  const goals = map.markers.flatMap(({ cell }) => nearestOpen(nav, ...cell) ?? []);
  const queue = pathQueue(nav, { budget: { ms: BUDGET / 4 } });
  const units = Array.from({ length: count }, (_, i): Unit => {
    const before = game.kinds[k]?.units[i] ?? { x: random(map.width), y: random(map.height) };
    const cell = nearestOpen(nav, ...cellAt(nav, before.x, before.y), goals.length > 0 ? [goals[0], goals[1]] : undefined) ?? [0, 0];
    const [x, y] = centerOf(nav, ...cell);
    return { x, y, goal: null, path: null, way: [], asks: false };
  });
  const kind = {
    nav,
    goals,
    pool,
    queue,
    sight: sightOf(nav, { radius: nav.size / 2 }),
    stalls: flowField(nav, goals, { sliced: true }),
    speed,
    units,
  };
  kind.stalls.advance();
  nav.onChange(() => {
    for (const unit of units) if (unit.path || !isClear(kind, unit)) send(kind, unit, unit.goal);
  });
  return kind;
}

/** The watch, in front of the first stall. */
function watchOf({ nav, goals: [x = 0, y = 0] }: Kind): Traffic {
  const guards = trafficOf(nav);
  for (let i = 0; i < 400 && guards.units.length < GUARDS; i++) {
    const cell = [x - 10 + (i % 20), y - 10 + Math.floor(i / 20)] as const;
    if (nav.isOpen(...cell) && nav.isReachable(x, y, ...cell)) guards.add(...cell);
  }
  return guards;
}

/** Sends the watch to another stall, in a block, when all have arrived. */
function march(seconds: number): void {
  const { guards, kinds } = game;
  if (!guards || guards.units.length === 0) return;
  for (game.march += PACE * seconds; game.march >= 1; game.march--) {
    guards.step();
    if (guards.units.some(({ status }) => status === 'moving')) continue;
    const { goals } = kinds[0];
    const stall = 2 * random(goals.length / 2);
    guards.send(guards.units, goals[stall], goals[stall + 1]);
  }
}

const random = (below: number) => Math.floor(Math.random() * below);
const cellOf = ({ nav }: Kind, { x, y }: Unit) => cellAt(nav, x, y);

/** Whether all lines of its way are still clear. */
function isClear({ sight }: Kind, { x, y, way }: Unit): boolean {
  for (let i = 0; i < way.length; [x, y] = [way[i], way[i + 1]], i += 2) if (!sight.isClear(x, y, way[i], way[i + 1])) return false;
  return true;
}

/** It stops, and goes to a cell when the queue has a path, or to the nearest stall. */
function send(kind: Kind, unit: Unit, goal: Unit['goal']): void {
  Object.assign(unit, { goal, path: null, way: [], asks: goal !== null });
  const follow = ({ path, status }: Answer) => status !== 'replaced' && Object.assign(unit, { path, asks: false });
  if (goal) kind.queue.request(...cellOf(kind, unit), ...goal, follow, { unit });
}

/** Gives a standing walker its next goal: along the path that was found; otherwise to a stall; from a stall, or without a path, anywhere. */
function think(kind: Kind, unit: Unit): void {
  const { nav, sight, stalls } = kind;
  const at = cellOf(kind, unit);
  if (unit.path) Object.assign(unit, { way: [...sight.pull(unit.path).points], path: null });
  else if (unit.goal) unit.goal = null;
  else if (stalls.done) {
    unit.path = stalls.findPath(...at);
    if (!unit.path?.cost) wander(kind, unit, nearestOpen(nav, random(nav.width), random(nav.height), at) ?? at);
  }
}

/** It goes to a cell when a thread has a path. */
async function wander(kind: Kind, unit: Unit, goal: [x: number, y: number]) {
  Object.assign(unit, { goal, path: null, asks: true });
  const path = await kind.pool.findPath(...cellOf(kind, unit), ...goal).catch(() => null); // the pool was closed
  if (unit.goal !== goal) return; // sent elsewhere meanwhile
  if (path?.version === kind.pool.version) Object.assign(unit, { path, asks: false });
  else send(kind, unit, goal); // a gate has opened or closed meanwhile
}

function walk(kind: Kind, unit: Unit, seconds: number): void {
  const cost = kind.nav.costAt(...cellOf(kind, unit));
  let left = (seconds * kind.speed) / (cost < Infinity ? cost : 1);
  while (left > 0 && unit.way.length > 0) {
    const [x, y] = unit.way;
    const far = Math.hypot(x - unit.x, y - unit.y);
    if (far <= left) Object.assign(unit, { x, y, way: unit.way.slice(2) });
    else Object.assign(unit, { x: unit.x + ((x - unit.x) * left) / far, y: unit.y + ((y - unit.y) * left) / far });
    left -= far;
  }
}

/** Opens a door, or starts to close it: each cell as soon as it is empty. */
function toggle(name: string): void {
  const doors = game.kinds.map(({ nav }) => findDoor(nav, name));
  if (!game.closing.delete(name) && doors[0].isOpen) game.closing.add(name);
  else for (const door of doors) door.open();
}

function closeDoors(): void {
  const taken = (x: number, y: number) =>
    game.guards?.isOn(x, y) ||
    game.kinds.some(({ nav: { size }, units }) =>
      units.some((unit) => Math.abs(x + 0.5 - unit.x) < (size + 1) / 2 && Math.abs(y + 0.5 - unit.y) < (size + 1) / 2),
    );
  for (const name of game.closing)
    if (game.kinds.map(({ nav }) => findDoor(nav, name).close(taken)).every(Boolean)) game.closing.delete(name);
}

let before = performance.now();
function frame(): void {
  const start = performance.now();
  closeDoors();
  for (const { queue, stalls } of game.kinds) {
    if (performance.now() - start > BUDGET) break; // a door has taken all of it
    stalls.advance({ ms: BUDGET / 4 });
    queue.update();
  }
  for (const kind of game.kinds)
    for (const unit of kind.units) if (unit.way.length === 0 && !unit.asks && performance.now() - start < BUDGET) think(kind, unit);
  game.pathMs = performance.now() - start;
  const seconds = Math.min(0.1, (start - before) / 1000);
  march(seconds);
  for (const kind of game.kinds) for (const unit of kind.units) walk(kind, unit, seconds);
  before = start;
  view(game);
  requestAnimationFrame(frame);
}

function sendAll(cell: readonly [x: number, y: number]): void {
  for (const kind of game.kinds) for (const unit of kind.units) send(kind, unit, nearestOpen(kind.nav, ...cell, cellOf(kind, unit)));
}

addEventListener('keydown', ({ key }) => {
  if (key === 'd') game.debug = ((game.debug + 2) % (KINDS.length + 1)) - 1;
  const door = game.map.doors[Number(key) - 1];
  if (door) toggle(door.name);
  if (key === 'g') sendAll(game.map.markers[random(game.map.markers.length)].cell);
});
document.querySelector('canvas')?.addEventListener('click', ({ offsetX, offsetY }) => {
  const at = clickedAt(game.map, offsetX, offsetY);
  if (at?.door) toggle(at.door);
  else if (at) sendAll(at.cell);
});

// One after the other: of two that are saved in a moment the second one stays.
let playing = play(town);
import.meta.hot?.accept('./map/town.tmj?nav', (next) => {
  playing = playing.finally(() => next && play(next.default));
});
Object.assign(globalThis, { game, toggle }); // for the console
await playing;
await allowed(() => view(game));
requestAnimationFrame(frame);
