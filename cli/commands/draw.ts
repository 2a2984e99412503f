/** `prep draw`: a map, its blobs and a path as a picture. */

import { basename } from 'node:path';
import type { Argv } from 'yargs';
import { decompressor } from '../../src/core/blob/decompress.js';
import { isBlob } from '../../src/core/blob/pack.js';
import { writeFileAtomic } from '../../src/core/files/atomic.js';
import { WALKER } from '../../src/core/options/maps.js';
import { choice, flag, names, text, unfilled } from '../../src/core/options/option.js';
import type { Query } from '../../src/core/search/engine.js';
import { bakesOf } from '../../src/lab/engines/needs.js';
import { placesOf } from '../../src/maps/read-map.js';
import { type DrawOptions, drawPng, drawSvg } from '../../src/view/draw.js';
import { engineNames, makeEngine } from '../../src/view/engines.js';
import { nearestBoxes } from '../../src/view/jump-layers.js';
import type { Focus, LegendEntry } from '../../src/view/layer.js';
import { aboutLayer, hasLayer, LAYER_NAMES, type LayerName, legendOf } from '../../src/view/layers.js';
import { recordSearch } from '../../src/view/record.js';
import { type Scene, sceneOf, sceneOfMap } from '../../src/view/scene.js';
import type { Area } from '../../src/view/surface.js';
import { css, over, THEMES, type Theme } from '../../src/view/theme.js';
import { FailedError, UsageError } from '../shared/errors.js';
import { namingBlobs, readMapFile, readNamedMap } from '../shared/input.js';
import {
  cellOfFloor,
  cellSize,
  count,
  flags,
  listArgument,
  mapFlags,
  outFile,
  size,
  terrainFlag,
  type Values,
} from '../shared/options.js';
import { print, printJson } from '../shared/output.js';

const DEFAULT_LAYERS: LayerName[] = ['terrain', 'walls', 'doors', 'points', 'links'];
/** Layers that `--from` and `--to` add. */
const IMPLIED: LayerName[] = ['path', 'ends'];
const DRAWABLE = LAYER_NAMES.filter((name) => !IMPLIED.includes(name));

const FLAGS = {
  outFile: outFile('Picture to write, .png or .svg'),
  layers: { ...names('Layers'), shown: DEFAULT_LAYERS.join(','), flag: { alias: 'l' } },
  listLayers: flag('List the layers, with what they show', false),
  from: { ...text('Start of a path, X,Y'), flag: { implies: 'to' } },
  to: { ...text('Goal of a path, X,Y'), flag: { implies: 'from' } },
  engine: { ...text('Engine of the path'), shown: 'the best', flag: { implies: 'from' } },
  box: text('Goal boxes of cell X,Y, or of the nearest jump point'),
  focus: { ...text('Cell X,Y of the layer rays'), flag: { conflicts: 'box' } },
  area: text('Part of the map, X,Y,WIDTH,HEIGHT'),
  floor: { ...text('Floor to draw'), shown: 'all', flag: { conflicts: 'area' } },
  cellSize: { ...unfilled({ cellSize }).cellSize, shown: 'about 1000 pixels in all' },
  theme: choice('Colors', ['light', 'dark'], 'light'),
  legend: flag('Draw the meaning of the colors below the map', false),
  agent: text('Agent, of blobs that are for several'),
  costs: WALKER.costs,
  walls: WALKER.walls,
  links: WALKER.links,
  json: flag('Print JSON: the legend, a summary last', false),
};

export const builder = (yargs: Argv) =>
  yargs
    .positional('files', listArgument('A map of any kind, or blobs of one map'))
    .options({ ...flags(FLAGS), ...terrainFlag, ...mapFlags })
    .example('$0 draw maps/arena.map -o arena.png -l terrain,components', 'what is connected?')
    .example('$0 draw out/arena.jps.prep --from 1,11 --to 40,30 -l terrain,search -o way.svg', 'what was searched')
    .example('$0 draw out/arena.*.prep --box 12,8 -o boxes.png', 'what does a goal box keep out?')
    .epilogue('Exit code: 0 done; 1 if there is no path; 2 wrong usage or bad input.');

