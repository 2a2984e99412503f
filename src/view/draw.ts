/** Pictures of scenes without a browser: PNG and SVG. */
import { ViewError } from '../errors.js';
import { CHANGES, changeColour, type SceneChanges } from './changes.js';
import type { Focus } from './layer.js';
import { cellColours, drawLines, type LayerName } from './layers.js';
import { pixelSurface } from './pixels.js';
import type { Scene } from './scene.js';
import { type Area, paintCells, type Surface } from './surface.js';
import { svgSurface } from './svg-surface.js';
import { type Colour, over, THEMES, type Theme } from './theme.js';

/** What of a scene is drawn, and how. */
export interface DrawOptions {
  layers: readonly LayerName[];
  /** The part of the map; all of it without. */
  area?: Area | undefined;
  /** Pixels of a cell, a whole number; without it as many as make a picture of about a thousand pixels. */
  scale?: number | undefined;
  theme?: 'light' | 'dark' | undefined;
  focus?: Focus | undefined;
  /** What differs from an earlier map, over all layers. */
  changes?: SceneChanges | undefined;
}

/** Most pixels of a picture. */
const MOST_PIXELS = 2 ** 27;
/** Side of a picture whose scale is not said. */
const SIDE = 1024;

/** A picture as PNG. @throws {ViewError} if it has too many pixels, saying how many are allowed */
export async function drawPng(scene: Scene, options: DrawOptions): Promise<Uint8Array> {
  const { area, scale, theme } = settled(scene, options);
  const surface = pixelSurface(area, scale, theme.open);
  const { pixels, width } = surface.picture;
  const colourOf = coloursOf(scene, options, theme);
  for (let y = area.y0; y < area.y1; y++) {
    const first = (y - area.y0) * scale * width;
    for (let x = area.x0, at = first; x < area.x1; x++, at += scale)
      pixels.fill(colourOf(scene.grid.cell(x, y)), at, at + scale);
    for (let row = 1; row < scale; row++) pixels.copyWithin(first + row * width, first, first + width);
  }
  drawLines(scene, options.layers, surface, theme, options.focus ?? {});
  const { encodePicture } = await import('../maps/picture.js');
  return encodePicture(surface.picture);
}

/** A picture as SVG. @throws {ViewError} if it would have more shapes than a browser can show */
export function drawSvg(scene: Scene, options: DrawOptions, title: string): string {
  const { area, scale, theme } = settled(scene, options);
  const surface = svgSurface(area, scale);
  paintAll(surface, scene, coloursOf(scene, options, theme));
  drawLines(scene, options.layers, surface, theme, options.focus ?? {});
  return surface.toText(title);
}

/** Ground first: it is one rectangle where most cells have its colour; then runs, those of a colour together. */
function paintAll(surface: Surface, { grid }: Scene, colourOf: (cell: number) => Colour): void {
  const runs = new Map<Colour, number[]>();
  const collecting = {
    ...surface,
    rect(x: number, y: number, width: number, _: number, fill: Colour) {
      const known = runs.get(fill);
      if (known) known.push(x, y, width);
      else runs.set(fill, [x, y, width]);
    },
  };
  paintCells(collecting, (x, y) => colourOf(grid.cell(x, y)));
  const { x0, y0, x1, y1 } = surface.area;
  const cells = (list: number[]) => list.reduce((sum, width, i) => sum + (i % 3 === 2 ? width : 0), 0);
  const [ground, ...others] = [...runs].sort((a, b) => cells(b[1]) - cells(a[1]));
  surface.rect(x0, y0, x1 - x0, y1 - y0, ground[0]);
  for (const [fill, list] of others)
    for (let i = 0; i < list.length; i += 3) surface.rect(list[i], list[i + 1], list[i + 2], 1, fill);
}

function coloursOf(scene: Scene, { layers, focus = {}, changes }: DrawOptions, theme: Theme): (cell: number) => Colour {
  const below = cellColours(scene, layers, theme, focus);
  if (!changes) return below;
  const { codes } = changes;
  const colours = CHANGES.map((change) => changeColour(theme, change));
  return (c) => (codes[c] > 0 ? over(colours[codes[c] - 1], below(c)) : below(c));
}

function settled({ grid: { width, height } }: Scene, { area, scale, theme = 'light' }: DrawOptions) {
  const all: Area = area ?? { x0: 0, y0: 0, x1: width, y1: height };
  const [w, h] = [all.x1 - all.x0, all.y1 - all.y0];
  const pixels = scale ?? Math.max(1, Math.min(16, Math.floor(SIDE / Math.max(w, h))));
  if (w * h * pixels * pixels > MOST_PIXELS)
    throw new ViewError(
      `the picture has ${w * pixels} x ${h * pixels} pixels, allowed are ${MOST_PIXELS} together; draw it smaller, or a part of the map`,
    );
  return { area: all, scale: pixels, theme: THEMES[theme] };
}
