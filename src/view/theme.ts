/** The colors of layers in two themes, the same in the page, in pictures and in games. */
import { COLORS, type Color, color } from '../maps/colors.js';

export { between, type Color } from '../maps/colors.js';

export function css(value: Color): string {
  return `#${value.toString(16).padStart(8, '0')}`;
}

/** A color with another alpha, 0 to 255. */
export function faded(value: Color, alpha: number): Color {
  return ((value & 0xffffff00) | alpha) >>> 0;
}

export function over(above: Color, below: Color): Color {
  const alpha = above & 255;
  if (alpha === 255) return above;
  if (alpha === 0) return below;
  const mix = (shift: number) => {
    const [a, b] = [(above >>> shift) & 255, (below >>> shift) & 255];
    return (b + ((a - b) * alpha + 127) / 255) & 255;
  };
  return ((mix(24) << 24) | (mix(16) << 16) | (mix(8) << 8) | 255) >>> 0;
}

/** A hue for each number by the golden angle, so that neighbors differ. @param lightness 0 to 1 */
export function hue(number: number, lightness: number, alpha = 255): Color {
  const h = (number * 137.508) % 360;
  const channel = (n: number) => {
    const k = (n + h / 30) % 12;
    return Math.round(
      255 * (lightness - 0.6 * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(k - 3, 9 - k, 1))),
    );
  };
  return ((channel(0) << 24) | (channel(8) << 16) | (channel(4) << 8) | alpha) >>> 0;
}

/** Colors by purpose, in the light and in the dark theme. */
const SINGLE = {
  blocked: [COLORS.blocked, '#000000'],
  open: [COLORS.open, '#343b4a'],
  door: [COLORS.door, '#64a4ff'],
  point: [COLORS.marker, '#2fd48f'],
  link: ['#6a1b9a', '#ce93d8'],
  start: ['#00c878', '#64ffda'],
  goal: ['#d50000', '#ff8f85'],
  path: ['#e6007a', '#c73bff'],
  halo: ['#ffffff', '#000000'],
  entrance: ['#ffb300a0', '#ffd54f90'],
  inter: ['#00a0c6', '#26c6da'],
  jump: ['#e64a19', '#ff8a65'],
  warning: ['#ff9100', '#ffc107'],
  opened: ['#00c853', '#69f0ae'],
  closed: ['#d50000', '#ff5252'],
  grid: ['#88888844', '#ffffff22'],
  text: ['#1b1e23', '#e6e8ec'],
} as const;

/** Both ends of ramps. */
const RAMPS = {
  /** Costs above 1, from the lowest to the highest. */
  costs: [COLORS.costs, '#4a4a48 #a07c4c'],
  /** Expanded cells, from the first to the last. */
  search: ['#2962ffb0 #ffab00b0', '#5c8dffb0 #ffc94db0'],
  clearance: ['#00695c10 #00695cc0', '#4db6ac10 #4db6acc0'],
  /** Subgoals, from the lowest level to the highest. */
  ranks: ['#64b5f6 #b71c1c', '#90caf9 #ff6e6e'],
} as const;

const LISTS = {
  /** Borders of clusters, nodes and edges by level, the lowest first; the last is also for higher levels. */
  levels: ['#5c6bc0 #ef6c00 #00838f #8e24aa', '#9fa8da #ffb26b #4dd0e1 #ce93d8'],
  nodes: ['#1a237e #8d2f00 #004d40 #4a148c', '#536dfe #d84315 #00897b #8e24aa'],
  edges: ['#7f8ea3 #b08968 #4fa8a0 #ba8bc9', '#8795a8 #a68a64 #5fa8a3 #a98bb5'],
  /** By direction, from north clockwise. */
  directions: [
    '#e53935 #fb8c00 #c0a000 #43a047 #00897b #1e88e5 #5e35b1 #795548',
    '#ef5350 #ffa726 #ffee58 #66bb6a #4db6ac #64b5f6 #9575cd #bc8f7a',
  ],
} as const;

export type Theme = Record<keyof typeof SINGLE, Color> &
  Record<keyof typeof RAMPS, [Color, Color]> &
  Record<keyof typeof LISTS, Color[]> & {
    name: 'light' | 'dark';
    /** Lightness of components. */
    lightness: number;
  };

function themeOf(name: Theme['name'], lightness: number): Theme {
  const all = Object.entries({ ...SINGLE, ...RAMPS, ...LISTS }).map(([purpose, [light, dark]]) => {
    const colors = (name === 'light' ? light : dark).split(' ').map(color);
    return [purpose, colors.length > 1 ? colors : colors[0]];
  });
  return { name, lightness, ...Object.fromEntries(all) };
}

export const THEMES = { light: themeOf('light', 0.6), dark: themeOf('dark', 0.55) };
