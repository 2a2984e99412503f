/** Pictures of scenes as PNG and SVG, with a legend below. */
import { ViewError } from '../core/errors.js';
import type { Grid } from '../core/grid/grid.js';
import { isHex } from '../core/grid/rules.js';
import type { Picture } from '../maps/picture.js';
import { drawnArea, eachHex, hexSurface, paintHexes } from './hexes.js';
import type { Focus, LegendEntry } from './layer.js';
import { cellColors, drawLines, type LayerName, legendOf } from './layers.js';
import { pixelSurface } from './pixels.js';
import type { Scene } from './scene.js';
import { type Area, outline, paintCells, type Surface } from './surface.js';
import { svgSurface } from './svg-surface.js';
import { between, type Color, THEMES, type Theme } from './theme.js';

/** Options of a picture. */
export interface DrawOptions {
  layers: readonly LayerName[];
  /** The part of the map. Default: all. */
  area?: Area | undefined;
  /** Pixels of a cell, a whole number. Default: a picture of about a thousand pixels. */
  scale?: number | undefined;
  theme?: 'light' | 'dark' | undefined;
  focus?: Focus | undefined;
  /** Whether to draw the meaning of the colors below the map. */
  legend?: boolean | undefined;
}

const MOST_PIXELS = 2 ** 27;
/** Side of a picture without a scale. */
const SIDE = 1024;

/** A picture as PNG. @throws {ViewError} if it has too many pixels */
export async function drawPng(scene: Scene, options: DrawOptions): Promise<Uint8Array> {
  const frame = frameOf(scene, options);
  const { area, scale, theme } = frame;
  const { grid } = scene;
  const surface = pixelSurface(frame.drawn, scale, isHex(grid) ? theme.blocked : theme.open, frame.canvas);
  const colorOf = cellColors(scene, options.layers, theme, options.focus ?? {});
  if (isHex(grid)) paintHexes(surface.picture, { grid, area, scale }, colorOf);
  else paintSquares(surface.picture, { grid, area, scale }, colorOf);
  drawAbove(surface, scene, options, frame);
  return (await import('../maps/picture.js')).encodePicture(surface.picture);
}

/** Fills in a row of pixels for each row of cells, and copies it. */
function paintSquares(
  { pixels, width }: Picture,
  { grid, area: { x0, y0, x1, y1 }, scale }: { grid: Grid; area: Area; scale: number },
  colorOf: (cell: number) => Color,
): void {
  for (let y = y0, first = 0; y < y1; y++, first += scale * width) {
    for (let x = x0, at = first; x < x1; x++, at += scale) pixels.fill(colorOf(grid.cell(x, y)), at, at + scale);
    for (let row = 1; row < scale; row++) pixels.copyWithin(first + row * width, first, first + width);
  }
}

/** A picture as SVG. @throws {ViewError} if it would have more shapes than a browser can show */
export function drawSvg(scene: Scene, options: DrawOptions, title: string): string {
  const frame = frameOf(scene, options);
  const { grid } = scene;
  const surface = svgSurface(frame.drawn, frame.scale, frame.canvas);
  const colorOf = cellColors(scene, options.layers, frame.theme, options.focus ?? {});
  if (isHex(grid)) eachHex(grid, frame.area, colorOf, surface.polygon);
  else paintAll(surface, scene, colorOf);
  drawAbove(surface, scene, options, frame);
  return surface.toText(title);
}

/** Lines over the cells, and the legend below them. */
function drawAbove(surface: Surface, scene: Scene, { layers, focus = {} }: DrawOptions, frame: DrawFrame): void {
  const { area, drawn, theme, entries, layout } = frame;
  drawLines(scene, layers, hexSurface(surface, scene.grid, area), theme, focus);
  drawLegend(surface, drawn, entries, layout, theme);
}

