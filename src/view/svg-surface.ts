/** Layers as SVG. Successive shapes of one color are one path. */
import { ViewError } from '../core/errors.js';
import type { Area, Surface } from './surface.js';
import { type Color, css } from './theme.js';

export interface SvgSurface extends Surface {
  /** @param title for screen readers */
  toText(title: string): string;
  polygon(points: number[], fill: Color): void;
}

/** Most shapes of a file: browsers take minutes to show more. */
const MOST_SHAPES = 1_000_000;

/** @param canvas pixels of the picture @throws {ViewError} if it has too many shapes for browsers */
export function svgSurface(area: Area, scale: number, canvas: { width: number; height: number }): SvgSurface {
  const parts: string[] = [];
  let kind = '';
  let data: string[] = [];
  let shapes = 0;
  const flush = () => {
    if (data.length > 0) parts.push(`<path ${kind} d="${data.join('')}"/>`);
    data = [];
  };
  const add = (wanted: string, shape: string) => {
    if (++shapes > MOST_SHAPES)
      throw new ViewError(`the picture has more than ${MOST_SHAPES} shapes; write a PNG, or draw a part of the map`);
    if (wanted !== kind) flush();
    kind = wanted;
    data.push(shape);
  };
  const width = (cells: number) => short(Math.max(1 / scale, cells));
  return {
    scale,
    area,
    rect(x, y, w, h, fill) {
      // Clipped to the picture, because some readers show parts outside of it.
      const [x0, y0] = [Math.max(x, area.x0), Math.max(y, area.y0)];
      const x1 = Math.min(x + w, area.x0 + canvas.width / scale);
      const y1 = Math.min(y + h, area.y0 + canvas.height / scale);
      if (x1 <= x0 || y1 <= y0) return;
      add(paint('fill', fill), `M${short(x0)} ${short(y0)}h${short(x1 - x0)}v${short(y1 - y0)}h${short(x0 - x1)}z`);
    },
    polygon(points, fill) {
      const corners = points.map(short);
      add(paint('fill', fill), `M${corners.slice(0, 2).join(' ')}L${corners.slice(2).join(' ')}z`);
    },
    line(points, stroke, cells) {
      let shape = '';
      for (let i = 0; i < points.length; i += 2)
        shape += `${i === 0 ? 'M' : 'L'}${short(points[i])} ${short(points[i + 1])}`;
      add(
        `fill="none" ${paint('stroke', stroke)} stroke-width="${width(cells)}" stroke-linecap="round" ` +
          'stroke-linejoin="round"',
        shape,
      );
    },
    disc(x, y, radius, fill) {
      const r = width(radius);
      add(
        paint('fill', fill),
        `M${short(x - Number(r))} ${short(y)}a${r} ${r} 0 1 0 ${2 * Number(r)} 0a${r} ${r} 0 1 0 ${-2 * Number(r)} 0z`,
      );
    },
    text(x, y, text, fill, size) {
      flush();
      const font = `font-family="system-ui, sans-serif" font-size="${short(Math.max(9 / scale, size))}"`;
      parts.push(`<text x="${short(x)}" y="${short(y)}" ${font} ${paint('fill', fill)}>${escaped(text)}</text>`);
    },
    toText(title) {
      flush();
      const { width, height } = canvas;
      const box = `${area.x0} ${area.y0} ${short(width / scale)} ${short(height / scale)}`;
      const sides = `width="${width}" height="${height}" viewBox="${box}"`;
      const head = `<svg xmlns="http://www.w3.org/2000/svg" ${sides} role="img">`;
      return [head, `<title>${escaped(title)}</title>`, ...parts, '</svg>\n'].join('\n');
    },
  };
}

function paint(what: 'fill' | 'stroke', value: Color): string {
  const alpha = value & 255;
  const opacity = alpha < 255 ? ` ${what}-opacity="${short(alpha / 255)}"` : '';
  return `${what}="${css(value).slice(0, 7)}"${opacity}`;
}

function short(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}

/** Escapes a text for XML, without the characters that XML forbids, or that a terminal obeys where it is printed. */
function escaped(text: string): string {
  const kept = text.replace(/[^\u0020-\u007e\u00a0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]|\p{Bidi_Control}/gu, '');
  return kept.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
