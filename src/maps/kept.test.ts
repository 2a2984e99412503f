/** Files that keep their parts: another reading with other options is the same as a first one, and needs no bytes. */
import { describe, expect, it } from 'vitest';
import { MapFiles, type ReadFile } from './files.js';
import { type FormatOptions, formatOf, type MapFormat } from './formats.js';
import { encodePicture } from './picture.js';
import { readPng } from './png.js';
import { readRows } from './png-file.js';

const PNG_OPTIONS = { threshold: 128, by: 'luminance', invert: false, cellSize: 1 } as const;

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

  it('a.png, whose pixels are unpacked once', async () => {
    const [black, red] = [0x000000ff, 0xff0000ff];
    const bytes = encodePicture({ width: 3, height: 2, pixels: Uint32Array.of(black, red, red, black, black, red) });
    const read = (source: ReadFile, legend: Record<string, 'blocked' | 'open'>) =>
      readPng(source, { ...PNG_OPTIONS, legend }, true);
    const kept: ReadFile = { file: 'a.png', bytes, kept: new Map() };
    for (const [one, other] of [
      ['blocked', 'open'],
      ['open', 'blocked'],
    ] as const) {
      const legend = { '#000000': one, '#ff0000': other };
      expect(await read(kept, legend)).toEqual(await read({ file: 'a.png', bytes }, legend));
      expect([...(kept.kept?.values() ?? [])]).toEqual([Uint32Array.of(black, red, red, black, black, red)]);
    }
    // As kept, not as in the file.
    kept.kept?.set(readRows, new Uint32Array(6).fill(black));
    expect((await read(kept, { '#000000': 'open' })).grid.open.reduce((a, b) => a + b, 0)).toBe(6);
  });
});
