/** Layers of the map: terrain, components, clearance, doors, points, links and walls; and of expanded cells. */
import type { Grid } from '../core/grid/grid.js';
import { listWalls, type WallInput } from '../core/grid/walls.js';
import { groundColors } from '../maps/colors.js';
import { type Expansions, type Layer, NOTHING } from './layer.js';
import type { Scene } from './scene.js';
import { label, type Surface } from './surface.js';
import { between, type Color, faded, hue, type Theme } from './theme.js';

const terrain: Layer = {
  title: 'Terrain',
  group: 'Map',
  about: 'walls and ground; darker ground costs more',
  cells({ grid: { open, costs }, highest }, theme) {
    if (!costs) return (c) => (open[c] > 0 ? theme.open : theme.blocked);
    const colors = groundColors(theme, highest());
    return (c) => colors[costs[c]];
  },
  legend({ grid, highest }, theme) {
    const entries = [
      { fill: theme.open, text: 'open' },
      { fill: theme.blocked, text: 'blocked' },
    ];
    if (!grid.costs) return entries;
    return [
      ...entries,
      { fill: theme.costs[0], to: theme.costs[1], text: highest() > 2 ? `cost 2 to ${highest()}` : 'cost 2' },
    ];
  },
};

const components: Layer = {
  title: 'Connected areas',
  group: 'Map',
  about: 'parts of the map that no path connects, a color each',
  cells({ components }, { lightness }) {
    const labels = components();
    const colors = Array.from({ length: 360 }, (_, i) => hue(i, lightness, 130));
    return (c) => (labels[c] > 0 ? colors[labels[c] % 360] : 0);
  },
  legend({ components }, { lightness }) {
    const labels: ArrayLike<number> = components();
    let count = 0;
    for (let c = 0; c < labels.length; c++) count = Math.max(count, labels[c]);
    const shown = Math.min(count, 4);
    const entries = Array.from({ length: shown }, (_, i) => ({
      fill: hue(i + 1, lightness),
      text: `component ${i + 1}`,
    }));
    if (count > shown) entries.push({ fill: 0, text: `and ${count - shown} more` });
    return entries;
  },
};

/** Side of squares from which colors are equal. */
const WIDE = 12;

const clearance: Layer = {
  title: 'Clearance',
  group: 'Map',
  about: 'side of the largest open square to the right and below a cell: the largest footprint that fits',
  cells({ clearance }, { clearance: [low, high] }) {
    const sides = clearance();
    const colors = Array.from({ length: WIDE + 1 }, (_, i) => between(low, high, (i - 1) / (WIDE - 1)));
    return (c) => (sides[c] > 0 ? colors[Math.min(WIDE, sides[c])] : 0);
  },
  legend: (_, { clearance: [low, high] }) => [
    { fill: low, to: high, text: `clearance: a unit of 1 to ${WIDE} cells and more fits` },
  ],
};

/** The agents that may stand in a cell, a bit for each. */
const agentsAt = (masks: ReturnType<Scene['masks']>, cell: number) =>
  masks.reduce((set, { open }, i) => set + open[cell] * 2 ** i, 0);

const agents: Layer = {
  title: 'Agents',
  group: 'Map',
  about: 'cells where only some agents may stand, a color for each set of agents',
  needs: 'prep build with several agents',
  has: (scene) => scene.agents.length > 1,
  cells({ masks }, { lightness }) {
    const agentMasks = masks();
    const all = 2 ** agentMasks.length - 1;
    return (c) => {
      const set = agentsAt(agentMasks, c);
      return set === 0 || set === all ? 0 : hue(set, lightness, 170);
    };
  },
  legend({ masks }, { lightness }) {
    const agentMasks = masks();
    const sets = new Set<number>();
    for (let c = 0; c < agentMasks[0].open.length; c++) sets.add(agentsAt(agentMasks, c));
    sets.delete(0);
    sets.delete(2 ** agentMasks.length - 1);
    const names = (set: number) =>
      agentMasks.filter((_, i) => Math.floor(set / 2 ** i) % 2 === 1).map(({ name }) => name);
    return [...sets].slice(0, 12).map((set) => ({ fill: hue(set, lightness), text: `only ${names(set).join(', ')}` }));
  },
};

/** The first expansion of each padded cell of a recording, cached for pictures of every step. */
const orders = new WeakMap<Expansions, Map<number, number>>();

function orderOf(recording: Expansions, grid: Grid): Map<number, number> {
  const known = orders.get(recording);
  if (known) return known;
  const order = new Map<number, number>();
  const { points } = recording;
  for (let i = 0; i < points.length; i++) {
    const cell = grid.cell(points[i] & 0xffff, points[i] >> 16);
    if (!order.has(cell)) order.set(cell, i);
  }
  orders.set(recording, order);
  return order;
}

/** Least pixels of an expanded cell. */
const LEAST_PIXELS = 2;

/** Draws expanded cells that are smaller than two pixels. */
function drawSmall(surface: Surface, theme: Theme, points: ArrayLike<number>, count: number): void {
  const side = LEAST_PIXELS / surface.scale;
  const drawn = new Set<number>();
  for (let i = count - 1; i >= 0; i--) {
    const [x, y] = [(points[i] & 0xffff) / side, (points[i] >> 16) / side].map(Math.floor);
    const place = x + y * 2 ** 16;
    if (drawn.has(place)) continue;
    drawn.add(place);
    const shade = Math.round((16 * i) / points.length) / 16;
    surface.rect(x * side, y * side, side, side, faded(between(...theme.search, shade), 255));
  }
}

