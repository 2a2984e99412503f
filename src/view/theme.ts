/** The colours of layers in two themes, the same in the page, in pictures and in games. */
import { COLOURS } from '../maps/colours.js';

/** A colour: red in the highest byte, then green, blue and alpha. 0 is no colour at all. */
export type Colour = number;

/** `#rrggbb` or `#rrggbbaa` as a colour. */
export function colour(text: string): Colour {
  const value = Number.parseInt(text.slice(1), 16);
  return (text.length > 7 ? value : value * 256 + 255) >>> 0;
}

/** A colour as CSS and SVG take it. */
export function css(value: Colour): string {
  return `#${value.toString(16).padStart(8, '0')}`;
}

/** A colour with another alpha, 0 to 255. */
export function faded(value: Colour, alpha: number): Colour {
  return ((value & 0xffffff00) | alpha) >>> 0;
}

/** One colour over another, which is opaque. */
export function over(above: Colour, below: Colour): Colour {
  const alpha = above & 255;
  if (alpha === 255) return above;
  if (alpha === 0) return below;
  const mix = (shift: number) => {
    const [a, b] = [(above >>> shift) & 255, (below >>> shift) & 255];
    return (b + ((a - b) * alpha + 127) / 255) & 255;
  };
  return ((mix(24) << 24) | (mix(16) << 16) | (mix(8) << 8) | 255) >>> 0;
}

/** A mix of two colours. @param share 0 for the first, 1 for the second */
export function between(first: Colour, second: Colour, share: number): Colour {
  const mix = (shift: number) => {
    const [a, b] = [(first >>> shift) & 255, (second >>> shift) & 255];
    return Math.round(a + (b - a) * Math.min(1, Math.max(0, share)));
  };
  return ((mix(24) << 24) | (mix(16) << 16) | (mix(8) << 8) | mix(0)) >>> 0;
}

/** A hue for each number by the golden angle, so that neighbours differ. @param lightness 0 to 1 */
export function hue(number: number, lightness: number, alpha = 255): Colour {
  const h = (number * 137.508) % 360;
  const channel = (n: number) => {
    const k = (n + h / 30) % 12;
    return Math.round(
      255 * (lightness - 0.6 * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(k - 3, 9 - k, 1))),
    );
  };
  return ((channel(0) << 24) | (channel(8) << 16) | (channel(4) << 8) | alpha) >>> 0;
}

/** Colours by what they are for. */
export interface Theme {
  name: 'light' | 'dark';
  blocked: Colour;
  open: Colour;
  /** Dear ground, from the second cheapest to the dearest. */
  costs: [Colour, Colour];
  door: Colour;
  point: Colour;
  start: Colour;
  goal: Colour;
  path: Colour;
  /** Around a path on ground with costs. */
  halo: Colour;
  /** The path before it was smoothed. */
  raw: Colour;
  /** The path over the nodes of a level. */
  coarse: Colour;
  /** Expanded cells, from the first to the last. */
  search: [Colour, Colour];
  /** A crowd's expansions, from few to many. */
  heat: [Colour, Colour];
  clearance: [Colour, Colour];
  /** Borders of clusters, nodes and edges, by level of the abstraction, the lowest first; the last for all above. */
  levels: Colour[];
  nodes: Colour[];
  edges: Colour[];
  entrance: Colour;
  inter: Colour;
  edge: Colour;
  jump: Colour;
  hop: Colour;
  /** Subgoals, from the lowest level to the highest. */
  ranks: [Colour, Colour];
  /** By direction, from north clockwise. */
  directions: Colour[];
  /** Differences of a later map: opened, closed or priced cells, other artifacts. */
  changes: { opened: Colour; closed: Colour; priced: Colour; other: Colour };
  text: Colour;
  /** Lightness of components. */
  lightness: number;
}

const DIRECTIONS = ['#e53935', '#fb8c00', '#c0a000', '#43a047', '#00897b', '#1e88e5', '#5e35b1', '#795548'].map(colour);

/** The themes by name. */
export const THEMES: Record<'light' | 'dark', Theme> = {
  light: {
    name: 'light',
    blocked: colour(COLOURS.blocked),
    open: colour(COLOURS.open),
    costs: [colour('#f6d55c'), colour('#b3262e')],
    door: colour(COLOURS.door),
    point: colour(COLOURS.marker),
    start: colour('#00a152'),
    goal: colour('#d50000'),
    path: colour('#e6007a'),
    halo: colour('#ffffff'),
    raw: colour('#7c4dff'),
    coarse: colour('#43a800'),
    search: [colour('#2962ffb0'), colour('#ffab00b0')],
    heat: [colour('#ffe08260'), colour('#d84315e0')],
    clearance: [colour('#00695c10'), colour('#00695cc0')],
    levels: ['#5c6bc0', '#ef6c00', '#00838f', '#8e24aa'].map(colour),
    nodes: ['#1a237e', '#8d2f00', '#004d40', '#4a148c'].map(colour),
    edges: ['#7f8ea3', '#b08968', '#4fa8a0', '#ba8bc9'].map(colour),
    entrance: colour('#ffb300a0'),
    inter: colour('#00a0c6'),
    edge: colour('#827717'),
    jump: colour('#e64a19'),
    hop: colour('#00695c'),
    ranks: [colour('#64b5f6'), colour('#b71c1c')],
    directions: DIRECTIONS,
    changes: {
      opened: colour('#00c853'),
      closed: colour('#d50000'),
      priced: colour('#ff9100'),
      other: colour('#2962ff70'),
    },
    text: colour('#1b1e23'),
    lightness: 0.6,
  },
  dark: {
    name: 'dark',
    blocked: colour('#000000'),
    open: colour('#343b4a'),
    costs: [colour('#7a6a2c'), colour('#a3322f')],
    door: colour('#64a4ff'),
    point: colour('#2fd48f'),
    start: colour('#2ee88a'),
    goal: colour('#ff5c5c'),
    path: colour('#ff4fa7'),
    halo: colour('#000000'),
    raw: colour('#b39bff'),
    coarse: colour('#b2ff59'),
    search: [colour('#5c8dffb0'), colour('#ffc94db0')],
    heat: [colour('#ffe08250'), colour('#ff7043e0')],
    clearance: [colour('#4db6ac10'), colour('#4db6acc0')],
    levels: ['#9fa8da', '#ffb26b', '#4dd0e1', '#ce93d8'].map(colour),
    nodes: ['#536dfe', '#d84315', '#00897b', '#8e24aa'].map(colour),
    edges: ['#8795a8', '#a68a64', '#5fa8a3', '#a98bb5'].map(colour),
    entrance: colour('#ffd54f90'),
    inter: colour('#26c6da'),
    edge: colour('#d4e157'),
    jump: colour('#ff8a65'),
    hop: colour('#80cbc4'),
    ranks: [colour('#90caf9'), colour('#ff6e6e')],
    directions: ['#ef5350', '#ffa726', '#ffee58', '#66bb6a', '#4db6ac', '#64b5f6', '#9575cd', '#bc8f7a'].map(colour),
    changes: {
      opened: colour('#69f0ae'),
      closed: colour('#ff5252'),
      priced: colour('#ffb74d'),
      other: colour('#82b1ff70'),
    },
    text: colour('#e6e8ec'),
    lightness: 0.55,
  },
};
