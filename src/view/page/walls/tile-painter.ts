/** Squares of 256 pixels of a Tiled map, with hatching over cells that block. */
import { TILE_MASK } from '../../../maps/tiled/data.js';
import { TILE_SIDE } from '../../desk/tile-pixels.js';
import { turnOf } from '../../walls/lattice.js';
import type { Picture, PictureLayer } from '../../walls/picture.js';
import { contextOf, cssOf, drawLabel, type TileImages } from './images.js';

/** Pixels of a cell up to which it is one color. */
const FAR = 3;
/** Most pixels that a tile may reach over its cell. */
const MOST_REACH = 1024;

/** Squares without hatching that are kept: 32 MB. */
const MOST_GROUNDS = 128;

type Pixels = Uint32Array<ArrayBuffer>;
type Blocks = (x: number, y: number) => boolean;

export class TilePainter {
  /** Squares without hatching: a click changes only the hatching. */
  private readonly grounds = new Map<string, Pixels>();
  private readonly ctx = contextOf(TILE_SIDE, TILE_SIDE);
  private readonly above = contextOf(TILE_SIDE, TILE_SIDE, false);
  private readonly hatching = hatchingOf(this.above);
  private readonly reach: number;

  constructor(
    private readonly picture: Picture,
    private readonly images: TileImages,
  ) {
    const [w, h] = picture.lattice.tile;
    const sizes = picture.sets.map(({ width, height, offset }) =>
      Math.max(width - w, height - h, ...offset.map(Math.abs)),
    );
    this.reach = Math.min(
      MOST_REACH,
      Math.max(0, ...sizes, ...picture.layers.flatMap(({ dx, dy }) => [Math.abs(dx), Math.abs(dy)])) +
        (picture.layers.some(({ moved }) => moved?.size) ? Math.max(w, h) : 0),
    );
  }

  /** @param layers that are shown @param blocks whether a cell blocks, counted from the first of the picture */
  paint(level: number, tx: number, ty: number, layers: readonly PictureLayer[], blocks: Blocks) {
    const scale = 2 ** -level;
    const [left, top] = [tx, ty].map((at) => (at * TILE_SIDE) / scale);
    const isFar = Math.min(...this.picture.lattice.tile) * scale <= FAR;
    const key = `${level} ${tx} ${ty} ${layers.map(({ name }) => name)}`;
    const ground = this.grounds.get(key) ?? this[isFar ? 'far' : 'near'](left, top, scale, layers);
    this.grounds.delete(key);
    this.grounds.set(key, ground);
    if (this.grounds.size > MOST_GROUNDS) this.grounds.delete(this.grounds.keys().next().value as string);
    return this[isFar ? 'stripe' : 'hatch'](ground, left, top, scale, blocks);
  }

  private near(left: number, top: number, scale: number, layers: readonly PictureLayer[]): Pixels {
    const { ctx } = this;
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.clearRect(0, 0, TILE_SIDE, TILE_SIDE);
    for (const layer of layers) this.layer(layer, left, top, scale);
    return pixelsOf(ctx);
  }

  private layer(
    { numbers, moved, opacity, tint, dx, dy }: PictureLayer,
    left: number,
    top: number,
    scale: number,
  ): void {
    const { lattice } = this.picture;
    const ctx = tint ? this.above : this.ctx;
    const span = TILE_SIDE / scale;
    if (tint) {
      ctx.setTransform(1, 0, 0, 1, 0, 0);
      ctx.clearRect(0, 0, TILE_SIDE, TILE_SIDE);
    }
    ctx.setTransform(scale, 0, 0, scale, -left * scale, -top * scale);
    ctx.imageSmoothingEnabled = scale < 1;
    ctx.globalAlpha = tint ? 1 : opacity;
    const [x0, y0] = [left - this.reach, top - this.reach];
    lattice.eachIn(x0, y0, left + span + this.reach, top + span + this.reach, (x, y) => {
      const i = y * lattice.width + x;
      if (numbers[i] === 0) return;
      const [px, py] = lattice.placeOf(x, y);
      const [right, down] = moved?.get(i) ?? [0, 0];
      this.tile(ctx, numbers[i], px + dx + right, py + dy + down);
    });
    ctx.globalAlpha = 1;
    if (!tint) return;
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    // The tint multiplies colors, and keeps what is transparent.
    const copy = this.above.canvas.transferToImageBitmap();
    this.above.drawImage(copy, 0, 0);
    this.above.globalCompositeOperation = 'multiply';
    this.above.fillStyle = `#${tint.slice(-6)}`;
    this.above.fillRect(0, 0, TILE_SIDE, TILE_SIDE);
    this.above.globalCompositeOperation = 'destination-in';
    this.above.drawImage(copy, 0, 0);
    this.above.globalCompositeOperation = 'source-over';
    this.ctx.setTransform(1, 0, 0, 1, 0, 0);
    this.ctx.globalAlpha = opacity;
    this.ctx.drawImage(this.above.canvas, 0, 0);
    this.ctx.globalAlpha = 1;
  }

  /** A tile with its turns. Its lower left corner is that of its cell. */
  private tile(ctx: OffscreenCanvasRenderingContext2D, number: number, px: number, py: number): void {
    const cut = this.images.cut(number & TILE_MASK);
    const { tile, isHexagonal } = this.picture.lattice;
    const [, side] = tile;
    if (!cut) {
      ctx.fillStyle = cssOf(this.images.color(number & TILE_MASK));
      this.outline(ctx, px, py, 1);
      ctx.fill();
      drawLabel(ctx, this.images.label(number & TILE_MASK), px, py, side);
      return;
    }
    const [, , w, h] = cut.at;
    const [left, top] = [px + cut.set.offset[0], py + side - h + cut.set.offset[1]];
    if (number >>> 28 === 0) {
      ctx.drawImage(cut.image, ...cut.at, left, top, w, h);
      return;
    }
    ctx.save();
    ctx.transform(...turnOf(number, isHexagonal), left + w / 2, top + h / 2);
    ctx.drawImage(cut.image, ...cut.at, -w / 2, -h / 2, w, h);
    ctx.restore();
  }