const search: Layer = {
  title: 'Expanded cells',
  group: 'Path',
  about: 'expanded cells, from the first to the last',
  cells({ grid }, { search: [first, last] }, { search, shown }) {
    if (!search) return NOTHING;
    const order = orderOf(search, grid);
    const count = shown ?? search.points.length;
    const steps = Math.max(1, search.points.length - 1);
    return (c) => {
      const i = order.get(c);
      return i === undefined || i >= count ? 0 : between(first, last, i / steps);
    };
  },
  draw(_, surface, theme, { search, shown }) {
    if (!search) return;
    const { points, parents } = search;
    const count = Math.min(shown ?? points.length, points.length);
    if (surface.scale < LEAST_PIXELS) {
      drawSmall(surface, theme, points, count);
      return;
    }
    // The tree of a search with jumps, unless it is too dense.
    if (count > 20_000) return;
    for (let i = 0; i < count; i++) {
      if (parents[i] < 0) continue;
      const [from, to] = [points[parents[i]], points[i]];
      const [ax, ay, bx, by] = [from & 0xffff, from >> 16, to & 0xffff, to >> 16];
      if (Math.max(Math.abs(ax - bx), Math.abs(ay - by)) > 1)
        surface.line(
          [ax + 0.5, ay + 0.5, bx + 0.5, by + 0.5],
          faded(between(...theme.search, i / points.length), 130),
          0.08,
        );
    }
  },
  legend: (_, { search: [first, last] }) => [{ fill: first, to: last, text: 'expanded, from first to last' }],
};

function placesLayer(kind: 'doors' | 'points', title: string, colorOf: (theme: Theme) => Color): Layer {
  return {
    title,
    group: 'Map',
    about: `${kind} by name, from the map or its metadata`,
    has: (scene) => scene[kind].length > 0,
    cells(scene, theme) {
      const marked = new Set<number>();
      for (const { cells } of scene[kind])
        for (let i = 0; i < cells.length; i += 2) marked.add(scene.grid.cell(cells[i], cells[i + 1]));
      const fill = colorOf(theme);
      return (c) => (marked.has(c) ? fill : 0);
    },
    draw(scene, surface, theme) {
      for (const { name, cells, walls = [] } of scene[kind])
        label(surface, [cells[0] ?? walls[0][0], cells[1] ?? walls[0][1]], name, theme);
    },
    legend: (_, theme) => [{ fill: colorOf(theme), text: kind.slice(0, -1) }],
  };
}

const doors = placesLayer('doors', 'Doors', ({ door }) => door);
const points = placesLayer('points', 'Named points', ({ point }) => point);

/** Lengths of the two lines of an arrow head, in cells, and half the angle between them. */
const HEAD = 0.8;
const SPREAD = 0.45;

const links: Layer = {
  title: 'Links',
  group: 'Map',
  about: 'links from end to end, an arrow where they lead',
  has: ({ grid }) => (grid.links?.length ?? 0) > 0,
  draw({ grid }, surface, theme) {
    const width = Math.max(1.5 / surface.scale, 0.14);
    const draw = (points: number[]) => {
      surface.line(points, theme.halo, width + 2 / surface.scale);
      surface.line(points, theme.link, width);
    };
    const arrow = ([x, y]: readonly [number, number], [u, v]: readonly [number, number]) => {
      const angle = Math.atan2(v - y, u - x);
      const wing = (turn: number) => [u + 0.5 - HEAD * Math.cos(angle + turn), v + 0.5 - HEAD * Math.sin(angle + turn)];
      draw([...wing(SPREAD), u + 0.5, v + 0.5, ...wing(-SPREAD)]);
    };
    let named = '';
    for (const { name, from, to, oneWay } of grid.links ?? []) {
      draw([from[0] + 0.5, from[1] + 0.5, to[0] + 0.5, to[1] + 0.5]);
      arrow(from, to);
      if (!oneWay) arrow(to, from);
      // The links of a ledge have one name and follow each other.
      if (name !== named) label(surface, from, name, theme);
      named = name;
    }
  },
  legend: (_, theme) => [{ fill: theme.link, text: 'link' }],
};

const walls: Layer = {
  title: 'Walls between cells',
  group: 'Map',
  about: 'walls that stand on the borders of cells, and those that are doors',
  has: ({ grid }) => grid.walls !== undefined,
  draw({ grid, doors: places }, surface, theme) {
    const width = Math.max(2 / surface.scale, 0.2);
    const draw = (list: readonly WallInput[], stroke: Color) => {
      for (const [x, y, side] of list) {
        const [left, top] = [x + Number(side === 'east'), y + Number(side === 'south')];
        const isAcross = side === 'north' || side === 'south';
        surface.line([left, top, left + Number(isAcross), top + Number(!isAcross)], stroke, width);
      }
    };
    draw(listWalls(grid), theme.text);
    draw(
      places.flatMap(({ walls: parts = [] }) => parts),
      theme.door,
    );
  },
  legend: (_, theme) => [{ fill: theme.text, text: 'wall between cells' }],
};

export const GROUND_LAYERS = { walls, terrain, components, clearance, agents, search, doors, points, links };
