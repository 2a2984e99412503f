/** Tiles of colored cells from the painter. Missing tiles are drawn from old or coarser ones. */
import { TILE_SIDE } from '../desk/tile-pixels.js';
import type { Area } from '../surface.js';
import type { Seen } from './camera.js';
import { element } from './dom.js';

/** Tiles in memory: 64 MB. */
const MOST = 256;
/** Requests at a time: more would keep the painter from what becomes visible. */
const ASKED = 8;

interface Tile {
  canvas: HTMLCanvasElement;
  version: number;
}

export class Tiles {
  private readonly tiles = new Map<string, Tile>();
  private readonly requested = new Map<string, number>();
  /** Tiles that were visible in the last frame, in the order of requests. */
  private visible: TileKey[] = [];
  private version = 0;
  private fine = false;

  /** @param make requests the pixels of a tile @param arrived called after a tile arrived or failed */
  constructor(
    private readonly make: (tile: TileKey) => Promise<Uint32Array<ArrayBuffer>>,
    private readonly arrived: (fault?: unknown) => void,
  ) {}

  /** Forgets the tiles of the last map. @param fine whether pixels may be smaller than cells, for hexagons */
  clear(fine = false): void {
    this.fine = fine;
    this.tiles.clear();
    this.visible = [];
    this.recolor();
  }

  /** Marks tiles as out of date, and requests the visible ones. Default: all. */
  recolor(keys?: Iterable<string>): void {
    if (!keys) this.version++;
    for (const key of keys ?? []) {
      const tile = this.tiles.get(key);
      if (tile) tile.version = -1;
      // Requested tiles may have the old colors.
      if (this.requested.has(key)) this.requested.set(key, -1);
    }
    this.askMore();
  }

  /** Draws the visible tiles, and requests missing ones. @returns whether every tile is up to date */
  draw(ctx: CanvasRenderingContext2D, { cell: [scale], origin: [left, top], axes, seen }: Seen): boolean {
    const level = levelFor(scale, this.fine);
    const span = TILE_SIDE * 2 ** level;
    const [ax, ay, bx, by] = axes;
    const isTurned = ay !== 0 || bx !== 0;
    ctx.imageSmoothingEnabled = scale * 2 ** level < 1;
    this.visible = tilesOf(seen, level);
    for (const key of this.visible) {
      const { tx, ty } = key;
      const name = keyText(key);
      const tile = this.tiles.get(name);
      // Edges on whole pixels leave no gaps between tiles.
      const across = (x: number) => Math.round(left + x * span * ax * scale);
      const down = (y: number) => Math.round(top + y * span * by * scale);
      let [x0, y0, x1, y1] = [across(tx), down(ty), across(tx + 1), down(ty + 1)];
      if (isTurned) {
        // Half a pixel more closes the gaps between turned tiles.
        const more = 0.5 / scale;
        ctx.setTransform(ax * scale, ay * scale, bx * scale, by * scale, left, top);
        [x0, y0, x1, y1] = [tx * span, ty * span, (tx + 1) * span + more, (ty + 1) * span + more];
      }
      if (tile) {
        this.tiles.delete(name);
        this.tiles.set(name, tile);
        ctx.drawImage(tile.canvas, x0, y0, x1 - x0, y1 - y0);
        continue;
      }
      const other = standIn(key, (known) => this.tiles.has(known));
      const canvas = other && this.tiles.get(other.key)?.canvas;
      if (canvas) ctx.drawImage(canvas, other.x, other.y, other.side, other.side, x0, y0, x1 - x0, y1 - y0);
    }
    if (isTurned) ctx.setTransform(1, 0, 0, 1, 0, 0);
    this.askMore();
    return this.visible.every((key) => this.isCurrent(key));
  }

  /** Requests visible tiles that are out of date, without waiting for a frame: the painter always has work. */
  private askMore(): void {
    for (const key of this.visible)
      if (this.requested.size < ASKED && !this.isCurrent(key) && !this.requested.has(keyText(key))) void this.ask(key);
  }

