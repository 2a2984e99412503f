/** The legend below a picture: swatches with their texts, in as many columns as fit. */
import type { LegendEntry } from './layer.js';
import { type Area, outline, type Surface } from './surface.js';
import { between, type Theme } from './theme.js';

/** Pixels: height of a row, font size, width of a character, swatch with its gap, margin around all. */
const [ROW, FONT, CHARACTER, SWATCH, MARGIN] = [24, 16, 12, 44, 8];
/** Rectangles that make up a ramp. */
const RAMP_STEPS = 16;

/** Size of a legend and of the canvas that has it below a map, in pixels. */
export interface LegendLayout {
  columns: number;
  columnWidth: number;
  /** Width of the whole canvas: at least that of the map. */
  width: number;
  /** Height of the legend alone. */
  height: number;
}

/** @param mapWidth pixels of the map's picture */
export function layoutLegend(entries: readonly LegendEntry[], mapWidth: number): LegendLayout {
  if (entries.length === 0) return { columns: 1, columnWidth: 0, width: mapWidth, height: 0 };
  const columnWidth = SWATCH + CHARACTER * (1 + Math.max(...entries.map(({ text }) => text.length)));
  const columns = Math.max(1, Math.min(entries.length, Math.floor((mapWidth - 2 * MARGIN) / columnWidth)));
  const height = 2 * MARGIN + ROW * Math.ceil(entries.length / columns);
  return { columns, columnWidth, width: Math.max(mapWidth, columnWidth + 2 * MARGIN), height };
}

/** Draws entries below the area of a surface whose canvas has room for them. */
export function drawLegend(
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
