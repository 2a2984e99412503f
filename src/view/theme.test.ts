/** Start, goal, path, findings of lint and ground differ for everybody: distances in CIE Lab, as people with each color blindness see. */
import { expect, it } from 'vitest';
import { colorsOf } from './lint-layer.js';
import { type Color, faded, over, THEMES, type Theme } from './theme.js';

/** Matrices on linear RGB (Machado, Oliveira & Fernandes 2009, severity 1). */
const SEEN: Record<string, readonly number[]> = {
  all: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protanopia: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deuteranopia: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritanopia: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
};

function labOf(color: Color, matrix: readonly number[]): number[] {
  const linear = [24, 16, 8].map((shift) => {
    const c = ((color >>> shift) & 255) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  const [r, g, b] = [0, 3, 6].map((row) =>
    Math.min(
      1,
      Math.max(
        0,
        linear.reduce((sum, c, i) => sum + c * matrix[row + i], 0),
      ),
    ),
  );
  const [x, y, z] = [
    (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047,
    0.2126 * r + 0.7152 * g + 0.0722 * b,
    (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883,
  ].map((t) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116));
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const groundOf = ({ open, blocked }: Theme): [name: string, color: Color][] => [
  ['open', open],
  ['blocked', blocked],
];
const marksOf = (theme: Theme): [name: string, color: Color][] => [
  ...(['start', 'goal', 'path'] as const).map((name): [string, Color] => [name, theme[name]]),
  ...groundOf(theme),
  ...theme.search.map((color, i): [string, Color] => [`search ${i}`, over(faded(color, color & 255), theme.open)]),
];

/** Pairs of colors that are nearer than 19; below 10 they look alike. */
const closeOnes = (marks: readonly [name: string, color: Color][], matrix: readonly number[]): string[] =>
  marks.flatMap(([a, first], i) =>
    marks.slice(i + 1).flatMap(([b, second]) => {
      const [from, to] = [first, second].map((color) => labOf(color, matrix));
      const distance = Math.hypot(...from.map((value, k) => value - to[k]));
      return distance < 19 ? [`${a} and ${b}: ${distance.toFixed(0)}`] : [];
    }),
  );

it.each(Object.keys(SEEN).flatMap((eyes) => (['light', 'dark'] as const).map((name) => [name, eyes] as const)))(
  'the marks of the %s theme differ by %s',
  (name, eyes) => {
    const theme = THEMES[name];
    const findings = [...Object.entries(colorsOf(theme)), ...groundOf(theme)];
    expect([marksOf(theme), findings].flatMap((marks) => closeOnes(marks, SEEN[eyes]))).toEqual([]);
  },
);
