import { expect, it } from 'vitest';
import { MapError } from '../errors.js';
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
  expect(() => parse('<!DOCTYPE a [<!ENTITY b "c">]><a/>')).toThrow(
    new MapError('a.tmx: the XML defines entities of its own, which no map needs; save it again with Tiled'),
  );
});
