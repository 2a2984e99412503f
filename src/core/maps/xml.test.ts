import { expect, it } from 'vitest';
import { MapError } from '../errors.js';
import { parseXml } from './tiled/parse-xml.js';

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
  expect(() => parse('<!DOCTYPE a [<!ENTITY b "c">]><a/>')).toThrow(
    new MapError('a.tmx: the XML defines entities of its own, which no map needs; save it again with Tiled'),
  );
});

it('no quote hides elements from the limits on them', () => {
  const many = '<b/>'.repeat(500_001);
  for (const head of [`<!DOCTYPE map '>`, `<?x '?>`, `<!x '>`])
    expect(() => parse(`${head}<a>${many}</a>`)).toThrow('a.tmx: more than 500000 elements');
  expect(() => parse(`<a x="<!--">${many}</a>`)).toThrow('a.tmx: more than 500000 elements');
});

it.each([
  ['', 'there is no element'],
  ['<a', '<a> is not closed'],
  ['<a><b></a>', 'found </a>, expected </b>'],
  ['<a/></a>', 'found </a>, expected </>'],
  ['<a>', '<a> is not closed'],
  ['<a x>', 'attribute "x" of <a> has no value'],
  ['<a x="1>', 'a value has no end'],
  ['<a><!-- b', '<!-- has no end'],
  ['< a/>', 'a tag has no name'],
])('%s is not XML, and why is said', (text, why) => {
  expect(() => parse(text)).toThrow(new MapError(`a.tmx: this is not XML: ${why}`));
});

it('entities of XML are replaced in texts and attributes, others stay', () => {
  const { attributes, text } = parse(`<a x='&lt;&quot;&#65;&#x42;&amp;lt;' __proto__="1">&gt;&nbsp;&#9999999;</a>`);
  expect([attributes.x, Object.keys(attributes), text]).toEqual(['<"AB&lt;', ['x', '__proto__'], '>&nbsp;&#9999999;']);
});

it('XML in UTF-16 is refused by name', () => {
  expect(() => parseXml(Buffer.from('\ufeff<a/>', 'utf16le'), 'a.tmx')).toThrow(
    new MapError('a.tmx: the text is UTF-16, which is not read; save it as UTF-8'),
  );
});