  private isCurrent(key: TileKey): boolean {
    return this.tiles.get(keyText(key))?.version === this.version;
  }

  private async ask(key: TileKey): Promise<void> {
    const name = keyText(key);
    this.requested.set(name, this.version);
    try {
      const pixels = await this.make(key);
      const version = this.requested.get(name) ?? -1;
      this.requested.delete(name);
      const canvas = this.tiles.get(name)?.canvas ?? this.room();
      const image = new ImageData(new Uint8ClampedArray(pixels.buffer), TILE_SIDE, TILE_SIDE);
      (canvas.getContext('2d') as CanvasRenderingContext2D).putImageData(image, 0, 0);
      this.tiles.set(name, { canvas, version });
      this.askMore();
      this.arrived();
    } catch (error) {
      // Without a pause, the error would repeat immediately.
      setTimeout(() => {
        this.requested.delete(name);
        this.askMore();
      }, 1000);
      this.arrived(error);
    }
  }

  private room(): HTMLCanvasElement {
    if (this.tiles.size >= MOST) {
      const [[key, { canvas }]] = this.tiles;
      this.tiles.delete(key);
      return canvas;
    }
    return element('canvas', { width: TILE_SIDE, height: TILE_SIDE });
  }
}

/** A tile: a pixel of it is a square of 2 ** level cells. */
export interface TileKey {
  level: number;
  tx: number;
  ty: number;
}

export const MOST_LEVEL = 7;
/** Of hexagons: 32 pixels a cell. */
export const LEAST_LEVEL = -5;

export function keyText({ level, tx, ty }: TileKey): string {
  return `${level}/${tx}/${ty}`;
}

/**
 * The level whose pixels are at least as fine as the screen's.
 * @param scale pixels of a cell
 * @param fine whether down to {@link LEAST_LEVEL}
 */
export function levelFor(scale: number, fine = false): number {
  return Math.min(MOST_LEVEL, Math.max(fine ? LEAST_LEVEL : 0, Math.floor(Math.log2(1 / scale) + 0.01)));
}

export function tilesOf(area: Area, level: number): TileKey[] {
  const span = TILE_SIDE * 2 ** level;
  const tiles: TileKey[] = [];
  for (let ty = Math.floor(area.y0 / span); ty * span < area.y1; ty++)
    for (let tx = Math.floor(area.x0 / span); tx * span < area.x1; tx++) tiles.push({ level, tx, ty });
  const [x, y] = [(area.x0 + area.x1) / 2 / span - 0.5, (area.y0 + area.y1) / 2 / span - 0.5];
  const away = ({ tx, ty }: TileKey) => (tx - x) ** 2 + (ty - y) ** 2;
  return tiles.sort((a, b) => away(a) - away(b));
}

/** The part of a coarser tile that can replace a tile; undefined if there is none. */
export function standIn({ level, tx, ty }: TileKey, has: (key: string) => boolean) {
  for (let up = 1; level + up <= MOST_LEVEL; up++) {
    const key = keyText({ level: level + up, tx: tx >> up, ty: ty >> up });
    if (!has(key)) continue;
    const side = TILE_SIDE >> up;
    return { key, side, x: (tx & ((1 << up) - 1)) * side, y: (ty & ((1 << up) - 1)) * side };
  }
  return undefined;
}

/** The tiles of cells on every level. @param points x | y << 16 of each */
export function tilesWith(points: Iterable<number>): Set<string> {
  const keys = new Set<string>();
  for (const point of points) {
    const [x, y] = [point & 0xffff, point >>> 16];
    for (let level = 0; level <= MOST_LEVEL; level++)
      keys.add(keyText({ level, tx: x >> (8 + level), ty: y >> (8 + level) }));
  }
  return keys;
}
