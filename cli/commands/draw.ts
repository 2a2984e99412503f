/** `prep draw`: a map, its blobs and a path as a picture. */
import { basename, extname } from 'node:path';
import type { Argv } from 'yargs';
import { writeFileAtomic } from '../../src/files/atomic.js';
import type { PathBuffer } from '../../src/search/path.js';
import { type DrawOptions, drawPng, drawSvg } from '../../src/view/draw.js';
import { ENGINE_NEEDS, engineNames, makeEngine, plansCoarsely } from '../../src/view/engines.js';
import { nearestBoxes } from '../../src/view/jump-layers.js';
import type { Focus, LegendEntry } from '../../src/view/layer.js';
import { aboutLayer, hasLayer, LAYER_NAMES, type LayerName, legendOf } from '../../src/view/layers.js';
import { recordSearch } from '../../src/view/record.js';
import type { Scene } from '../../src/view/scene.js';
import type { Area } from '../../src/view/surface.js';
import { css, THEMES } from '../../src/view/theme.js';
import type { Values } from '../shared/command.js';
import { FailedError, UsageError } from '../shared/errors.js';
import { mapOptions } from '../shared/map-options.js';
import { bakeOptions, cell, size, wholeNumber } from '../shared/options.js';
import { print, printJson } from '../shared/output.js';
import { readScene } from '../shared/scenes.js';

/** Drawn where nothing else is said. */
const DEFAULT_LAYERS: LayerName[] = ['terrain', 'doors', 'points'];
/** Layers of what is chosen by another option, or by the page alone. */
const ASKED_FOR: LayerName[] = ['path', 'ends', 'raw', 'coarse', 'heat'];

export const builder = (yargs: Argv) =>
  yargs
    .positional('files', {
      type: 'string',
      array: true,
      default: [] as string[],
      describe: 'A map of any kind, or blobs of one map',
    })
    .options({
      'out-file': {
        alias: 'o',
        type: 'string',
        requiresArg: true,
        describe: 'Picture to write, .png or .svg',
      },
      ...mapOptions,
      layers: {
        alias: 'l',
        type: 'string',
        requiresArg: true,
        describe: `Layers between commas [default: ${DEFAULT_LAYERS}]`,
      },
      'list-layers': { type: 'boolean', default: false, describe: 'List the layers, with what they show' },
      from: { type: 'string', requiresArg: true, implies: 'to', describe: 'Start of a path, X,Y' },
      to: { type: 'string', requiresArg: true, implies: 'from', describe: 'Goal of a path, X,Y' },
      engine: {
        type: 'string',
        requiresArg: true,
        implies: 'from',
        describe: 'Engine that finds the path; the best without it',
      },
      box: {
        type: 'string',
        requiresArg: true,
        describe: 'Goal boxes of cell X,Y, or of the nearest jump point',
      },
      focus: {
        type: 'string',
        requiresArg: true,
        conflicts: 'box',
        describe: 'Cell X,Y of the layers rays, ways, hops and climb',
      },
      area: { type: 'string', requiresArg: true, describe: 'Part of the map, X,Y,WIDTH,HEIGHT' },
      'cell-size': {
        type: 'number',
        requiresArg: true,
        describe: 'Side of a cell in pixels; without it about 1000 in all',
      },
      theme: { choices: ['light', 'dark'] as const, default: 'light' as const, requiresArg: true, describe: 'Colors' },
      agent: { type: 'string', requiresArg: true, describe: 'Agent, of blobs that are for several' },
      costs: { type: 'string', requiresArg: true, describe: 'Of a map: JSON file, cost by letter, or rows of costs' },
      json: {
        type: 'boolean',
        default: false,
        describe: 'Print JSON: the legend, a summary last',
      },
      terrain: bakeOptions.terrain,
    })
    .example('$0 draw maps/arena.map -o arena.png -l terrain,components', 'what is connected?')
    .example('$0 draw out/arena.jps.prep --from 1,11 --to 40,30 -l terrain,search -o way.svg', 'what was searched')
    .example('$0 draw out/arena.*.prep --box 12,8 -o boxes.png', 'what does a goal box keep out?')
    .epilogue('Exit code: 0 done; 1 if there is no path; 2 wrong usage or bad input.');

type Arguments = Values<typeof builder>;

function layerLines(): string {
  return LAYER_NAMES.filter((name) => !ASKED_FOR.includes(name))
    .map((name) => {
      const { about, needs } = aboutLayer(name);
      return `${name.padEnd(12)}${about}${needs ? ` (${needs})` : ''}`;
    })
    .join('\n');
}

export async function handler(argv: Arguments): Promise<void> {
  if (argv['list-layers']) return print(layerLines());
  if (argv.files.length === 0) throw new UsageError('name a map, or blobs of one map; see prep draw --help');
  const out = argv['out-file'];
  if (out === undefined) throw new UsageError('--out-file is missing; see prep draw --help');
  const ending = extname(out).toLowerCase();
  if (ending !== '.png' && ending !== '.svg')
    throw new UsageError(`--out-file is "${out}", expected a file that ends in .png or .svg`);
  if (argv['cell-size'] !== undefined) wholeNumber('cell-size', argv['cell-size'], 1, 64);
  const wanted = layersOf(argv.layers);
  const scene = await readScene(argv.files, argv);
  const lacking = argv.layers === undefined ? undefined : wanted.find((name) => !hasLayer(scene, name));
  if (lacking) throw new UsageError(`layer ${lacking}: ${lackOf(lacking, scene)}`);
  const { focus, extra, said } = focusOf(scene, argv);
  const layers = [...new Set([...wanted, ...extra])];
  const { theme, 'cell-size': scale } = argv;
  const options: DrawOptions = {
    layers,
    focus,
    theme,
    scale,
    area: argv.area === undefined ? undefined : areaOf(scene, argv.area),
  };
  const title = `${basename(scene.name) || basename(argv.files[0])}: ${layers.join(', ')}`;
  const bytes = ending === '.png' ? await drawPng(scene, options) : Buffer.from(drawSvg(scene, options, title));
  await writeFileAtomic(out, bytes);
  tell(argv, out, scene, layers, bytes.length, said);
}

