/** A yard in PixiJS: tiles from Tiled, units that walk, doors (keys 1 to 4), a click that sends everybody, an overlay (key D), and a map that is replaced when it is saved. */
import { drawNav } from 'gridprep/debug';
import { pixels } from 'gridprep/runtime';
import { Application, Assets, Container, Graphics, Rectangle, Sprite, Text, Texture } from 'pixi.js';
import tilesUrl from './tiles.png';
import { begin, doorAt, gather, middleOf, send, type Units } from './units';
import yard, { load } from './yard.tmj?nav';
import yardUrl from './yard.tmj?url';

const app = new Application();
await app.init({ width: 640, height: 448, preference: 'webgl' });
// As large as its window, and as wide for its height as the map.
Object.assign(app.canvas.style, { display: 'block', width: '100%', height: '100%', objectFit: 'contain' });
document.querySelector('#game')?.append(app.canvas);
const sheet: Texture = await Assets.load(tilesUrl);
const state = { units: undefined as Units | undefined, isOverlaid: false };
let bodies: Graphics[] = [];
let doors = new Graphics();
let drawn = -1; // version of the map that the doors are drawn of
const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 448 });
const overlay = new Sprite(Texture.from(canvas));

/** Begins on a map, or continues with its next version. */
async function play(map: typeof yard, loadMap: typeof load): Promise<void> {
  const [units, level] = await Promise.all([
    begin(map, loadMap, state.units?.walkers),
    fetch(`${yardUrl}?t=${Date.now()}`).then((response) => response.json()),
  ]);
  const [w = 16, h = 16] = map.cellSize ?? [];
  const ground = new Container();
  for (const { data = [] } of level.layers as { data?: number[] }[])
    data.forEach((tile, i) => {
      if (tile === 0) return;
      const sprite = new Sprite(new Texture({ source: sheet.source, frame: new Rectangle((tile - 1) * w, 0, w, h) }));
      ground.addChild(sprite).position.set((i % map.width) * w, Math.floor(i / map.width) * h);
    });
  bodies = units.walkers.map(({ nav, radius }) =>
    new Graphics()
      .circle(0, 0, radius * w)
      .fill(nav.size > 1 ? 0xd55e00 : 0xf0e442)
      .stroke({ width: 1, color: 0x1b1e23 }),
  );
  const numbers = map.doors.map(({ cells }, i) => {
    const { x, y } = middleOf(cells);
    const number = new Text({ text: String(i + 1), style: { fontSize: 13, fontWeight: 'bold', fill: 0xffffff } });
    number.anchor.set(0.5);
    const badge = new Container({ x: x * w, y: y * h });
    badge.addChild(new Graphics().circle(0, 0, 10).fill(0x0072b2).stroke({ width: 1.5, color: 0xffffff }), number);
    return badge;
  });
  doors = new Graphics();
  drawn = -1;
  app.stage.removeChildren();
  app.stage.addChild(ground, doors, ...bodies, ...numbers, overlay);
  state.units = units;
}

function drawDoors({ nav, map }: Units): void {
  const [w = 16, h = 16] = map.cellSize ?? [];
  doors.clear();
  for (const { cells } of map.doors)
    for (let i = 0; i < cells.length; i += 2) {
      const [x = 0, y = 0] = cells.slice(i);
      if (!nav.isOpen(x, y)) doors.rect(x * w, y * h, w, h).fill(0x8a5a2b);
    }
  drawn = nav.version;
}

app.ticker.add(({ deltaMS }) => {
  if (!state.units) return;
  state.units.update(deltaMS);
  const { nav, walkers } = state.units;
  const px = pixels(nav);
  for (const [i, { x, y }] of walkers.entries()) bodies[i]?.position.copyFrom(px.pixelAt(x, y));
  if (drawn !== nav.version) drawDoors(state.units);
  overlay.visible = state.isOverlaid;
  const context = canvas.getContext('2d');
  const [first] = walkers;
  if (!state.isOverlaid || !context || !first) return;
  context.clearRect(0, 0, canvas.width, canvas.height);
  drawNav(context, nav, { layers: ['path', 'ends'], path: Array.from(first.points, Math.floor) });
  overlay.texture.source.update();
});

app.canvas.addEventListener('pointerdown', ({ offsetX, offsetY }) => {
  if (!state.units) return;
  const { map, walkers } = state.units;
  const { width, height } = map;
  const [w = 16, h = 16] = map.cellSize ?? [];
  const scale = Math.min(app.canvas.clientWidth / (width * w), app.canvas.clientHeight / (height * h));
  const x = (offsetX - app.canvas.clientWidth / 2) / scale + (width * w) / 2;
  const y = (offsetY - app.canvas.clientHeight / 2) / scale + (height * h) / 2;
  const door = doorAt(map, x / w, y / h);
  if (door) state.units.toggle(door);
  else for (const walker of walkers) send(walker, x, y);
});
addEventListener('keydown', ({ key }) => {
  const door = state.units?.map.doors[Number(key) - 1];
  if (door) state.units?.toggle(door.name);
  if (key === 'g' && state.units) gather(state.units);
  if (key === 'd') state.isOverlaid = !state.isOverlaid;
});
Object.assign(globalThis, { scene: state }); // for the console
await play(yard, load);

// Both imports of the file, or Vite loads the page again: the map for paths, and its address for the tiles.
import.meta.hot?.accept(['./yard.tmj?nav', './yard.tmj?url'], ([next]) => {
  if (next) play(next.default, next.load);
});
