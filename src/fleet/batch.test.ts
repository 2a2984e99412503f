import { expect, it } from 'vitest';
import { TinyMaps } from './batch.js';

it('says once that maps are too small for a fleet, after a thousand of them and none that is larger', () => {
  const said = (sizes: number[]) => {
    const maps = new TinyMaps();
    return sizes.flatMap((bytes, i) => (maps.next(bytes) ? [i] : []));
  };
  const tiny = Array<number>(3000).fill(350);
  expect([said(tiny), said([351, ...tiny]), said(tiny.slice(0, 999))]).toEqual([[999], [], []]);
});