function layersOf(text: string | undefined): LayerName[] {
  if (text === undefined) return DEFAULT_LAYERS;
  const names = text.split(',').map((name) => name.trim());
  const known = LAYER_NAMES.filter((name) => !ASKED_FOR.includes(name));
  return names.map((name) => {
    const found = known.find((one) => one === name);
    if (!found) throw new UsageError(`--layers names "${name}", known are ${known.join(', ')}`);
    return found;
  });
}

function lackOf(name: LayerName, scene: Scene): string {
  const { needs } = aboutLayer(name);
  if (needs) return `needs the output of ${needs}; name these blobs`;
  return name === 'doors' || name === 'points'
    ? `the map has no ${name}`
    : scene.grid.costs
      ? 'is for maps without costs'
      : 'the map has none';
}

/** The chosen cell and the path, and the layers that show them. */
function focusOf(scene: Scene, argv: Arguments): { focus: Focus; extra: LayerName[]; said: string[] } {
  const focus: Focus = {};
  const extra: LayerName[] = [];
  const said: string[] = [];
  if (argv.focus !== undefined) focus.cell = cellOf(scene, 'focus', argv.focus);
  if (argv.box !== undefined) {
    const at = cellOf(scene, 'box', argv.box);
    if (!hasLayer(scene, 'boxes')) throw new UsageError(`--box ${lackOf('boxes', scene)}`);
    focus.cell = nearestBoxes(scene, ...at);
    extra.push('boxes');
    if (!focus.cell) throw new UsageError('--box: the map has no jump point, so there are no goal boxes');
    if (focus.cell.join() !== at.join())
      said.push(`boxes are those of ${focus.cell.join(',')}, the nearest jump point`);
  }
  if (argv.from !== undefined && argv.to !== undefined) {
    focus.start = cellOf(scene, 'from', argv.from);
    focus.goal = cellOf(scene, 'to', argv.to);
    extra.push('path', 'ends');
    const name = argv.engine ?? engineNames(scene)[0];
    if (!engineNames(scene).includes(name)) {
      const needs = ENGINE_NEEDS[name];
      throw new UsageError(
        needs
          ? `engine ${name} needs the output of ${needs}; name these blobs, too`
          : `--engine is "${name}", there are ${engineNames(scene).join(', ')}`,
      );
    }
    const search = makeEngine(scene, name, false);
    const recording = recordSearch(search, ...focus.start, ...focus.goal);
    const { path, points } = recording;
    focus.search = recording;
    if (!path) throw new FailedError(`no path from ${focus.start} to ${focus.goal}`);
    focus.path = path.cells;
    if (plansCoarsely(name, search)) {
      const plain = {
        search: (...query: [number, number, number, number, PathBuffer]) => search.search(...query, false),
      };
      focus.raw = recordSearch(plain, ...focus.start, ...focus.goal).path?.cells;
      extra.push('raw');
    }
    said.push(`${name}: cost ${path.cost.toFixed(4)}, ${path.cells.length / 2} cells, ${points.length} expanded`);
  }
  return { focus, extra, said };
}

function cellOf({ grid }: Scene, name: string, text: string): [number, number] {
  const found = cell(name, text);
  if (grid.contains(...found)) return found;
  throw new UsageError(
    `--${name} is ${text}, which is not on the map; X goes from 0 to ${grid.width - 1}, Y from 0 to ${grid.height - 1}`,
  );
}

function areaOf({ grid: { width, height } }: Scene, text: string): Area {
  const match = /^(\d+),(\d+),(\d+),(\d+)$/.exec(text);
  const [x, y, w, h] = (match ?? []).slice(1).map(Number);
  if (!match || w < 1 || h < 1 || x + w > width || y + h > height)
    throw new UsageError(`--area is "${text}", expected X,Y,WIDTH,HEIGHT inside the map of ${width} x ${height} cells`);
  return { x0: x, y0: y, x1: x + w, y1: y + h };
}

function tell(
  { json, theme }: Arguments,
  out: string,
  scene: Scene,
  layers: LayerName[],
  bytes: number,
  said: string[],
): void {
  const legend = legendOf(scene, layers, THEMES[theme]);
  if (json) {
    const entries = legend.map(({ layer, entries }) => [
      layer,
      entries.map(({ fill, to, text }) => ({ colour: css(fill), ...(to !== undefined && { to: css(to) }), text })),
    ]);
    printJson({ file: out, bytes, legend: Object.fromEntries(entries) });
    return;
  }
  for (const line of said) print(line);
  for (const { layer, entries } of legend) print(`${layer.padEnd(12)}${entries.map(inWords).join(', ')}`);
  print(`wrote ${out} (${size(bytes)})`);
}

/** A colour, or both ends of a ramp, and what it means. */
function inWords({ fill, to, text }: LegendEntry): string {
  const colour = (value: number) => css(value).slice(0, 7);
  return fill === 0 ? text : `${colour(fill)}${to === undefined ? '' : ` to ${colour(to)}`} ${text}`;
}
