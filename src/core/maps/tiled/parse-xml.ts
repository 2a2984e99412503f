/** XML as map editors write it, in one pass; long texts are not copied, elements and depth are bounded meanwhile. */
import { MapError } from '../../errors.js';
import { quote, utf8 } from '../text.js';

export interface XmlElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: XmlElement[];
  text: string;
}

/** A map of 512 x 512 in the oldest form has an element for each cell. */
const MOST_ELEMENTS = 500_000;
const MOST_DEPTH = 64;
/** What begins with these ends with those, and is no element. */
const OTHERS = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
  ['<!', '>'],
];
const NAME = /[^\s<>="'/]+/y;
const SPACE = /\s*/y;
const EQUALS = /\s*=\s*/y;
const ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** @throws {MapError} if it is not XML, or more than a map can be */
export function parseXml(bytes: Uint8Array, file: string): XmlElement {
  const text = utf8(bytes, file);
  if (/<!ENTITY|<!DOCTYPE[^>]*\[/i.test(text))
    throw new MapError(`${file}: the XML defines entities of its own, which no map needs; save it again with Tiled`);
  return new Parser(text, file).parse();
}

class Parser {
  private at = 0;

  constructor(
    private readonly text: string,
    private readonly file: string,
  ) {}

  parse(): XmlElement {
    const { text, file } = this;
    const root: XmlElement = { name: '', attributes: {}, children: [], text: '' };
    const stack = [root];
    for (let count = 0; ; ) {
      const parent = stack[stack.length - 1];
      const next = text.indexOf('<', this.at);
      parent.text += decoded(text.slice(this.at, next < 0 ? text.length : next)).trim();
      if (next < 0) break;
      this.at = next;
      const other = OTHERS.find(([start]) => text.startsWith(start, next));
      if (other) {
        const end = this.after(other[1], other[0]);
        if (other[1] === ']]>') parent.text += text.slice(next + other[0].length, end - 3).trim();
      } else if (text[next + 1] === '/') {
        const name = text.slice(next + 2, this.after('>', 'a tag') - 1).trim();
        if (stack.length === 1 || name !== parent.name)
          this.fail(`found </${cut(name)}>, expected </${cut(parent.name)}>`);
        stack.pop();
      } else {
        const { element, isClosed } = this.tag();
        if (++count > MOST_ELEMENTS)
          throw new MapError(`${file}: more than ${MOST_ELEMENTS} elements; save tile layers as CSV or base64`);
        parent.children.push(element);
        if (isClosed) continue;
        if (stack.push(element) > MOST_DEPTH + 1)
          throw new MapError(`${file}: elements lie more than ${MOST_DEPTH} deep; this is no map`);
      }
    }
    if (stack.length > 1) this.fail(`<${cut(stack[stack.length - 1].name)}> is not closed`);
    if (root.children.length === 0) this.fail('there is no element');
    return root.children[0];
  }

  /** A tag that opens an element, with its attributes. */
  private tag(): { element: XmlElement; isClosed: boolean } {
    this.at++;
    const name = this.match(NAME) || this.fail('a tag has no name');
    const attributes: [string, string][] = [];
    for (;;) {
      this.match(SPACE);
      const isClosed = this.text.startsWith('/>', this.at);
      if (isClosed || this.text[this.at] === '>') {
        this.at += isClosed ? 2 : 1;
        return { element: { name, attributes: Object.fromEntries(attributes), children: [], text: '' }, isClosed };
      }
      const key = this.match(NAME) || this.fail(`<${cut(name)}> is not closed`);
      const quoteMark = this.match(EQUALS) && this.text[this.at];
      if (quoteMark !== '"' && quoteMark !== "'") this.fail(`attribute ${quote(key)} of <${cut(name)}> has no value`);
      const from = ++this.at;
      attributes.push([key, decoded(this.text.slice(from, this.after(quoteMark as string, 'a value') - 1)).trim()]);
    }
  }

  private match(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const [found] = pattern.exec(this.text) ?? [''];
    this.at += found.length;
    return found;
  }

  /** Goes behind what ends a part. @param start of the part, for the error */
  private after(end: string, start: string): number {
    const at = this.text.indexOf(end, this.at);
    if (at < 0) this.fail(`${start} has no end`);
    this.at = at + end.length;
    return this.at;
  }

  private fail(what: string): never {
    throw new MapError(`${this.file}: this is not XML: ${what}`);
  }
}

const cut = (name: string) => (name.length > 40 ? `${name.slice(0, 40)}...` : name);

/** A text with its entities replaced; those that XML does not know stay. */
function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{1,9}));/gi, (all, hex, decimal, name) => {
    if (name) return Object.hasOwn(ENTITIES, name) ? ENTITIES[name] : all;
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : all;
  });
}
