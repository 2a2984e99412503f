/** The layers of a map in drawing order, without groups: each has the values that its groups pass on. */

import { MapError } from '../../core/errors.js';
import { MOST_GROUPS } from '../../core/limits.js';
import { Fields } from '../fields.js';
import { quote, quoteAll } from '../text.js';
import type { Work } from '../work.js';
import { layerNamesWalls, namesOpen } from './names.js';
import { guesses, type TiledOptions, type Verdict, type Verdicts } from './properties.js';

export interface Layer {
  fields: Fields;
  type: string;
  name: string;
  classes: string[];
  groups: string[];
  visible: boolean;
  /** Shift in pixels, with the shifts of its groups. */
  offsetX: number;
  offsetY: number;
  verdict: Verdict;
  /** Whether all in it are walls: by an option, by its name, or by its name where nothing else is marked. */
  walls?: 'option' | 'surely' | 'perhaps' | undefined;
  /** Whether it is all of the ground, by an option; or is hidden and may be, so that its tiles are only counted. */
  opens?: boolean;
  isCounted?: boolean;
  /** Whether cells under its tiles have a tile, and costs. */
  isGround: boolean;
}

const LAYER_WORK = 1000;

const ROOT: Pick<Layer, 'classes' | 'groups' | 'visible' | 'offsetX' | 'offsetY' | 'verdict'> = {
  classes: [],
  groups: [],
  visible: true,
  offsetX: 0,
  offsetY: 0,
  verdict: {},
};

export function layersOf(parent: Fields, file: string, verdicts: Verdicts, work: Work, above = ROOT): Layer[] {
  if (above.groups.length > MOST_GROUPS)
    throw new MapError(`${file}: groups lie more than ${MOST_GROUPS} deep; this is no map`);
  return parent.list('layers').flatMap((value, i) => {
    work.spend(LAYER_WORK, 'layers');
    const name = new Fields(value, `${parent.where}: layers[${i}]`).text('name', '');
    const fields = new Fields(value, `${file}: layer ${quote(name)}`);
    const local = verdicts.of(fields);
    const layer: Layer = {
      fields,
      type: fields.text('type'),
      name,
      // `type` is the kind of layer, never its class.
      classes: [...above.classes, fields.text('class', '')],
      groups: above.groups,
      visible: above.visible && fields.flag('visible', true),
      offsetX: above.offsetX + fields.number('offsetx', 0),
      offsetY: above.offsetY + fields.number('offsety', 0),
      verdict: local.price === undefined && local.wall === undefined ? above.verdict : local,
      isGround: false,
    };
    if (layer.type === 'group')
      return layersOf(fields, file, verdicts, work, { ...layer, groups: [...above.groups, name] });
    return [layer];
  });
}

/** Does a list of names and classes mean this layer, or a group that it is in? */
export function isNamed({ name, classes, groups }: Layer, wanted: readonly string[]): boolean {
  return wanted.some((one) => one === name || (one !== '' && classes.includes(one)) || groups.includes(one));
}

/** Names of options that a map does not have. */
export class Names {
  readonly absent: string[] = [];

  /** @param leaveAbsent whether they are listed instead of being an error */
  constructor(
    readonly layers: readonly Layer[],
    readonly file: string,
    private readonly leaveAbsent: boolean | undefined,
  ) {}

  /** @param what the error says: `no tileset has the name "x" of tiled.tilesets` @throws {MapError} unless left */
  lacks(what: string, there: Iterable<string>): void {
    if (!this.leaveAbsent) throw new MapError(`${this.file}: ${what}; there are ${quoteAll(new Set(there))}`);
    this.absent.push(what);
  }
}

/** The layers of a type that are read, in order, each with its part. @throws {MapError} if a name matches none */
export function chosen(
  layers: Layer[],
  type: 'tilelayer' | 'objectgroup',
  options: TiledOptions,
  names: Names,
): Layer[] {
  const all = layers.filter((layer) => layer.type === type);
  const [kind, given, option] =
    type === 'tilelayer'
      ? ['tile layer', options.layers, 'tiled.layers (--tiled.layers)']
      : ['object layer', options.objectLayers, 'tiled.objectLayers (--tiled.object-layers)'];
  const wanted = given.filter((one) => {
    const isThere = all.some((layer) => isNamed(layer, [one]));
    if (!isThere)
      names.lacks(
        `no ${kind} has the name or class ${quote(one)} of ${option}`,
        all.map(({ name }) => name),
      );
    return isThere;
  });
  const guess = guesses(options);
  return all.flatMap((layer): Layer[] => {
    if (isNamed(layer, options.openLayers)) return [{ ...layer, verdict: {}, opens: true, isGround: true }];
    const walls = isNamed(layer, options.blockedLayers) ? 'option' : guess ? wallsOf(layer) : undefined;
    const isAsked = wanted.length > 0 ? isNamed(layer, wanted) : layer.visible;
    if (!walls && !layer.visible && wanted.length === 0 && namesOpen(layer.name) && type === 'tilelayer')
      return [{ ...layer, isCounted: true }];
    // Hidden layers are read only for their walls.
    if (!isAsked && (wanted.length > 0 || !(walls || layer.verdict.wall))) return [];
    return [{ ...layer, walls, isGround: isAsked && walls !== 'surely' }];
  });
}

function wallsOf({ name, classes, groups }: Layer): Layer['walls'] {
  const all = [name, ...classes, ...groups].map(layerNamesWalls);
  return all.includes('surely') ? 'surely' : all.find((one) => one !== undefined);
}
