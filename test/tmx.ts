/** Writes a Tiled map in JSON as XML, so that tests read the same map in both. */

type Json = Record<string, unknown>;
type Element = { name: string; attributes?: Json; children?: (Element | string)[] };

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const list = (value: unknown): Json[] => (Array.isArray(value) ? (value as Json[]) : []);

export function tmxOf(map: Json): Uint8Array {
  const { tilesets, layers, properties, ...attributes } = map;
  const children = [
    ...propertiesOf(properties),
    ...list(tilesets).map(tilesetOf),
    ...list(layers).map((layer) => layerOf(layer)),
  ];
  return Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${text({ name: 'map', attributes, children })}`);
}

function tilesetOf({ tiles, properties, ...attributes }: Json): Element {
  const all = list(tiles).map(({ properties: own, objectgroup, ...rest }): Element => {
    const shapes = isRecord(objectgroup) ? [layerOf({ ...objectgroup, type: 'objectgroup' })] : [];
    return { name: 'tile', attributes: rest, children: [...propertiesOf(own), ...shapes] };
  });
  return { name: 'tileset', attributes, children: [...propertiesOf(properties), ...all] };
}

const NAMES: Json = { tilelayer: 'layer', objectgroup: 'objectgroup', imagelayer: 'imagelayer', group: 'group' };

function layerOf({
  type,
  layers,
  objects,
  data,
  chunks,
  encoding,
  compression,
  properties,
  ...attributes
}: Json): Element {
  const how = encoding === undefined ? { encoding: 'csv' } : { encoding, ...(compression !== '' && { compression }) };
  const parts = list(chunks).map(({ data: cells, ...rest }): Element => chunkOf('chunk', rest, cells));
  const children = [
    ...propertiesOf(properties),
    ...list(layers).map(layerOf),
    ...list(objects).map(objectOf),
    ...(chunks ? [{ name: 'data', attributes: how, children: parts }] : data ? [chunkOf('data', how, data)] : []),
  ];
  return { name: String(NAMES[String(type)]), attributes, children };
}

const chunkOf = (name: string, attributes: Json, data: unknown): Element => ({
  name,
  attributes,
  children: [String(data)],
});

const SHAPES = ['point', 'ellipse', 'polygon', 'polyline', 'text'];

function objectOf({ properties, ...values }: Json): Element {
  const shapes = SHAPES.filter((name) => values[name] !== undefined).map((name): Element => {
    const points = list(values[name]).map(({ x, y }) => `${x},${y}`);
    return { name, attributes: Array.isArray(values[name]) ? { points: points.join(' ') } : {} };
  });
  const attributes = Object.fromEntries(Object.entries(values).filter(([name]) => !SHAPES.includes(name)));
  return { name: 'object', attributes, children: [...propertiesOf(properties), ...shapes] };
}

function propertiesOf(properties: unknown): Element[] {
  if (properties === undefined) return [];
  const all = isRecord(properties)
    ? Object.entries(properties).map(([name, value]): Json => ({ name, type: typeOf(value), value }))
    : list(properties);
  const children = all.map(({ value, ...rest }): Element => {
    if (isRecord(value)) return { name: 'property', attributes: rest, children: propertiesOf(value) };
    return { name: 'property', attributes: { type: typeOf(value), ...rest, value } };
  });
  return [{ name: 'properties', children }];
}

const typeOf = (value: unknown) => ({ boolean: 'bool', number: 'float' })[typeof value as string] ?? 'string';

function text({ name, attributes = {}, children = [] }: Element): string {
  const all = Object.entries(attributes).filter(([, value]) => !isRecord(value) && !Array.isArray(value));
  const shown = all.map(
    ([key, value]) => ` ${key}="${escaped(typeof value === 'boolean' && name !== 'property' ? Number(value) : value)}"`,
  );
  const inner = children.map((child) => (typeof child === 'string' ? child : text(child)));
  return `<${name}${shown.join('')}>${inner.join('')}</${name}>\n`;
}

function escaped(value: unknown): string {
  return String(value).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
