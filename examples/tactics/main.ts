/** Drawing and input: both floors, side by side or one above the other, the reach of the chosen unit, and whom it can shoot at. */
import { cellAt, centerOf, load } from 'gridprep/runtime';
import { begin, type Keep } from './play';
import type { Unit } from './rules';

const [keep, bytes] = await Promise.all([
  fetch('keep.json').then((response) => response.json() as Promise<Keep>),
  fetch('keep.prep').then((response) => response.arrayBuffer()),
]);
const game = begin(load(bytes), keep);
const { nav } = game;
const isHex = keep.moves.startsWith('hex');

const GROUND: Record<string, string> = { '.': '#d9d2b8', '#': '#4a4844', f: '#7fa06a', h: '#b89b6c' };
const SIDES = ['#2563b0', '#b03a2e'];
const FLOORS = ['Yard', 'Walls'];
/** Rows above each floor, for its name. */
const HEAD = 0.7;
/** Column of the wall between the floors. */
const WALL = keep.rows[0]?.indexOf('#') ?? nav.width;
/** Corners around the middle of a cell, in cells. */
const CORNERS = isHex
  ? [
      [0, -2 / 3],
      [0.5, -1 / 3],
      [0.5, 1 / 3],
      [0, 2 / 3],
      [-0.5, 1 / 3],
      [-0.5, -1 / 3],
    ]
  : [
      [-0.5, -0.5],
      [0.5, -0.5],
      [0.5, 0.5],
      [-0.5, 0.5],
    ];

const canvas = document.querySelector('canvas') as HTMLCanvasElement;
const context = canvas.getContext('2d') as CanvasRenderingContext2D;
const status = document.querySelector('output') as HTMLOutputElement;
/** Hexagons reach beyond their row, and odd rows beyond the last column. */
const [TOP, MORE] = isHex ? [0.2, 0.5] : [0, 0];
const ROWS = nav.height + MORE + HEAD;
/** Pixels of a cell, and whether one floor is below the other. */
let [side, stacked] = [40, false];
let chosen: string | undefined;
/** The cell that the keyboard acts on. */
let cursor: [number, number] = [0, 0];

/** Takes the arrangement of floors that has the larger cells. */
function arrange(): void {
  const width = document.body.clientWidth - 24;
  const height = Math.max(240, innerHeight - 250);
  const beside = Math.min(width / (nav.width + MORE), height / ROWS);
  const below = Math.min(width / (WALL + MORE), height / (2 * ROWS));
  stacked = below > beside;
  side = Math.max(20, Math.floor(stacked ? below : beside));
  const [columns, rows] = stacked ? [WALL + MORE, 2 * ROWS] : [nav.width + MORE, ROWS];
  canvas.style.width = `${side * columns}px`;
  canvas.width = side * columns * devicePixelRatio;
  canvas.height = side * rows * devicePixelRatio;
  context.scale(devicePixelRatio, devicePixelRatio);
  draw();
}

/** Middle of a cell on the canvas. */
const pointOf = (x: number, y: number): [number, number] => {
  const [px, py] = centerOf(nav, x, y);
  return stacked && x > WALL ? [(px - WALL - 1) * side, (py + TOP + HEAD + ROWS) * side] : [px * side, (py + TOP + HEAD) * side];
};

/** The cell at a place of the canvas. */
const cellOfFloor = (px: number, py: number): [number, number] => {
  const isBelow = stacked && py >= ROWS * side;
  return cellAt(nav, px / side + (isBelow ? WALL + 1 : 0), py / side - TOP - HEAD - (isBelow ? ROWS : 0));
};

function fill(x: number, y: number, color: string, size = 0.96): void {
  if (stacked && x === WALL) return;
  const [mx, my] = pointOf(x, y);
  context.fillStyle = color;
  context.beginPath();
  for (const [dx = 0, dy = 0] of CORNERS) context.lineTo(mx + size * side * dx, my + size * side * dy);
  context.fill();
}

function drawLinks(): void {
  context.lineWidth = 3;
  context.globalAlpha = 0.8;
  for (const { from, to, oneWay } of keep.links) {
    const [a, b] = [pointOf(from[0] as number, from[1] as number), pointOf(to[0] as number, to[1] as number)];
    context.strokeStyle = oneWay ? '#8a4fb0' : '#1f7a8c';
    context.setLineDash(oneWay ? [6, 5] : []);
    context.beginPath();
    context.moveTo(...a);
    context.quadraticCurveTo((a[0] + b[0]) / 2, stacked ? (a[1] + b[1]) / 2 : Math.min(a[1], b[1]) - side, ...b);
    context.stroke();
    for (const end of oneWay ? [b] : [a, b]) {
      context.setLineDash([]);
      context.beginPath();
      context.arc(...end, side / 8, 0, 2 * Math.PI);
      context.stroke();
    }
  }
  context.setLineDash([]);
  context.globalAlpha = 1;
}