type Arguments = Values<typeof builder>;

const layerLine = (name: LayerName): string => {
  const { about, needs } = aboutLayer(name);
  return `${name.padEnd(12)}${about}${needs ? ` (${needs})` : ''}`;
};

export async function handler(argv: Arguments): Promise<void> {
  if (argv['list-layers']) return print(DRAWABLE.map(layerLine));
  if (argv.files.length === 0) throw new UsageError('name a map, or blobs of one map; see prep draw --help');
  const out = argv['out-file'];
  if (out === undefined) throw new UsageError('--out-file is missing; see prep draw --help');
  if (!/\.(png|svg)$/i.test(out))
    throw new UsageError(`--out-file is "${out}", expected a file that ends in .png or .svg`);
  const wanted = layersOf(argv.layers);
  const scene = await readScene(argv);
  const lacking = argv.layers === undefined ? undefined : wanted.find((name) => !hasLayer(scene, name));
  if (lacking) throw new UsageError(`layer ${lacking}: ${lackOf(lacking, scene)}`);
  if (wanted.includes('search') && argv.from === undefined)
    throw new UsageError('layer search: give the query, --from X,Y --to X,Y');
  const { focus, extra, messages } = focusOf(scene, argv);
  const layers = [...new Set([...wanted, ...extra])];
  const { theme, legend, 'cell-size': scale } = argv;
  const options: DrawOptions = { layers, focus, theme, scale, legend, area: areaOf(scene, argv) };
  const title = `${basename(scene.name) || basename(argv.files[0])}: ${layers.join(', ')}`;
  const isPng = /\.png$/i.test(out);
  const bytes = isPng ? await drawPng(scene, options) : Buffer.from(drawSvg(scene, options, title));
  await writeFileAtomic(out, bytes);
  report(argv, out, legendOf(scene, layers, THEMES[theme]), bytes.length, messages);
}

function layersOf(text: string | undefined): LayerName[] {
  if (text === undefined) return DEFAULT_LAYERS;
  return text.split(',').map((given) => {
    const name = given.trim();
    const layer = DRAWABLE.find((one) => one === name);
    if (!layer) throw new UsageError(`--layers names "${name}", known are ${DRAWABLE.join(', ')}`);
    return layer;
  });
}

function lackOf(name: LayerName, scene: Scene): string {
  const { needs } = aboutLayer(name);
  if (needs) return `needs the output of ${needs}; name these blobs`;
  if (name === 'doors' || name === 'points') return `the map has no ${name}`;
  return scene.grid.costs ? 'is for maps without costs' : 'the map has none';
}

interface Chosen {
  focus: Focus;
  extra: LayerName[];
  messages: string[];
}

function focusOf(scene: Scene, argv: Arguments): Chosen {
  const chosen: Chosen = { focus: {}, extra: [], messages: [] };
  const { focus, extra, messages } = chosen;
  if (argv.focus !== undefined) focus.cell = cellOfFloor(scene.grid, 'focus', argv.focus);
  if (argv.box !== undefined) {
    const at = cellOfFloor(scene.grid, 'box', argv.box);
    if (!hasLayer(scene, 'boxes')) throw new UsageError(`--box ${lackOf('boxes', scene)}`);
    focus.cell = nearestBoxes(scene, ...at);
    extra.push('boxes');
    if (!focus.cell) throw new UsageError('--box: the map has no jump point, so there are no goal boxes');
    if (focus.cell.join() !== at.join())
      messages.push(`boxes are those of ${focus.cell.join(',')}, the nearest jump point`);
  }
  if (argv.from !== undefined && argv.to !== undefined) {
    focus.start = cellOfFloor(scene.grid, 'from', argv.from);
    focus.goal = cellOfFloor(scene.grid, 'to', argv.to);
    answer(scene, [...focus.start, ...focus.goal], engineFor(scene, argv.engine), chosen);
  }
  return chosen;
}

