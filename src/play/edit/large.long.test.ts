import { expect, it } from 'vitest';
import { loadGrid } from '../../runtime/load-grid.js';
import { saveChanges } from './changes.js';
import { editable } from './edit.js';

it('edits more cells than a set can hold, and takes them back', () => {
  const side = 4100;
  const nav = editable(loadGrid(side, side, () => true));
  nav.edit({ x: 0, y: 0, width: side, height: side, open: false });
  expect([nav.isOpen(9, 9), saveChanges(nav).length < 100_000]).toEqual([false, true]);
  nav.setOpen(7, 7, true);
  nav.reset();
  expect([saveChanges(nav).length, nav.findPath(0, 0, side - 1, 0)?.cost]).toEqual([22, side - 1]);
}, 60_000);