function drawUnit(unit: Unit, isTarget: boolean): void {
  const [x, y] = pointOf(unit.x, unit.y);
  context.beginPath();
  context.arc(x, y, side * 0.34, 0, 2 * Math.PI);
  context.fillStyle = SIDES[unit.side] as string;
  context.globalAlpha = unit.side === game.state.side && unit.moved && unit.shot ? 0.5 : 1;
  context.fill();
  context.globalAlpha = 1;
  const isMarked = isTarget || unit.name === chosen;
  for (const [width, color] of isMarked
    ? ([
        [6, '#111'],
        [3, isTarget ? '#ffd400' : '#fff'],
      ] as const)
    : ([[2, '#0008']] as const)) {
    context.lineWidth = width;
    context.strokeStyle = color;
    context.stroke();
  }
  context.fillStyle = '#fff';
  context.fillText(String(unit.hp), x, y + 1);
}

function draw(): void {
  const { units, side: turn, round } = game.state;
  context.clearRect(0, 0, canvas.width, canvas.height);
  Object.assign(context, { textAlign: 'left', textBaseline: 'middle', font: `bold ${Math.round(side * 0.38)}px system-ui, sans-serif` });
  context.fillStyle = getComputedStyle(document.body).color;
  FLOORS.forEach((name, i) => {
    const [x, y] = pointOf(i * (WALL + 1), 0);
    context.fillText(name, x - side / 2, y - (0.5 + TOP + HEAD / 2) * side);
  });
  context.textAlign = 'center';
  keep.rows.forEach((row, y) => {
    [...row].forEach((letter, x) => {
      fill(x, y, GROUND[letter] ?? '#000');
    });
  });
  const unit = units.find(({ name }) => name === chosen);
  if (unit && !unit.moved) {
    const moves = game.movesOf(unit);
    for (let i = 0; i < moves.count; i++) fill(moves.cells[2 * i] as number, moves.cells[2 * i + 1] as number, '#2f80ff66', 0.8);
  }
  drawLinks();
  for (const one of units) drawUnit(one, unit !== undefined && game.canShoot(unit, one));
  if (document.activeElement === canvas) {
    const [x, y] = pointOf(...cursor);
    for (const [width, color] of [
      [5, '#111'],
      [2, '#fff'],
    ] as const) {
      Object.assign(context, { lineWidth: width, strokeStyle: color });
      context.strokeRect(x - 0.42 * side, y - 0.42 * side, 0.84 * side, 0.84 * side);
    }
  }
  const ready = units.filter((one) => one.side === turn && !(one.moved && one.shot)).length;
  const [blue, red] = [0, 1].map((of) => units.filter((one) => one.side === of).length);
  status.value =
    game.winner === null
      ? `Round ${round}: ${['blue', 'red'][turn]} to move, ${ready} ready. Blue has ${blue}, red ${red}.`
      : `${['Blue', 'Red'][game.winner]} has won in round ${round}.`;
  status.style.borderColor = SIDES[game.winner ?? turn] as string;
}

/** Chooses the unit of a cell, shoots at it, or moves there. */
function act(x: number, y: number): void {
  const unit = game.state.units.find(({ name }) => name === chosen);
  const at = game.unitAt(x, y);
  if (at?.side === game.state.side) chosen = at.name;
  else if (unit && at) game.shoot(unit, at);
  else if (unit && nav.isOpen(x, y)) game.move(unit, x, y);
  cursor = [x, y];
  draw();
}

canvas.addEventListener('click', ({ offsetX, offsetY }) => act(...cellOfFloor(offsetX, offsetY)));

/** Chooses the next unit that can still act. @returns whether there is one */
function choose(): boolean {
  const { units, side: turn } = game.state;
  const after = units.findIndex(({ name }) => name === chosen) + 1;
  const next = units.find((unit, i) => i >= after && unit.side === turn && !(unit.moved && unit.shot));
  chosen = next?.name;
  if (next) cursor = [next.x, next.y];
  return next !== undefined;
}

const ARROWS: Record<string, [number, number]> = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
canvas.addEventListener('keydown', (event) => {
  const way = ARROWS[event.key];
  if (way) {
    const [x, y] = [cursor[0] + way[0], cursor[1] + way[1]];
    // The wall between the floors is no cell of the game.
    const to: [number, number] = [x === WALL ? x + way[0] : x, y];
    if (to[0] >= 0 && to[1] >= 0 && to[0] < nav.width && to[1] < nav.height) cursor = to;
  } else if (event.key === 'Enter') act(...cursor);
  // After the last unit Tab leads on to the buttons.
  else if (event.key !== 'Tab' || event.shiftKey || !choose()) return;
  event.preventDefault();
  draw();
});
for (const kind of ['focus', 'blur']) canvas.addEventListener(kind, draw);

const actions: Record<string, () => void> = {
  end() {
    game.endTurn();
    game.opponent();
  },
  undo: () => game.undo(),
  save: () => localStorage.setItem('tactics', game.save()),
  load: () => game.restore(localStorage.getItem('tactics') ?? game.save()),
  restart: () => game.restart(),
};
for (const button of document.querySelectorAll('button'))
  button.addEventListener('click', () => {
    actions[button.id]?.();
    draw();
  });
Object.assign(globalThis, { game, pointOf }); // for the console
addEventListener('resize', arrange);
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
arrange();