/** The engine of the query, or the best one. @throws {UsageError} if the scene does not have it */
function engineFor(scene: Scene, requested: string | undefined): string {
  const names = engineNames(scene);
  const name = requested ?? names[0];
  if (names.includes(name)) return name;
  const needs = bakesOf(name);
  throw new UsageError(
    needs
      ? `engine ${name} needs the output of ${needs}; also name these blobs`
      : `--engine is "${name}", there are ${names.join(', ')}`,
  );
}

/** Answers the query, and adds its path and search to the focus. @throws {FailedError} if there is no path */
function answer(scene: Scene, query: Query, name: string, { focus, extra, messages }: Chosen): void {
  const recording = recordSearch(makeEngine(scene, name, false), ...query);
  const { path, points } = recording;
  if (!path) throw new FailedError(`no path from ${focus.start} to ${focus.goal}`);
  focus.search = recording;
  focus.path = path.cells;
  extra.push('path', 'ends');
  messages.push(
    `${name}: cost ${path.cost.toFixed(4)}, ${count(path.cells.length / 2, 'cell')}, ${points.length} expanded`,
  );
}

/** The part of the map that is drawn, undefined for all. @throws {UsageError} if the map has no such part */
function areaOf({ grid: { width, height }, floors }: Scene, { area: text, floor: name }: Arguments): Area | undefined {
  if (text !== undefined) {
    const match = /^(\d+),(\d+),(\d+),(\d+)$/.exec(text);
    const [x, y, w, h] = (match ?? []).slice(1).map(Number);
    if (match && w > 0 && h > 0 && x + w <= width && y + h <= height) return { x0: x, y0: y, x1: x + w, y1: y + h };
    throw new UsageError(`--area is "${text}", expected X,Y,WIDTH,HEIGHT inside the map of ${width} x ${height} cells`);
  }
  if (name === undefined) return undefined;
  const floor = floors.find((one) => one.name === name);
  if (!floor) {
    const names = floors.map((one) => `"${one.name}"`).join(', ');
    throw new UsageError(`--floor is "${name}", ${names === '' ? 'but the map has no floors' : `there are ${names}`}`);
  }
  return { x0: floor.x, y0: floor.y, x1: floor.x + floor.width, y1: floor.y + floor.height };
}

type Legend = ReturnType<typeof legendOf>;

function report({ json, theme }: Arguments, out: string, legend: Legend, bytes: number, messages: string[]): void {
  if (json) {
    const colorsOf = ({ fill, to, text }: LegendEntry) => ({
      ...{ color: css(fill), to: to === undefined ? to : css(to), text },
    });
    const entries = legend.map(({ layer, entries }) => [layer, entries.map(colorsOf)]);
    printJson({ file: out, bytes, legend: Object.fromEntries(entries) });
    return;
  }
  for (const line of messages) print(line);
  for (const { layer, entries } of legend)
    print(`${layer.padEnd(12)}${entries.map((entry) => inWords(entry, THEMES[theme])).join(', ')}`);
  print(`wrote ${out} (${size(bytes)})`);
}

/** A color on open ground, or both ends of a ramp, with its meaning. */
function inWords({ fill, to, text }: LegendEntry, { open }: Theme): string {
  const color = (value: number) => css(over(value, open)).slice(0, 7);
  return fill === 0 ? text : `${color(fill)}${to === undefined ? '' : ` to ${color(to)}`} ${text}`;
}

/** A map, or blobs of one map. @throws {UsageError} if several files are not all blobs */
async function readScene({ files, ...argv }: Arguments): Promise<Scene> {
  const sources = await Promise.all(files.map((file) => readMapFile(file)));
  const maps = files.filter((file, i) => !isBlob(sources[i]) && !/\.prep$/i.test(file));
  if (maps.length === 0) return namingBlobs(files, () => sceneOf(sources, decompressor, argv.agent));
  if (files.length > 1) throw new UsageError(`${maps[0]}: this is a map; give one map, or blobs of one map`);
  const map = await readNamedMap(files[0], argv);
  return sceneOfMap(map.grid, placesOf(map), files[0]);
}
