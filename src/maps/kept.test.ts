/** Files that keep their parts: another reading with other options is the same as a first one, and needs no bytes. */
import { describe, expect, it } from 'vitest';
import { MapFiles, type ReadFile } from './files.js';
import { type FormatOptions, formatOf, type MapFormat } from './formats.js';

const DATA = [1, 2, 1, 3, 0, 1];
const TILED = {
  ...{ type: 'map', orientation: 'orthogonal', tilewidth: 16, tileheight: 16, width: 3, height: 2 },
  layers: [{ type: 'tilelayer', name: 'Ground', width: 3, height: 2, data: DATA }],
  tilesets: [{ firstgid: 1, name: 't', tilewidth: 16, tileheight: 16, tilecount: 4, columns: 2, image: 't.png' }],
};
const XML =
  '<?xml version="1.0"?><map orientation="orthogonal" width="3" height="2" tilewidth="16" tileheight="16">' +
  '<tileset firstgid="1" name="t" tilewidth="16" tileheight="16" tilecount="4" columns="2"/>' +
  `<layer name="Ground" width="3" height="2"><data encoding="csv">${DATA}</data></layer></map>`;
const tiled = (blockedTiles: string[]): FormatOptions => ({ tiled: { blockedTiles } });
const csv = (blocked: string): FormatOptions => ({ csv: { legend: { [blocked]: 'blocked' } } });

describe('a file that keeps its parts', () => {
  it.each<[name: string, MapFormat, text: string, options: FormatOptions[]]>([
    ['level.tmj', 'tiled', JSON.stringify(TILED), [tiled(['t:1']), tiled(['t:0', 't:2']), tiled([])]],
    ['level.tmx', 'tiled', XML, [tiled(['t:1']), tiled(['t:0']), tiled([])]],
    ['table.csv', 'csv', '7,1,2\n2,0,1\n', [csv('7'), csv('1'), {}]],
    ['rows.json', 'rows', '[[7,1,2],[2,0,1]]', [csv('7'), csv('1'), {}]],
  ])('%s', async (file, format, text, all) => {
    const read = (source: ReadFile, options: FormatOptions) => {
      const other = () => Promise.reject(new Error('not a map of floors'));
      return formatOf(format).read(source, { files: new MapFiles(file, undefined), other, ...options });
    };
    const kept: ReadFile = { file, bytes: Buffer.from(text), kept: new Map() };
    for (const options of all) {
      const first = await read({ file, bytes: Buffer.from(text) }, options);
      expect(await read(kept, options)).toEqual(first);
      kept.bytes.fill(0);
    }
  });
});
