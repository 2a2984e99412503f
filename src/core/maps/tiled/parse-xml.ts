/** XML as elements, parsed by sax; elements, their depth and the length of values are bounded meanwhile. */
import sax from 'sax';
import { MapError } from '../../errors.js';
import { firstLine, utf8 } from '../text.js';

export interface XmlElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: XmlElement[];
  text: string;
}

/** A map of 512 x 512 in the oldest form has an element for each cell. */
const MOST_ELEMENTS = 500_000;
const MOST_ATTRIBUTES = 100;
const MOST_DEPTH = 64;
/** For attributes, comments and DOCTYPEs, which sax collects letter by letter. Texts may be longer. */
const LONGEST_VALUE = 2 ** 20;
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
      if (++attributes > MOST_ATTRIBUTES) refuse(`an element has more than ${MOST_ATTRIBUTES} attributes`);
    },
    onopentag(tag: { name: string; attributes: object }) {
      attributes = 0;
      if (++elements > MOST_ELEMENTS) refuse(`more than ${MOST_ELEMENTS} elements; save tile layers as CSV or base64`);
      const element = { name: tag.name, attributes: tag.attributes as Record<string, string>, children: [], text: '' };
      stack[stack.length - 1].children.push(element);
      if (stack.push(element) > MOST_DEPTH + 1) refuse(`elements lie more than ${MOST_DEPTH} deep; this is no map`);
    },
    onclosetag() {
      const element = stack.pop() as XmlElement;
      element.text = element.text.trim();
    },
  });
  const limits = sax as unknown as { MAX_BUFFER_LENGTH: number };
  const before = limits.MAX_BUFFER_LENGTH;
  limits.MAX_BUFFER_LENGTH = LONGEST_VALUE;
  try {
    for (let at = 0; at < text.length; at += PIECE) parser.write(text.slice(at, at + PIECE));
    parser.close();
    if (root.children.length === 0) throw new Error('there is no element');
  } catch (error) {
    if (error instanceof MapError) throw error;
    throw new MapError(`${file}: this is not XML: ${firstLine(error)} (line ${parser.line + 1})`);
  } finally {
    limits.MAX_BUFFER_LENGTH = before;
  }
  return root.children[0];
}
