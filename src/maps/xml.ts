/** XML of map files as a plain tree; no entities of a document's own, no depth or number that a map does not have. */
import { XMLParser } from 'fast-xml-parser';
import { MapError } from '../errors.js';
import { firstLine } from './text.js';

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
