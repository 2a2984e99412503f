/** The game: fog by sight, monsters that hunt and thieves that flee, doors, stairs, saved games. Keys are in the page. */

import { linksPart, wasmPart } from 'gridprep/parts';
import {
  applyChanges,
  centerOf,
  editable,
  findDistance,
  findDoor,
  fleeField,
  floorAt,
  flowField,
  loadGrid,
  saveChanges,
  sightOf,
} from 'gridprep/runtime';
import { type Cell, dungeonOf, ROWS, SIDE } from './dungeon';

const [SIGHT, THIEF_SEES, PIXELS] = [9, 6, 20];
const KEYS: Record<string, Cell> = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

const canvas = document.querySelector('canvas') as HTMLCanvasElement;
const context = canvas.getContext('2d') as CanvasRenderingContext2D;
const status = document.querySelector('output') as HTMLOutputElement;

/** Numbers and cells of a game; the doors are in `saveChanges`. */
interface State {
  seed: number;
  player: Cell;
  hp: number;
  gold: Cell[];
  monsters: { cell: Cell; isThief: boolean }[];
  seen: string[];
  doors?: number[];
}

/** @param saved a game to continue */
function begin(seed: number, saved?: State) {
  const dungeon = dungeonOf(seed);
  const nav = editable(loadGrid(dungeon.grid, { parts: [linksPart, wasmPart] }));
  const sight = sightOf(nav);
  const [stairs] = dungeon.grid.links ?? [];
  if (saved?.doors) applyChanges(nav, Uint8Array.from(saved.doors));
  else dungeon.doors.forEach((_, i) => void findDoor(nav, `door ${i}`).close());
  const state: State = saved ?? {
    seed,
    player: dungeon.start,
    hp: 10,
    gold: dungeon.gold,
    monsters: dungeon.monsters.map((cell, i) => ({ cell, isThief: i % 3 === 2 })),
    seen: [],
  };
  const same = (a: Cell, b: Cell) => a[0] === b[0] && a[1] === b[1];
  const sees = ([x, y]: Cell) => {
    const [[x0, y0], [x1, y1]] = [centerOf(nav, ...state.player), centerOf(nav, x, y)];
    return Math.hypot(x1 - x0, y1 - y0) <= SIGHT && floorAt(nav, x, y)?.name === game.floor && sight.isClear(x0, y0, x1, y1);
  };

  const game = {
    state,
    nav,
    dungeon,
    sees,
    get floor() {
      return floorAt(nav, ...state.player)?.name;
    },
    /** Steps to a cell, opens a door or strikes a monster there; then everybody else moves. */
    step(dx: number, dy: number): void {
      const [x, y] = [state.player[0] + dx, state.player[1] + dy];
      const struck = state.monsters.findIndex(({ cell }) => same(cell, [x, y]));
      const door = dungeon.doors.findIndex((cell) => same(cell, [x, y]));
      if (struck >= 0) state.monsters.splice(struck, 1);
      else if (nav.isOpen(x, y)) state.player = [x, y];
      else if (door >= 0) findDoor(nav, `door ${door}`).open();
      else return;
      state.gold = state.gold.filter((cell) => !same(cell, state.player));
      game.others();
    },
    /** Takes the stairs, from either end. */
    climb(): void {
      if (!stairs) return;
      if (same(state.player, stairs.from as Cell)) state.player = stairs.to as Cell;
      else if (same(state.player, stairs.to as Cell)) state.player = stairs.from as Cell;
      else return;
      game.others();
    },
    /** Hunters come nearer, thieves keep away; no two stand on one cell. */
    others(): void {
      const toPlayer = flowField(nav, state.player);
      const away = fleeField(nav, toPlayer);
      for (const monster of state.monsters) {
        const near = findDistance(nav, ...monster.cell, ...state.player);
        const field = monster.isThief ? away : toPlayer;
        const next = monster.isThief && near > THIEF_SEES ? null : field.next(...monster.cell);
        if (!next) continue;
        const to: Cell = [next[0], next[1]];
        if (same(to, state.player)) state.hp -= 1;
        else if (!state.monsters.some(({ cell }) => same(cell, to))) monster.cell = to;
      }
      draw();
    },
    save: () => JSON.stringify({ ...state, doors: [...saveChanges(nav)] }),
  };
  return game;
}

let game = begin(Number(new URLSearchParams(location.search).get('seed')) || 7);

function draw(): void {
  const { state, nav, dungeon, sees, floor } = game;
  const left = floor === 'floor 1' ? 0 : SIDE;
  const seen = new Set(state.seen);
  const fill = ([x, y]: Cell, color: string, inset = 0) => {
    context.fillStyle = color;
    context.fillRect((x - left) * PIXELS + inset, y * PIXELS + inset, PIXELS - 2 * inset, PIXELS - 2 * inset);
  };
  context.fillStyle = '#16151a';
  context.fillRect(0, 0, canvas.width, canvas.height);
  for (let y = 0; y < ROWS; y++)
    for (let x = left; x < left + SIDE; x++) {
      const isSeen = nav.isOpen(x, y) && sees([x, y]);
      if (isSeen) seen.add(`${x},${y}`);
      if (seen.has(`${x},${y}`)) fill([x, y], isSeen ? '#d8cfb0' : '#5d584c');
    }
  state.seen = [...seen];
  for (const cell of dungeon.doors)
    if (!nav.isOpen(...cell) && Math.hypot(cell[0] - state.player[0], cell[1] - state.player[1]) <= SIGHT) fill(cell, '#8a5a2b', 2);
  for (const end of [dungeon.grid.links?.[0]?.from, dungeon.grid.links?.[0]?.to])
    if (end && seen.has(end.join())) fill(end as Cell, '#1f7a8c', 3);
  for (const cell of state.gold) if (seen.has(cell.join())) fill(cell, '#d8a400', 6);
  for (const { cell, isThief } of state.monsters) if (sees(cell)) fill(cell, isThief ? '#5b3fa0' : '#b03a2e', 3);
  fill(state.player, '#2563b0', 2);
  status.value =
    state.hp <= 0
      ? `You died with ${state.gold.length} pieces of gold left. Press N.`
      : `Seed ${state.seed}, ${floor}. Health ${state.hp}, gold left ${state.gold.length}.`;
}

addEventListener('keydown', (event) => {
  const way = KEYS[event.key];
  const key = event.key.toLowerCase();
  if (way && game.state.hp > 0) game.step(...way);
  else if (key === '>' && game.state.hp > 0) game.climb();
  else if (key === 's') localStorage.setItem('rogue', game.save());
  else if (key === 'l' && localStorage.getItem('rogue')) {
    const saved: State = JSON.parse(localStorage.getItem('rogue') as string);
    game = begin(saved.seed, saved);
  } else if (key === 'n') game = begin(game.state.seed + 1);
  else return;
  event.preventDefault();
  draw();
});
Object.defineProperty(globalThis, 'game', { get: () => game }); // for the console
[canvas.width, canvas.height] = [SIDE * PIXELS, ROWS * PIXELS];
draw();