/** The most frequent color as one rectangle, then runs of cells by color. */
function paintAll(surface: Surface, { grid }: Scene, colorOf: (cell: number) => Color): void {
  const runs = new Map<Color, number[]>();
  const collecting = {
    ...surface,
    rect(x: number, y: number, width: number, _: number, fill: Color) {
      const known = runs.get(fill);
      if (known) known.push(x, y, width);
      else runs.set(fill, [x, y, width]);
    },
  };
  paintCells(collecting, (x, y) => colorOf(grid.cell(x, y)));
  const { x0, y0, x1, y1 } = surface.area;
  const cells = (list: number[]) => list.reduce((sum, width, i) => sum + (i % 3 === 2 ? width : 0), 0);
  const [ground, ...others] = [...runs].sort((a, b) => cells(b[1]) - cells(a[1]));
  surface.rect(x0, y0, x1 - x0, y1 - y0, ground[0]);
  for (const [fill, list] of others)
    for (let i = 0; i < list.length; i += 3) surface.rect(list[i], list[i + 1], list[i + 2], 1, fill);
}

type DrawFrame = ReturnType<typeof frameOf>;

/** The drawn part of the map and of the plane, and the pixels of the picture with its legend. */
function frameOf(scene: Scene, { layers, area, scale, theme: name = 'light', legend = false }: DrawOptions) {
  const { width, height } = scene.grid;
  const all: Area = area ?? { x0: 0, y0: 0, x1: width, y1: height };
  const drawn = drawnArea(scene.grid, all);
  const [w, h] = [drawn.x1 - drawn.x0, drawn.y1 - drawn.y0];
  const pixels = scale ?? Math.max(1, Math.min(16, Math.floor(SIDE / Math.max(w, h))));
  if (w * h * pixels * pixels > MOST_PIXELS)
    throw new ViewError(
      `the picture has ${w * pixels} x ${h * pixels} pixels, allowed are ${MOST_PIXELS} together; ` +
        'draw it smaller, or a part of the map',
    );
  const theme = THEMES[name];
  const entries = legend ? legendOf(scene, layers, theme).flatMap((one) => one.entries) : [];
  const layout = layoutLegend(entries, Math.ceil(w * pixels));
  const canvas = { width: layout.width, height: Math.ceil(h * pixels) + layout.height };
  return { area: all, drawn, scale: pixels, theme, entries, layout, canvas };
}

/** Pixels: height of a row, font size, width of a character, swatch with its gap, margin around all. */
const [ROW, FONT, CHARACTER, SWATCH, MARGIN] = [24, 16, 12, 44, 8];
const RAMP_STEPS = 16;

type LegendLayout = ReturnType<typeof layoutLegend>;

/** @param mapWidth pixels of the map's picture @returns width of the whole canvas, height of the legend */
function layoutLegend(entries: readonly LegendEntry[], mapWidth: number) {
  if (entries.length === 0) return { columns: 1, columnWidth: 0, width: mapWidth, height: 0 };
  const columnWidth = SWATCH + CHARACTER * (1 + Math.max(...entries.map(({ text }) => text.length)));
  const columns = Math.max(1, Math.min(entries.length, Math.floor((mapWidth - 2 * MARGIN) / columnWidth)));
  const height = 2 * MARGIN + ROW * Math.ceil(entries.length / columns);
  return { columns, columnWidth, width: Math.max(mapWidth, columnWidth + 2 * MARGIN), height };
}

function drawLegend(
  surface: Surface,
  { x0, x1, y0, y1 }: Area,
  entries: readonly LegendEntry[],
  { columns, columnWidth, width, height }: LegendLayout,
  theme: Theme,
): void {
  const cells = (pixels: number) => pixels / surface.scale;
  const background = theme.name === 'light' ? theme.halo : theme.blocked;
  surface.rect(x0, y1, cells(width), cells(height), background);
  surface.rect(x1, y0, x0 + cells(width) - x1, y1 - y0, background);
  entries.forEach(({ fill, to = fill, text }, i) => {
    const left = x0 + cells(MARGIN + (i % columns) * columnWidth);
    const top = y1 + cells(MARGIN + Math.floor(i / columns) * ROW + (ROW - FONT) / 2);
    const [w, h] = [cells(SWATCH - FONT), cells(FONT)];
    if (fill !== 0) {
      for (let step = 0; step < RAMP_STEPS; step++)
        surface.rect(left + (step * w) / RAMP_STEPS, top, w / RAMP_STEPS, h, between(fill, to, step / RAMP_STEPS));
      outline(surface, left, top, w, h, theme.text, cells(1));
    }
    surface.text(left + cells(SWATCH - 4), top + cells(FONT - 2), text, theme.text, cells(FONT));
  });
}
