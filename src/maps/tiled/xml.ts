/** Tiled's XML (.tmx, .tsx, .tx) in the form of its JSON. Attributes have the same names in both. */

import sax from 'sax';
import { MapError } from '../../core/errors.js';
import { MOST_XML_ATTRIBUTES, MOST_XML_DEPTH, MOST_XML_ELEMENTS, MOST_XML_VALUE } from '../../core/limits.js';
import { firstLine, utf8 } from '../text.js';

type Json = Record<string, unknown>;

const NUMBERS = new Set(
  (
    'width height tilewidth tileheight firstgid id gid x y rotation offsetx offsety startx starty columns ' +
    'tilecount hexsidelength margin spacing opacity parallaxx parallaxy'
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
  return { ...valuesOf(tileset), ...imageOf(tileset), tiles: named(tileset, 'tile').map(tileOf) };
}

/** The picture of a tileset or a tile, and where it is drawn. */
function imageOf(element: XmlElement): Json {
  const [image] = named(element, 'image');
  const [offset] = named(element, 'tileoffset');
  const { source, trans } = image?.attributes ?? {};
  return {
    ...(source !== undefined && { image: source }),
    ...(trans && { transparentcolor: `#${trans.replace('#', '')}` }),
    ...(offset && { tileoffset: valuesOf(offset) }),
  };
}

function tileOf(tile: XmlElement): Json {
  const [shapes] = named(tile, 'objectgroup');
  return {
    ...valuesOf(tile),
    ...imageOf(tile),
    ...(shapes && { objectgroup: { objects: named(shapes, 'object').map(objectOf) } }),
  };
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

interface XmlElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: XmlElement[];
  text: string;
}

/** sax checks lengths after each piece. */
const PIECE = 2 ** 16;

/** @throws {MapError} if it is not XML, or more than a map can be */
export function parseXml(bytes: Uint8Array, file: string): XmlElement {
  const text = utf8(bytes, file);
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '' };
  const stack = [root];
  let [elements, attributes] = [0, 0];
  const refuse = (what: string) => {
    throw new MapError(`${file}: ${what}`);
  };
  const addText = (part: string) => {
    if (part.trim() !== '') stack[stack.length - 1].text += part;
  };
  const parser = Object.assign(sax.parser(true), {
    onerror(error: Error) {
      throw error;
    },
    ontext: addText,
    oncdata: addText,
    ondoctype(doctype: string) {
      if (doctype.includes('[')) refuse('the XML defines entities, which no map needs; save it again with Tiled');
    },
    onattribute() {
      if (++attributes > MOST_XML_ATTRIBUTES) refuse(`an element has more than ${MOST_XML_ATTRIBUTES} attributes`);
    },
    onopentag(tag: { name: string; attributes: object }) {
      attributes = 0;
      if (++elements > MOST_XML_ELEMENTS)
        refuse(`more than ${MOST_XML_ELEMENTS} elements; save tile layers as CSV or base64`);
      const element = { name: tag.name, attributes: tag.attributes as Record<string, string>, children: [], text: '' };
      stack[stack.length - 1].children.push(element);
      if (stack.push(element) > MOST_XML_DEPTH + 1)
        refuse(`elements lie more than ${MOST_XML_DEPTH} deep; this is no map`);
    },
    onclosetag() {
      const element = stack.pop() as XmlElement;
      element.text = element.text.trim();
    },
  });
  const limits = sax as unknown as { MAX_BUFFER_LENGTH: number };
  const before = limits.MAX_BUFFER_LENGTH;
  limits.MAX_BUFFER_LENGTH = MOST_XML_VALUE;
  try {
    for (let at = 0; at < text.length; at += PIECE) parser.write(text.slice(at, at + PIECE));
    parser.close();
    if (root.children.length === 0) throw new Error('there is no element');
  } catch (error) {
    if (error instanceof MapError) throw error;
    throw new MapError(`${file}:${parser.line + 1}: this is not XML: ${firstLine(error)}`);
  } finally {
    limits.MAX_BUFFER_LENGTH = before;
  }
  return root.children[0];
}
