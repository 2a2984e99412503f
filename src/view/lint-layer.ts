/** The layer of lint: a circle at each finding. */
import type { Finding } from '../lint/findings.js';
import type { Layer } from './layer.js';
import type { Color, Theme } from './theme.js';

/** Corners of a circle, and its least radius in pixels. */
const CORNERS = 24;
const PIXELS = 10;

/** Forms, because colors do not differ for everybody: an error is two rings, a note a small one. */
const RINGS: Record<Finding['severity'], readonly number[]> = { error: [1, 0.5], warning: [1], note: [0.6] };

export const colorsOf = ({ closed, warning, inter }: Theme): Record<Finding['severity'], Color> => ({
  error: closed,
  warning,
  note: inter,
});

export const lint: Layer = {
  title: 'Lint',
  group: 'Map',
  about: 'findings of prep lint: places that cannot be reached, choke points, strange costs',
  draw({ findings }, surface, theme) {
    const width = Math.max(0.2, 2.5 / surface.scale);
    // The worst findings are drawn last, above the others.
    for (const { at, severity } of [...findings()].reverse()) {
      const radius = Math.max(0.9, PIXELS / surface.scale);
      for (const share of RINGS[severity]) {
        const circle = Array.from({ length: CORNERS + 1 }, (_, i) => (2 * Math.PI * i) / CORNERS).flatMap((angle) => [
          at[0] + 0.5 + share * radius * Math.cos(angle),
          at[1] + 0.5 + share * radius * Math.sin(angle),
        ]);
        surface.line(circle, theme.halo, 2 * width);
        surface.line(circle, colorsOf(theme)[severity], width);
      }
    }
  },
  legend({ findings }, theme) {
    return Object.entries(colorsOf(theme)).flatMap(([severity, fill]) => {
      const count = findings().filter((one) => one.severity === severity).length;
      return count > 0 ? [{ fill, text: `${count} ${severity}${count === 1 ? '' : 's'}` }] : [];
    });
  },
};