  private outline(ctx: OffscreenCanvasRenderingContext2D, px: number, py: number, scale: number): void {
    ctx.beginPath();
    for (const [x, y] of this.picture.lattice.outline) ctx.lineTo(px + x * scale, py + y * scale);
    ctx.closePath();
  }

  /** The hatching is as fine as pixels of the square, and continues in the next one. */
  private hatch(ground: Pixels, left: number, top: number, scale: number, blocks: Blocks): Pixels {
    const { ctx } = this;
    const { lattice } = this.picture;
    const span = TILE_SIDE / scale;
    const path = new Path2D();
    lattice.eachIn(left, top, left + span, top + span, (x, y) => {
      if (!blocks(x, y)) return;
      const [px, py] = lattice.placeOf(x, y);
      for (const [i, [a, b]] of lattice.outline.entries())
        path[i === 0 ? 'moveTo' : 'lineTo']((px + a - left) * scale, (py + b - top) * scale);
      path.closePath();
    });
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.putImageData(new ImageData(new Uint8ClampedArray(ground.buffer), TILE_SIDE, TILE_SIDE), 0, 0);
    ctx.fillStyle = this.hatching;
    ctx.fill(path);
    return pixelsOf(ctx);
  }

  /** Small cells as their mean colors. */
  private far(left: number, top: number, scale: number, layers: readonly PictureLayer[]): Pixels {
    const pixels = new Uint32Array(TILE_SIDE * TILE_SIDE);
    const bytes = new Uint8ClampedArray(pixels.buffer);
    const { images } = this;
    const { width } = this.picture.lattice;
    for (const { numbers, opacity } of layers) {
      const isFull = (x: number, y: number) => numbers[y * width + x] !== 0;
      this.eachSmall(left, top, scale, isFull, (pixel, x, y) => {
        const color = images.color(numbers[y * width + x]);
        const i = 4 * pixel;
        const alpha = color[3] * opacity;
        const under = (bytes[i + 3] / 255) * (1 - alpha);
        const all = Math.max(alpha + under, 1e-6);
        for (let c = 0; c < 3; c++) bytes[i + c] = (color[c] * alpha + bytes[i + c] * under) / all;
        bytes[i + 3] = 255 * (alpha + under);
      });
    }
    return pixels;
  }

  /** The hatching over small cells. */
  private stripe(ground: Pixels, left: number, top: number, scale: number, blocks: Blocks): Pixels {
    const pixels = ground.slice();
    this.eachSmall(left, top, scale, blocks, (pixel) => {
      const stripe = (pixel + Math.floor(pixel / TILE_SIDE)) & 7;
      if (stripe < 3) pixels[pixel] = DARK;
      else if (stripe === 3) pixels[pixel] = LIGHT;
    });
    return pixels;
  }

  /** Visits the pixels of small cells. @param isVisited which cells */
  private eachSmall(
    left: number,
    top: number,
    scale: number,
    isVisited: Blocks,
    visit: (pixel: number, x: number, y: number) => void,
  ): void {
    const { lattice } = this.picture;
    const [w, h] = lattice.tile.map((side) => side * scale);
    const span = TILE_SIDE / scale;
    // Numbers instead of pairs: a first picture visits a million cells before this is compiled.
    lattice.eachIn(left, top, left + span, top + span, (x, y) => {
      if (!isVisited(x, y)) return;
      const place = lattice.placeOf(x, y);
      const u = (place[0] - left) * scale;
      const v = (place[1] - top) * scale;
      const x0 = Math.round(u);
      const y0 = Math.round(v);
      const x1 = Math.min(TILE_SIDE, Math.max(x0 + 1, Math.round(u + w)));
      const y1 = Math.min(TILE_SIDE, Math.max(y0 + 1, Math.round(v + h)));
      for (let row = Math.max(0, y0); row < y1; row++)
        for (let column = Math.max(0, x0); column < x1; column++) visit(row * TILE_SIDE + column, x, y);
    });
  }
}

const pixelsOf = (ctx: OffscreenCanvasRenderingContext2D): Pixels =>
  new Uint32Array(ctx.getImageData(0, 0, TILE_SIDE, TILE_SIDE).data.buffer as ArrayBuffer);

/** ABGR: what the hatching is of. */
const [DARK, LIGHT] = [0xff3a1c14, 0xffffffff];

/** Diagonal stripes, dark with a light edge: they show on any ground, and to those who see no colors. */
function hatchingOf(ctx: OffscreenCanvasRenderingContext2D): CanvasPattern {
  const paint = contextOf(8, 8);
  const image = paint.createImageData(8, 8);
  const pixels = new Uint32Array(image.data.buffer);
  for (let i = 0; i < 64; i++) {
    const stripe = ((i & 7) + (i >> 3)) & 7;
    pixels[i] = stripe < 2 ? 0xe03a1c14 : stripe === 2 ? 0xb0ffffff : 0x303a1c14;
  }
  paint.putImageData(image, 0, 0);
  return ctx.createPattern(paint.canvas, 'repeat') as CanvasPattern;
}
