/** Pictures of LDtk levels. Whole levels were compared with the pictures that LDtk exports: docs/decisions/viewer.md. */
import { expect, it } from 'vitest';
import { MapFiles } from '../../maps/files.js';
import { ldtkPicture } from './ldtk-picture.js';

const tile = (x: number, y: number, t: number, f = 0) => ({ px: [x, y], src: [0, 0], f, t, d: [0] });
const layer = (name: string, tiles: object[], more: object = {}) => ({
  ...{ __identifier: name, __type: 'Tiles', __cWid: 3, __cHei: 2, __gridSize: 16, __opacity: 0.5, __tilesetDefUid: 7 },
  ...{ __pxTotalOffsetX: 0, __pxTotalOffsetY: 0, visible: true, gridTiles: tiles, autoLayerTiles: [], ...more },
});

function picture(...layers: object[]) {
  const tileset = { uid: 7, identifier: 'T', relPath: 't.png', tileGridSize: 16, __cWid: 8, __cHei: 8, enumTags: [] };
  const project = {
    ...{ __header__: { app: 'LDtk' }, jsonVersion: '1.5.3' },
    defs: { layers: [], tilesets: [tileset], entities: [], enums: [] },
    levels: [{ identifier: 'A', uid: 1, pxWid: 48, pxHei: 32, layerInstances: layers }],
  };
  const source = { file: '/a.ldtk', bytes: new TextEncoder().encode(JSON.stringify(project)) };
  return ldtkPicture(source, new MapFiles('/a.ldtk', '/'), undefined);
}

it('draws all tiles that lie on one another, as far as 16', async () => {
  const stack = Array.from({ length: 20 }, (_, t) => tile(16, 0, t));
  const { layers } = await picture(layer('Deep', stack));
  expect(layers.map(({ numbers }) => numbers[1])).toEqual([...Array.from({ length: 15 }, (_, t) => 1 + t), 20]);
  expect(layers.every(({ opacity }) => opacity === 0.5)).toBe(true);
});

it('moves tiles by the pixels of their rules, also over the edge', async () => {
  const { layers } = await picture(
    layer('Moved', [tile(21, 3, 4), tile(-5, 16, 5), tile(-16, 0, 6), tile(32, 16, 7, 3)]),
  );
  expect(layers).toHaveLength(1);
  expect([...layers[0].numbers]).toEqual([0, 5, 0, 6, 0, (8 | (3 << 30)) >>> 0]);
  expect([...(layers[0].moved ?? [])]).toEqual([
    [1, [5, 3]],
    [3, [-5, 0]],
  ]);
});

it('leaves hidden layers out', async () => {
  const { layers } = await picture(layer('A', [tile(0, 0, 1)]), layer('B', [tile(0, 0, 1)], { visible: false }));
  expect(layers.map(({ name }) => name)).toEqual(['A']);
});
