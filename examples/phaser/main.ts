/** A yard in Phaser: tiles from Tiled, units that walk, doors (keys 1 to 4), a click that sends everybody, an overlay (key D), and a map that is replaced when it is saved. */
import { drawNav } from 'gridprep/debug';
import { pixels } from 'gridprep/runtime';
import Phaser from 'phaser';
import tilesUrl from './tiles.png';
import { begin, doorAt, gather, middleOf, send, type Units } from './units';
import yard, { load } from './yard.tmj?nav';
import yardUrl from './yard.tmj?url';

class Yard extends Phaser.Scene {
  units!: Units;
  private bodies: Phaser.GameObjects.Arc[] = [];
  private doors!: Phaser.GameObjects.Graphics;
  private drawn = -1; // version of the map that the doors are drawn of
  private overlay!: Phaser.Textures.CanvasTexture;
  private shown!: Phaser.GameObjects.Image;

  preload(): void {
    this.load.image('tiles', tilesUrl);
    this.load.tilemapTiledJSON('yard', yardUrl);
  }

  async create(): Promise<void> {
    this.input.on('pointerdown', ({ worldX, worldY }: Phaser.Input.Pointer) => {
      if (!this.units) return;
      const { map, walkers } = this.units;
      const [w = 16, h = 16] = map.cellSize ?? [];
      const door = doorAt(map, worldX / w, worldY / h);
      if (door) this.units.toggle(door);
      else for (const walker of walkers) send(walker, worldX, worldY);
    });
    this.input.keyboard?.on('keydown', ({ key }: KeyboardEvent) => {
      const door = this.units?.map.doors[Number(key) - 1];
      if (door) this.units.toggle(door.name);
      if (key === 'g' && this.units) gather(this.units);
      if (key === 'd') this.shown.visible = !this.shown.visible;
    });
    await this.play(yard, load);
  }

  /** Begins on a map, or continues with its next version. */
  async play(map: typeof yard, loadMap: typeof load): Promise<void> {
    const units = await begin(map, loadMap, this.units?.walkers);
    this.children.removeAll(true);
    const tilemap = this.make.tilemap({ key: 'yard' });
    const tiles = tilemap.addTilesetImage('tiles');
    for (const { name } of tilemap.layers) if (tiles) tilemap.createLayer(name, tiles);
    this.doors = this.add.graphics();
    this.drawn = -1;
    const { width = 0, height = 0 } = this.textures.exists('overlay')
      ? {}
      : { width: tilemap.widthInPixels, height: tilemap.heightInPixels };
    if (width > 0) this.overlay = this.textures.createCanvas('overlay', width, height) as Phaser.Textures.CanvasTexture;
    this.shown = this.add
      .image(0, 0, 'overlay')
      .setOrigin(0)
      .setVisible(this.shown?.visible ?? false);
    const [side = 16] = units.map.cellSize ?? [];
    this.bodies = units.walkers.map(({ nav, radius }) =>
      this.add.circle(0, 0, radius * side, nav.size > 1 ? 0xd55e00 : 0xf0e442).setStrokeStyle(1, 0x1b1e23),
    );
    for (const [i, { cells }] of units.map.doors.entries()) {
      const { x, y } = middleOf(cells);
      this.add.circle(x * side, y * side, 10, 0x0072b2).setStrokeStyle(1.5, 0xffffff);
      this.add.text(x * side, y * side, String(i + 1), { fontStyle: 'bold', fontSize: 13 }).setOrigin(0.5);
    }
    this.units = units;
  }

  override update(_time: number, ms: number): void {
    if (!this.units) return;
    this.units.update(ms);
    const { nav, walkers } = this.units;
    const px = pixels(nav);
    for (const [i, { x, y }] of walkers.entries()) this.bodies[i]?.copyPosition(px.pixelAt(x, y));
    if (this.drawn !== nav.version) this.drawDoors();
    const [first] = walkers;
    if (!this.shown.visible || !first) return;
    this.overlay.clear();
    drawNav(this.overlay.context, nav, { layers: ['path', 'ends'], path: Array.from(first.points, Math.floor) });
    this.overlay.refresh();
  }

  private drawDoors(): void {
    const { nav, map } = this.units;
    const [w = 16, h = 16] = map.cellSize ?? [];
    this.doors.clear().fillStyle(0x8a5a2b);
    for (const { cells } of map.doors)
      for (let i = 0; i < cells.length; i += 2) {
        const [x = 0, y = 0] = cells.slice(i);
        if (!nav.isOpen(x, y)) this.doors.fillRect(x * w, y * h, w, h);
      }
    this.drawn = nav.version;
  }
}

const scene = new Yard('yard');
const scale = { mode: Phaser.Scale.FIT, autoCenter: Phaser.Scale.CENTER_BOTH, width: 640, height: 448 };
const game = new Phaser.Game({ parent: 'game', scale, scene, backgroundColor: '#1b1e23', banner: false });
Object.assign(globalThis, { scene, game }); // for the console

// Both imports of the file, or Vite loads the page again: the map for paths, and its address for Phaser's tiles.
import.meta.hot?.accept(['./yard.tmj?nav', './yard.tmj?url'], ([next]) => {
  if (!next) return;
  scene.cache.tilemap.remove('yard');
  scene.load
    .tilemapTiledJSON('yard', `${yardUrl}?t=${Date.now()}`)
    .once('complete', () => scene.play(next.default, next.load))
    .start();
});
