/** The layers of a map in the order they are drawn, groups opened, with what their groups say of them. */
import { MapError } from '../../errors.js';
import { Fields } from '../fields.js';
import { quote, quoteAll } from '../text.js';
import type { TiledOptions } from './options.js';
import { type Verdict, verdictOf } from './properties.js';

export interface Layer {
  fields: Fields;
  type: string;
  name: string;
  classes: string[];
  groups: string[];
  visible: boolean;
  /** Shift in pixels, those of its groups added. */
  offsetX: number;
  offsetY: number;
  verdict: Verdict;
}

const MOST_GROUPS = 32;

const ROOT: Pick<Layer, 'classes' | 'groups' | 'visible' | 'offsetX' | 'offsetY' | 'verdict'> = {
  classes: [],
  groups: [],
  visible: true,
  offsetX: 0,
  offsetY: 0,
  verdict: {},
};

/** @throws {MapError} naming the layer */
export function layersOf(parent: Fields, file: string, options: TiledOptions, above: typeof ROOT = ROOT): Layer[] {
  if (above.groups.length > MOST_GROUPS)
    throw new MapError(`${file}: groups lie more than ${MOST_GROUPS} deep; this is no map`);
  return parent.list('layers').flatMap((value, i) => {
    const name = new Fields(value, `${parent.where}: layers[${i}]`).text('name', '');
    const fields = new Fields(value, `${file}: layer ${quote(name)}`);
    const local = verdictOf(fields, options);
    const layer: Layer = {
      fields,
      type: fields.text('type'),
      name,
      // Its `type` is what kind of layer it is, never its class.
      classes: [...above.classes, fields.text('class', '')],
      groups: above.groups,
      visible: above.visible && fields.flag('visible', true),
      offsetX: above.offsetX + fields.number('offsetx', 0),
      offsetY: above.offsetY + fields.number('offsety', 0),
      verdict: local.price === undefined ? above.verdict : local,
    };
    if (layer.type === 'group') return layersOf(fields, file, options, { ...layer, groups: [...above.groups, name] });
    return [layer];
  });
}

/** Does a list of names and classes mean this layer, or a group that it is in? */
export function isNamed({ name, classes, groups }: Layer, wanted: readonly string[]): boolean {
  return wanted.some((one) => one === name || (one !== '' && classes.includes(one)) || groups.includes(one));
}

/** Layers of a type by name, in order. @param option for errors @throws {MapError} if a name matches none */
export function chosen(
  layers: Layer[],
  type: string,
  wanted: readonly string[],
  option: string,
  file: string,
): Layer[] {
  const all = layers.filter((layer) => layer.type === type);
  if (wanted.length === 0) return all.filter(({ visible }) => visible);
  for (const one of wanted) {
    if (all.some((layer) => isNamed(layer, [one]))) continue;
    const kind = type === 'tilelayer' ? 'tile layer' : 'object layer';
    throw new MapError(
      `${file}: no ${kind} has the name or class ${quote(one)} of ${option}; there are ` +
        `${quoteAll(all.map(({ name }) => name))}`,
    );
  }
  return all.filter((layer) => isNamed(layer, wanted));
}
