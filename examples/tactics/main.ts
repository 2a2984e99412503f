/** Drawing and input: both floors side by side, the reach of the chosen unit, and whom it can shoot at. */
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

/** Pixels of a cell. */
const SIDE = 40;
const GROUND: Record<string, string> = { '.': '#d9d2b8', '#': '#3b3a38', f: '#7fa06a', h: '#b89b6c' };
const SIDES = ['#2563b0', '#b03a2e'];
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
canvas.width = SIDE * (nav.width + (isHex ? 0.5 : 0));
canvas.height = SIDE * (nav.height + (isHex ? 0.5 : 0));
/** Hexagons reach beyond their row. */
const TOP = isHex ? 0.2 : 0;
let chosen: string | undefined;

const middle = (x: number, y: number): [number, number] => {
  const [px, py] = centerOf(nav, x, y);
  return [px * SIDE, (py + TOP) * SIDE];
};

function fill(x: number, y: number, color: string, size = 0.96): void {
  const [mx, my] = middle(x, y);
  context.fillStyle = color;
  context.beginPath();
  for (const [dx = 0, dy = 0] of CORNERS) context.lineTo(mx + size * SIDE * dx, my + size * SIDE * dy);
  context.fill();
}

function drawLinks(): void {
  context.lineWidth = 3;
  for (const { from, to, oneWay } of keep.links) {
    const [a, b] = [middle(from[0] as number, from[1] as number), middle(to[0] as number, to[1] as number)];
    context.strokeStyle = oneWay ? '#8a4fb0' : '#1f7a8c';
    context.setLineDash(oneWay ? [6, 5] : []);
    context.beginPath();
    context.moveTo(...a);
    context.quadraticCurveTo((a[0] + b[0]) / 2, Math.min(a[1], b[1]) - SIDE, ...b);
    context.stroke();
    context.beginPath();
    context.arc(...b, 5, 0, 2 * Math.PI);
    context.stroke();
  }
  context.setLineDash([]);
}

function drawUnit(unit: Unit, isTarget: boolean): void {
  const [x, y] = middle(unit.x, unit.y);
  context.beginPath();
  context.arc(x, y, SIDE * 0.34, 0, 2 * Math.PI);
  context.fillStyle = SIDES[unit.side] as string;
  context.globalAlpha = unit.side === game.state.side && unit.moved && unit.shot ? 0.5 : 1;
  context.fill();
  context.globalAlpha = 1;
  context.lineWidth = 3;
  context.strokeStyle = isTarget ? '#ffd400' : unit.name === chosen ? '#fff' : '#0006';
  context.stroke();
  context.fillStyle = '#fff';
  context.fillText(String(unit.hp), x, y + 1);
}

function draw(): void {
  const { units, side, round } = game.state;
  context.clearRect(0, 0, canvas.width, canvas.height);
  Object.assign(context, { textAlign: 'center', textBaseline: 'middle', font: 'bold 15px system-ui, sans-serif' });
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
  status.value = game.winner === null ? `Round ${round}, ${['blue', 'red'][side]} to move` : `${['Blue', 'Red'][game.winner]} has won`;
}

canvas.addEventListener('click', ({ offsetX, offsetY }) => {
  const scale = canvas.width / canvas.clientWidth / SIDE;
  const [x, y] = cellAt(nav, offsetX * scale, offsetY * scale - TOP);
  const unit = game.state.units.find(({ name }) => name === chosen);
  const at = game.unitAt(x, y);
  if (at?.side === game.state.side) chosen = at.name;
  else if (unit && at) game.shoot(unit, at);
  else if (unit && nav.isOpen(x, y)) game.move(unit, x, y);
  draw();
});

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
Object.assign(globalThis, { game }); // for the console
draw();
