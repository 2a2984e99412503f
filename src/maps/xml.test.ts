import sax from 'sax';
import { expect, it } from 'vitest';
import { IS_LONG } from '../../test/samples.js';
import { MapError } from '../core/errors.js';
import { parseXml } from './tiled/xml.js';

const parse = (text: string) => parseXml(Buffer.from(text), 'a.tmx');
const open = '<b>'.repeat(80);

it('XML comes as elements with their attributes, children and text; of comments and data nothing is counted', () => {
  expect(parse('<?xml version="1.0"?><a x="1 > 0"><!-- ]]> <b> --><b/><b>t</b></a>')).toEqual({
    name: 'a',
    attributes: { x: '1 > 0' },
    children: [
      { name: 'b', attributes: {}, children: [], text: '' },
      { name: 'b', attributes: {}, children: [], text: 't' },
    ],
    text: '',
  });
  expect(parse(`<a><!-- ]]> ${open} --></a>`).children).toEqual([]);
  expect(parse(`<a><![CDATA[ --> ${open} ]]></a>`).children).toEqual([]);
});

it('XML that lies deeper than any map is refused, and so are entities', () => {
  const nested = (depth: number) => `${'<b>'.repeat(depth)}${'</b>'.repeat(depth)}`;
  expect(parse(nested(64)).name).toBe('b');
  expect(() => parse(nested(65))).toThrow(new MapError('a.tmx: elements lie more than 64 deep; this is no map'));
  expect(parse(`<a>${'<b/>'.repeat(100)}${'<b></b>'.repeat(100)}</a>`).children).toHaveLength(200);
  const entities = new MapError('a.tmx: the XML defines entities, which no map needs; save it again with Tiled');
  expect(() => parse('<!DOCTYPE a [<!ENTITY b "c">]><a/>')).toThrow(entities);
});

it('no quote hides elements from the limits on them', () => {
  const many = '<b/>'.repeat(500_001);
  for (const head of [`<!DOCTYPE map '>`, `<!x '>`, '<!--'].slice(0, IS_LONG ? 3 : 1))
    expect(() => parse(`${head}<a>${many}</a>`)).toThrow('a.tmx:1: this is not XML: Max buffer length exceeded');
  // Each takes a second; `tiled/read.test.ts` has the limit without quotes.
  for (const head of IS_LONG ? [`<?x '?><a>`, `<a x="<!--">`] : [])
    expect(() => parse(`${head}${many}</a>`)).toThrow('a.tmx: more than 500000 elements');
  const attributes = (count: number) => `<a ${Array.from({ length: count }, (_, i) => `x${i}="" `).join('')}/>`;
  expect(Object.keys(parse(attributes(100)).attributes)).toHaveLength(100);
  expect(() => parse(attributes(101))).toThrow('a.tmx: an element has more than 100 attributes');
});

it('long texts, data and attributes are whole', () => {
  const long = '1,\n'.repeat(200_000);
  expect(parse(`<a>${long}</a>`).text).toBe(long.trim());
  expect(parse(`<a><![CDATA[${long}]]></a>`).text).toBe(long.trim());
  const points = '1,2 '.repeat(50_000);
  expect(parse(`<a points="${points}"/>`).attributes.points).toBe(points);
  expect((sax as unknown as { MAX_BUFFER_LENGTH: number }).MAX_BUFFER_LENGTH).toBe(65_536);
});

it.each([
  ['', 1, 'there is no element'],
  ['<a', 1, 'Unexpected end'],
  ['<a>\n<b></a>', 2, 'Unexpected close tag'],
  ['<a/></a>', 1, 'Unmatched closing tag: a'],
  ['<a>', 1, 'Unclosed root tag'],
  ['<a x>', 1, 'Attribute without value'],
  ['<a x="1>', 1, 'Unexpected end'],
  ['<a><!-- b', 1, 'Unclosed root tag'],
  ['<1a/>', 1, 'Unencoded <'],
  ['<a x="1" hasOwnProperty="" y="2"/>', 1, 'parser.tag.attributes.hasOwnProperty is not a function'],
] as const)('%s is not XML, in line %i: %s', (text, line, why) => {
  expect(() => parse(text)).toThrow(new MapError(`a.tmx:${line}: this is not XML: ${why}`));
});

it('entities are replaced in texts and attributes', () => {
  const { attributes, text } = parse(`<a x='&lt;&quot;&#65;&#x42;&amp;lt;' __proto__="1">&gt;</a>`);
  expect([attributes, text]).toEqual([{ x: '<"AB&lt;' }, '>']);
  expect(() => parse('<a>&#9999999;</a>')).toThrow('a.tmx:1: this is not XML: Invalid character entity');
});

it('XML in UTF-16 is refused by name', () => {
  const utf16 = new MapError('a.tmx: the text is UTF-16, which is not read; save it as UTF-8');
  expect(() => parseXml(Buffer.from('\ufeff<a/>', 'utf16le'), 'a.tmx')).toThrow(utf16);
});
