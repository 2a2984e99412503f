/** A yard in PixiJS: tiles from Tiled, units that walk, doors (keys 1 to 4), a click that sends everybody, an overlay (key D), and a map that is replaced when it is saved. */
import { drawNav } from 'gridprep/debug';
import { pixels } from 'gridprep/runtime';
import { Application, Assets, Container, Graphics, Rectangle, Sprite, Texture } from 'pixi.js';
import tilesUrl from './tiles.png';
import { begin, type Units } from './units';
import yard from './yard.tmj?nav';
import yardUrl from './yard.tmj?url';

const app = new Application();
await app.init({ width: 640, height: 448, preference: 'webgl' });
document.querySelector('#game')?.append(app.canvas);
const sheet: Texture = await Assets.load(tilesUrl);
const state = { units: undefined as Units | undefined, isOverlaid: false };
let bodies: Graphics[] = [];
let doors = new Graphics();
let drawn = -1; // version of the map that the doors are drawn of
const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 448 });
const overlay = new Sprite(Texture.from(canvas));

/** Begins on a map, or goes on with its next version. */
async function play(map: typeof yard): Promise<void> {
  const [units, level] = await Promise.all([
    begin(map, state.units?.walkers),
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
  bodies = units.walkers.map(({ nav, radius }) => new Graphics().circle(0, 0, radius * w).fill(nav.size > 1 ? 0xd9534f : 0xf0e442));
  doors = new Graphics();
  drawn = -1;
  app.stage.removeChildren();
  app.stage.addChild(ground, doors, ...bodies, overlay);
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
  for (const walker of state.units?.walkers ?? []) walker.to(...pixels(walker.nav).cellAt(offsetX, offsetY));
});
addEventListener('keydown', ({ key }) => {
  const door = state.units?.map.doors[Number(key) - 1];
  if (door) state.units?.toggle(door.name);
  if (key === 'd') state.isOverlaid = !state.isOverlaid;
});
Object.assign(globalThis, { scene: state }); // for the console
await play(yard);

// Both imports of the file, or Vite loads the page again: the map for paths, and its address for the tiles.
import.meta.hot?.accept(['./yard.tmj?nav', './yard.tmj?url'], ([next]) => {
  if (next) play(next.default);
});
