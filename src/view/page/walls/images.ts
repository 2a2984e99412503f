/** Pictures of tiles: loaded, cut, and as small squares with their mean colors. */
import { TILE_MASK } from '../../../maps/tiled/data.js';
import { Pictures } from '../../walls/image-size.js';
import type { Picture, TileSet } from '../../walls/picture.js';
import { CHIP, ROW, SHEET, tileSetFor } from '../../walls/tile-names.js';

interface Cut {
  set: TileSet;
  image: ImageBitmap;
  at: [x: number, y: number, width: number, height: number];
}

/** Sheets of chips, 4 MB each; tiles of the others have no chips, and one color by their numbers. */
const MOST_SHEETS = 32;
/** Pictures that are loaded at a time: bytes of more would take memory. */
const MOST_LOADED = 4;

type Color = readonly [r: number, g: number, b: number, a: number];

export const contextOf = (width: number, height: number, willReadFrequently = true) =>
  new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently }) as OffscreenCanvasRenderingContext2D;

export class TileImages {
  /** Pictures that are not shown, and why. */
  readonly missing = new Map<string, string>();
  /** Sheets of chips, in the order of the numbers. */
  readonly sheets: OffscreenCanvas[] = [];
  private readonly images = new Map<string, ImageBitmap>();
  private readonly cuts = new Map<number, Cut | undefined>();
  private readonly colors = new Map<number, Color>();

  constructor(
    private readonly picture: Picture,
    private readonly numbers: readonly number[],
  ) {}

  /** Loads the pictures of the tiles in use, a few at a time. */
  async load(read: (path: string) => Promise<Uint8Array>): Promise<void> {
    const wanted = new Map<string, TileSet>();
    for (const number of this.numbers) {
      const set = tileSetFor(this.picture.sets, number);
      const path = set && (set.image ?? set.images.get(number - set.first));
      if (path !== undefined && !wanted.has(path)) wanted.set(path, set as TileSet);
    }
    const faults = new Map<string, string>();
    const pictures = new Pictures();
    const rest = wanted.entries();
    const loadRest = async () => {
      for (const [path, { clear }] of rest)
        try {
          const image = await decoded(await read(path), pictures);
          this.images.set(path, clear ? await cleared(image, clear) : image);
        } catch (error) {
          faults.set(path, (error as Error).message);
        }
    };
    await Promise.all(Array.from({ length: MOST_LOADED }, loadRest));
    for (const path of wanted.keys()) {
      const fault = faults.get(path);
      if (fault !== undefined) this.missing.set(path, fault);
    }
    this.makeChips();
  }

  /** Where the picture of a tile is; undefined if it is missing. */
  cut(number: number): Cut | undefined {
    if (!this.cuts.has(number)) this.cuts.set(number, this.find(number));
    return this.cuts.get(number);
  }

  /** The mean color of a tile. */
  color(number: number): Color {
    const known = this.colors.get(number & TILE_MASK);
    if (known) return known;
    const found = this.valueColor(number & TILE_MASK);
    this.colors.set(number & TILE_MASK, found);
    return found;
  }

  /** The text of a value without a color. */
  label(number: number): string | undefined {
    const set = tileSetFor(this.picture.sets, number);
    return set?.colors?.[number - set.first] ? undefined : set?.values?.[number - set.first];
  }

  private valueColor(number: number): Color {
    const set = tileSetFor(this.picture.sets, number);
    const [, hex, alpha = 'ff'] = /^#([\da-f]{6})([\da-f]{2})?$/i.exec(set?.colors?.[number - set.first] ?? '') ?? [];
    if (hex === undefined) return standIn(number);
    const value = Number.parseInt(hex, 16);
    return [value >> 16, (value >> 8) & 255, value & 255, Number.parseInt(alpha, 16) / 255];
  }

  private find(number: number): Cut | undefined {
    const set = tileSetFor(this.picture.sets, number);
    if (!set) return undefined;
    const id = number - set.first;
    const image = this.images.get(set.image ?? set.images.get(id) ?? '');
    if (!image) return undefined;
    if (set.image === undefined) return { set, image, at: [0, 0, image.width, image.height] };
    const { width, height, margin, spacing } = set;
    const columns = set.columns || Math.max(1, Math.floor((image.width - 2 * margin + spacing) / (width + spacing)));
    const [x, y] = [id % columns, Math.floor(id / columns)];
    return { set, image, at: [margin + x * (width + spacing), margin + y * (height + spacing), width, height] };
  }

