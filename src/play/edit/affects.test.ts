import { describe, expect, it } from 'vitest';
import { anyCell, cellsOf, random } from '../../../test/grids.js';
import { sample } from '../../../test/samples.js';
import { createGrid } from '../../core/grid/create.js';
import { isHex } from '../../core/grid/rules.js';
import { type Path, PathBuffer } from '../../core/search/path.js';
import { linksPart } from '../../runtime/links.js';
import { loadGrid } from '../../runtime/load-grid.js';
import { fleeField, flowField } from '../field/field.js';
import { findPathAround } from '../reach/around.js';
import { reach } from '../reach/reach.js';
import { straighten } from '../straighten/straighten.js';
import { affects } from './affects.js';
import { editable } from './edit.js';
import type { ChangingNav } from './edits.js';

type Ends = [x0: number, y0: number, x1: number, y1: number];

/** Paths of everything that finds some, of one query. */
function pathsOf(nav: ChangingNav, [x0, y0, x1, y1]: Ends): Record<string, Path | PathBuffer | null> {
  const slow = [0, 1, 2, 3, 4, 5].flatMap((y) => [2, y, 4]);
  const buffer = new PathBuffer();
  const path = nav.findPath(x0, y0, x1, y1);
  const danger = flowField(nav, [x1, y1]);
  const hexes = isHex({ moveRule: nav.diagonals });
  const slowed = reach(nav, x0, y0, 99, { slow }).pathTo(x1, y1);
  return {
    findPath: path,
    straighten: path && straighten(nav, path),
    around: findPathAround(nav, x0, y0, x1, y1, []),
    'around, slow': findPathAround(nav, x0, y0, x1, y1, [], { slow }),
    reach: reach(nav, x0, y0, 99).pathTo(x1, y1),
    'reach, slow': slowed,
    'reach, slow, straightened': slowed && nav.size === 1 ? straighten(nav, slowed) : null,
    'reach, entered': reach(nav, x0, y0, 99, { costs: 'entered' }).pathTo(x1, y1),
    'reach, average': reach(nav, x0, y0, 99, { costs: 'average' }).pathTo(x1, y1),
    field: danger.findPath(x0, y0),
    'field, start costs': flowField(nav, [x1, y1], { costs: [7] }).findPath(x0, y0),
    flee: fleeField(nav, danger).findPath(x0, y0),
    ...(!hexes && {
      'field, diagonal': flowField(nav, [x1, y1], { diagonal: 1 }).findPath(x0, y0),
      'field, diagonal, buffer': flowField(nav, [x1, y1], { diagonal: 2 }).findPathInto(x0, y0, buffer) ? buffer : null,
      'flee, diagonal': fleeField(nav, flowField(nav, [x1, y1], { diagonal: 1.5 })).findPath(x0, y0),
      'reach, diagonal': reach(nav, x0, y0, 99, { diagonal: 1 }).pathTo(x1, y1),
      'reach, alternate': reach(nav, x0, y0, 99, { diagonal: 'alternate' }).pathTo(x1, y1),
    }),
  };
}

describe.each([
  ['no-corners', 'average'],
  ['no-corners', 'entered'],
  ['always', 'average'],
  ['never', 'entered'],
  ['hex-odd-r', 'average'],
] as const)('affects, moves %s, costs %s', (diagonals, costs) => {
  it('is true exactly if an edit makes a path illegal or changes the costs of its cells, whatever found it', () => {
    for (let seed = 1; seed <= sample(160); seed++) {
      const next = random(seed);
      const cell = () => (next() < 0.2 ? 0 : 1 + Math.floor(3 * next()));
      const nav = editable(loadGrid(createGrid(6, 6, cell, { diagonals, costs })));
      nav.setCost(...anyCell(nav, next), 2);
      const ends: Ends = [...anyCell(nav, next), ...anyCell(nav, next)];
      const { version } = nav;
      const paths = Object.entries(pathsOf(nav, ends)).flatMap(([name, path]) => (path ? [{ name, path }] : []));
      for (const { name, path } of paths) expect([seed, name, affects(nav, path)]).toEqual([seed, name, false]);
      expect(nav.version).toBe(version);
      for (const [x, y] of cellsOf(nav)) {
        const [isOpen, cost] = [nav.isOpen(x, y), nav.costAt(x, y)];
        if (!isOpen) continue;
        const isOn = ({ cells }: Path | PathBuffer, length: number) =>
          Array.from({ length }, (_, i) => i).some((i) => cells[2 * i] === x && cells[2 * i + 1] === y);
        const marked = paths.map(({ name, path }) => {
          const count = 'cellCount' in path ? path.cellCount : path.cells.length >> 1;
          // The cost of the first cell may not count, and a path of one cell costs nothing.
          const isFirst = path.cells[0] === x && path.cells[1] === y;
          return { name, path, isOn: isOn(path, count), isCounted: isOn(path, count) && !isFirst && count > 1 };
        });
        nav.setCost(x, y, cost + 5);
        for (const { name, path, isOn, isCounted } of marked) {
          if (isCounted || !isOn) expect([name, x, y, affects(nav, path)]).toEqual([name, x, y, isCounted]);
        }
        nav.setCost(x, y, cost);
        nav.setOpen(x, y, false);
        for (const { name, path, isOn } of marked) if (isOn) expect([name, affects(nav, path)]).toEqual([name, true]);
        nav.setOpen(x, y, true);
      }
      for (const { name, path } of paths) expect([name, affects(nav, path)]).toEqual([name, false]);
    }
  });
});

it('is true of paths of a reach of an earlier map', () => {
  const nav = editable(loadGrid(6, 6, (x) => 1 + (x % 2)));
  const moves = reach(nav, 0, 0, 30, { diagonal: 1 });
  nav.setCost(2, 2, 9);
  const path = moves.pathTo(5, 5) as Path;
  expect(affects(nav, path)).toBe(true);
  expect(() => affects(nav, {} as Path)).toThrow('path is [object Object], expected a Path or PathBuffer');
});

it('affects is true for a path over a seam whose cost has changed', () => {
  const nav = editable(
    loadGrid(
      createGrid(2, 3, (x, y) => x + y !== 1, { wrap: 'xy' }),
      { parts: [linksPart] },
    ),
  );
  nav.setCost(0, 0, 255);
  const path = nav.findPath(0, 0, 0, 2) as Path;
  expect([path.cost, affects(nav, path)]).toEqual([128, false]);
  nav.setCost(0, 0, 1);
  expect(affects(nav, path)).toBe(true);
  nav.setCost(0, 0, 255);
  expect(affects(nav, path)).toBe(false);
});
