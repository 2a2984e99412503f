/** Tiled's XML (.tmx, .tsx, .tx) in the form of its JSON. Attributes have the same names in both. */
import { XMLParser } from 'fast-xml-parser';
import { MapError } from '../../errors.js';
import { firstLine } from '../text.js';

type Json = Record<string, unknown>;

const NUMBERS = new Set(
  (
    'width height tilewidth tileheight firstgid id gid x y rotation offsetx offsety startx starty columns ' +
    'tilecount hexsidelength'
  ).split(' '),
);
const FLAGS = new Set(['visible', 'infinite']);
const LAYERS: Record<string, string> = {
  layer: 'tilelayer',
  objectgroup: 'objectgroup',
  imagelayer: 'imagelayer',
  group: 'group',
};

/** @param expected names that the root may have @throws {MapError} unless it is such a document */
export function tiledXml(bytes: Uint8Array, file: string, expected: string[]): Json {
  const root = parseXml(bytes, file);
  if (!expected.includes(root.name))
    throw new MapError(`${file}: found <${root.name}>, expected ${expected.map((name) => `<${name}>`).join(' or ')}`);
  if (root.name === 'map') return mapOf(root);
  return root.name === 'tileset' ? tilesetOf(root) : templateOf(root);
}

function mapOf(map: XmlElement): Json {
  return { ...valuesOf(map), tilesets: named(map, 'tileset').map(tilesetOf), layers: layersOf(map) };
}

function layersOf(parent: XmlElement): Json[] {
  return parent.children.filter(({ name }) => Object.hasOwn(LAYERS, name)).map(layerOf);
}

function layerOf(layer: XmlElement): Json {
  const values = { ...valuesOf(layer), type: LAYERS[layer.name] };
  if (layer.name === 'group') return { ...values, layers: layersOf(layer) };
  if (layer.name === 'objectgroup') return { ...values, objects: named(layer, 'object').map(objectOf) };
  const [data] = named(layer, 'data');
  return layer.name === 'layer' && data ? { ...values, ...dataOf(data) } : values;
}

function dataOf(data: XmlElement): Json {
  const { encoding, compression } = data.attributes;
  const chunks = named(data, 'chunk');
  const how = { ...(encoding && { encoding }), ...(compression && { compression }) };
  if (chunks.length > 0)
    return { ...how, chunks: chunks.map((chunk) => ({ ...valuesOf(chunk), data: cellsOf(chunk, encoding) })) };
  return { ...how, data: cellsOf(data, encoding) };
}

/** Text as it stands, or the elements of the oldest form, one a cell. */
function cellsOf(element: XmlElement, encoding: string | undefined): unknown {
  return encoding ? element.text : named(element, 'tile').map(({ attributes }) => Number(attributes.gid ?? 0));
}

function tilesetOf(tileset: XmlElement): Json {
  return { ...valuesOf(tileset), tiles: named(tileset, 'tile').map(tileOf) };
}

function tileOf(tile: XmlElement): Json {
  const [shapes] = named(tile, 'objectgroup');
  return { ...valuesOf(tile), ...(shapes && { objectgroup: { objects: named(shapes, 'object').map(objectOf) } }) };
}

function templateOf(template: XmlElement): Json {
  const [tileset] = named(template, 'tileset');
  return { object: named(template, 'object').map(objectOf)[0], ...(tileset && { tileset: tilesetOf(tileset) }) };
}

function objectOf(object: XmlElement): Json {
  const values = valuesOf(object);
  for (const shape of object.children) {
    if (['point', 'ellipse', 'text', 'capsule'].includes(shape.name)) values[shape.name] = true;
    if (shape.name === 'polygon' || shape.name === 'polyline')
      values[shape.name] = pointsOf(shape.attributes.points ?? '');
  }
  return values;
}

function pointsOf(text: string): Json[] {
  return text
    .split(/\s+/)
    .filter(Boolean)
    .map((pair) => {
      const [x, y] = pair.split(',').map(Number);
      return { x, y };
    });
}