  private makeChips(): void {
    const count = Math.min(this.numbers.length, MOST_SHEETS * SHEET);
    for (let from = 0; from < count; from += SHEET) {
      const part = this.numbers.slice(from, from + SHEET);
      const ctx = contextOf(ROW * CHIP, Math.ceil(part.length / ROW) * CHIP);
      for (const [i, number] of part.entries()) {
        const [left, top] = [(i % ROW) * CHIP, Math.floor(i / ROW) * CHIP];
        const cut = this.cut(number);
        if (cut) {
          const scale = Math.min(CHIP / cut.at[2], CHIP / cut.at[3]);
          const [w, h] = [cut.at[2] * scale, cut.at[3] * scale];
          ctx.imageSmoothingEnabled = scale < 1;
          ctx.drawImage(cut.image, ...cut.at, left + (CHIP - w) / 2, top + (CHIP - h) / 2, w, h);
          const { data } = ctx.getImageData(left + (CHIP - w) / 2, top + (CHIP - h) / 2, Math.ceil(w), Math.ceil(h));
          this.colors.set(number, meanOf(data));
        } else {
          ctx.fillStyle = cssOf(this.color(number));
          ctx.fillRect(left, top, CHIP, CHIP);
          drawLabel(ctx, this.label(number), left, top, CHIP);
        }
      }
      this.sheets.push(ctx.canvas);
    }
  }
}

async function decoded(bytes: Uint8Array, pictures: Pictures): Promise<ImageBitmap> {
  const fault = pictures.faultOf(bytes);
  if (fault) throw new Error(fault);
  return await createImageBitmap(new Blob([bytes as BlobPart]));
}

export const cssOf = (color: Color): string => `rgb(${color.slice(0, 3).join()})`;

/** The first characters of a value in the middle of a square. */
export function drawLabel(
  ctx: OffscreenCanvasRenderingContext2D,
  text: string | undefined,
  left: number,
  top: number,
  side: number,
): void {
  if (text === undefined) return;
  Object.assign(ctx, { textAlign: 'center', textBaseline: 'middle', fillStyle: '#111' });
  const shown = text.slice(0, 4);
  ctx.font = `${Math.floor((side * (shown.length > 2 ? 1.6 : 1.2)) / (shown.length + 1))}px monospace`;
  Object.assign(ctx, { strokeStyle: '#fffc', lineWidth: side / 10 });
  ctx.strokeText(shown, left + side / 2, top + side / 2);
  ctx.fillText(shown, left + side / 2, top + side / 2);
}

function meanOf(data: Uint8ClampedArray): Color {
  const sum = [0, 0, 0, 0];
  for (let i = 0; i < data.length; i += 4) {
    const alpha = data[i + 3];
    for (let c = 0; c < 3; c++) sum[c] += data[i + c] * alpha;
    sum[3] += alpha;
  }
  const [r, g, b] = sum.map((value) => value / Math.max(1, sum[3]));
  return [r, g, b, sum[3] / (data.length / 4) / 255];
}

/** A color for a tile without a picture: neighbors in the tileset differ. */
function standIn(number: number): Color {
  const turn = number * 2.4;
  const part = (shift: number) => 140 + 60 * Math.cos(turn + shift);
  return [part(0), part(2.1), part(4.2), 1];
}

async function cleared(image: ImageBitmap, color: string): Promise<ImageBitmap> {
  const ctx = contextOf(image.width, image.height);
  ctx.drawImage(image, 0, 0);
  const pixels = ctx.getImageData(0, 0, image.width, image.height);
  const wanted = Number.parseInt(color.slice(1), 16);
  const { data } = pixels;
  for (let i = 0; i < data.length; i += 4)
    if (((data[i] << 16) | (data[i + 1] << 8) | data[i + 2]) === wanted) data[i + 3] = 0;
  return createImageBitmap(pixels);
}