/** Attributes by name, each of its kind, and the properties. */
function valuesOf(element: XmlElement): Json {
  const values: Json = {};
  for (const [name, text] of Object.entries(element.attributes)) {
    values[name] = NUMBERS.has(name) ? numberOr(text) : FLAGS.has(name) ? text === '1' || text === 'true' : text;
  }
  const [properties] = named(element, 'properties');
  if (properties) values.properties = named(properties, 'property').map(propertyOf);
  return values;
}

function propertyOf(property: XmlElement): Json {
  const [inner] = named(property, 'properties');
  if (inner) return { name: property.attributes.name ?? '', type: 'class', value: objectOfProperties(inner) };
  const { name = '', type = 'string', value = property.text } = property.attributes;
  if (type === 'bool') return { name, type, value: value === 'true' };
  return { name, type, value: ['int', 'float', 'object'].includes(type) ? numberOr(value) : value };
}

function objectOfProperties(properties: XmlElement): Json {
  return Object.fromEntries(
    named(properties, 'property')
      .map(propertyOf)
      .map(({ name, value }) => [name, value]),
  );
}

/** Leaves other values as they are; the check of fields reports them. */
function numberOr(text: string): number | string {
  const value = Number(text);
  return text.trim() === '' || Number.isNaN(value) ? text : value;
}

function named(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((child) => child.name === name);
}

export interface XmlElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: XmlElement[];
  text: string;
}

/** A map of 512 x 512 in the oldest form has an element for each cell. */
const MOST_ELEMENTS = 500_000;
const MOST_DEPTH = 64;

/** Elements of the parser, in order: the name is the key. */
type Node = Record<string, unknown> & { ':@'?: Record<string, string>; '#text'?: string };

/** @throws {MapError} if it is not XML, or more than a map can be */
export function parseXml(bytes: Uint8Array, file: string): XmlElement {
  const text = new TextDecoder().decode(bytes);
  checkShape(text, file);
  const parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: '',
    parseTagValue: false,
    parseAttributeValue: false,
    ignoreDeclaration: true,
    ignorePiTags: true,
    // Numeric ones are of HTML to this parser, as are those that XML does not know: they do no harm.
    htmlEntities: true,
  });
  let nodes: Node[];
  try {
    nodes = parser.parse(text.replace(/<!DOCTYPE[^[>]*>/i, ''), true);
  } catch (error) {
    throw new MapError(`${file}: this is not XML: ${firstLine(error)}`);
  }
  const [root] = elements(nodes);
  if (!root) throw new MapError(`${file}: this is not XML: there is no element`);
  return root;
}

function elements(nodes: Node[]): XmlElement[] {
  return nodes.flatMap((node) => {
    const name = Object.keys(node).find((key) => key !== ':@' && key !== '#text');
    if (name === undefined) return [];
    const inner = node[name] as Node[];
    const text = inner.map((child) => child['#text'] ?? '').join('');
    return [{ name, attributes: node[':@'] ?? {}, children: elements(inner), text }];
  });
}

/** Before anything is parsed: a document type with entities, too many elements, too deep. */
function checkShape(text: string, file: string): void {
  if (/<!ENTITY|<!DOCTYPE[^>]*\[/i.test(text))
    throw new MapError(`${file}: the XML defines entities of its own, which no map needs; save it again with Tiled`);
  let count = 0;
  let depth = 0;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
    if (text.startsWith('<!--', at) || text.startsWith('<![CDATA[', at)) {
      const end = text.indexOf(text[at + 2] === '-' ? '-->' : ']]>', at);
      if (end < 0) return;
      at = end;
      continue;
    }
    const end = tagEnd(text, at + 1);
    if (text[at + 1] === '/') depth--;
    else if (text[at + 1] !== '?' && text[at + 1] !== '!') {
      count++;
      if (text[end - 1] !== '/') depth++;
    }
    if (count > MOST_ELEMENTS)
      throw new MapError(`${file}: more than ${MOST_ELEMENTS} elements; save tile layers as CSV or base64`);
    if (depth > MOST_DEPTH) throw new MapError(`${file}: elements lie more than ${MOST_DEPTH} deep; this is no map`);
    at = end;
  }
}

/** Where a tag ends: a > that is not inside of quotes. */
function tagEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const c = text[at];
    if (c === '>') return at;
    if (c !== '"' && c !== "'") continue;
    at = text.indexOf(c, at + 1);
    if (at < 0) break;
  }
  return text.length;
}
