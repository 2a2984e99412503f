import { describe, expect, it } from 'vitest';
import { anyCell, random } from '../../../test/grids.js';
import { sample } from '../../../test/samples.js';
import { createGrid } from '../../core/grid/create.js';
import type { Grid } from '../../core/grid/grid.js';
import { linksPart } from '../../runtime/links.js';
import { loadGrid } from '../../runtime/load-grid.js';
import { inside } from '../../runtime/nav.js';
import { wallsPart } from '../../runtime/walls.js';
import { follow } from '../follow/follow.js';
import type { Walker } from '../follow/walker.js';
import { applyChanges, saveChanges } from './changes.js';
import { editable } from './edit.js';
import type { EditableNav } from './edits.js';

const open = (options = {}) => editable(loadGrid(12, 9, () => true, options));
const stateOf = (nav: EditableNav) => {
  const { grid } = inside(nav);
  return [nav.version, (grid as Grid).open.join(), (grid.copy().costs ?? []).join()];
};

describe('edits inside listeners', () => {
  it('reach all listeners after the edit that caused them: a replica has the same map', () => {
    const [nav, replica] = [open(), open()];
    const seen: number[] = [];
    nav.onChange(() => nav.isOpen(3, 3) || nav.setOpen(3, 3, true)); // this door never stays closed
    nav.onChange(({ version, changes }) => {
      seen.push(version);
      replica.edit(changes);
    });
    nav.setOpen(3, 3, false);
    expect([seen, nav.isOpen(3, 3)]).toEqual([[1, 2], true]);
    expect(stateOf(replica)).toEqual(stateOf(nav));
  });

  it('reach listeners of maps that follow in the same order, whoever edits, and errors come out of the first edit', () => {
    const nav = open();
    const follower = editable(
      loadGrid(12, 9, () => true, { size: 2 }),
      { follows: nav },
    );
    const seen: string[] = [];
    const listen = (name: string, one: EditableNav) =>
      one.onChange(({ version }) => {
        seen.push(`${name}${version}`);
        if (version === 1) (name === 'a' ? follower : nav).setOpen(version, 1, false);
        if (version === 2) throw new Error(`${name} failed`);
      });
    listen('a', nav);
    listen('b', follower);
    expect(() => nav.setOpen(5, 5, false)).toThrow('b failed');
    nav.setOpen(9, 5, false);
    expect(seen).toEqual(['a1', 'b1', 'b2', 'a2', 'a3', 'b3']);
  });

  it('may remove other listeners, which get no event more', () => {
    const nav = open();
    const seen: string[] = [];
    nav.onChange(() => {
      seen.push('a');
      end();
    });
    const end = nav.onChange(() => seen.push('b'));
    nav.setOpen(1, 1, false);
    nav.setOpen(1, 1, true);
    expect(seen).toEqual(['a', 'a']);
  });

  it('may update walkers, which know the edit already', () => {
    const nav = editable(loadGrid(40, 40, () => true));
    const walkers: Walker[] = [];
    nav.onChange(() => {
      for (const walker of walkers) walker.update(100);
    });
    const walker = follow(nav, { x: 0.5, y: 1.5 });
    walkers.push(walker);
    walker.to(20, 1);
    walker.update(100);
    // Its walkers know the first edit, which is far away.
    nav.setOpen(0, 39, false);
    for (let i = 0; i < 10; i++) walker.update(100);
    nav.edit({ x: 8, y: 0, height: 9, open: false });
    for (let i = 0; i < 200; i++) {
      walker.update(100);
      expect(nav.isOpen(...walker.cell)).toBe(true);
    }
    expect(walker.status).toBe('arrived');
  });

  it('do not grow the stack', () => {
    const nav = open();
    let left = 20_000;
    nav.onChange(() => left-- > 0 && nav.setOpen(1, 1, left % 2 === 1));
    nav.setOpen(1, 1, false);
    expect([left, nav.version]).toEqual([-1, 20_001]);
  });
});

it('events hold copies of changes, whatever the game does with its objects', () => {
  const nav = open();
  const events: unknown[] = [];
  nav.onChange(({ changes }) => events.push(changes));
  const change = { x: 2, y: 3, open: false };
  nav.edit(change);
  Object.assign(change, { x: 5, open: true });
  expect(events).toEqual([[{ x: 2, y: 3, open: false }]]);
});

it('saved changes of a map made in the game restore its state, and are refused by another', () => {
  for (const options of [{}, { diagonals: 'always' }, { size: 2 }, { diagonals: 'hex-odd-r' }] as const) {
    const nav = open(options);
    nav.edit({ x: 3, y: 2, height: 3, open: false });
    if (nav.diagonals === 'no-corners') nav.setCost(1, 1, 7);
    const other = open(options);
    applyChanges(other, saveChanges(nav));
    expect(stateOf(other).slice(1)).toEqual(stateOf(nav).slice(1));
    const walls = editable(loadGrid(12, 9, (x) => x !== 4, options));
    expect(() => applyChanges(walls, saveChanges(nav))).toThrow('take changes of this very map');
  }
  const withCost = (cost: number) => editable(loadGrid(12, 9, (x) => (x === 4 ? cost : 1)));
  expect(() => applyChanges(withCost(3), saveChanges(withCost(2)))).toThrow('take changes of this very map');
  expect(() => applyChanges(open({ diagonals: 'never' }), saveChanges(open()))).toThrow('this very map');
});

describe('every edit that changes the map is an event, whether or not paths change', () => {
  it.each([
    ['cells', {}],
    ['costs', { costs: true }],
    ['a footprint of 2 x 2', { size: 2 }],
    ['a footprint of 3 x 3, with costs', { size: 3, costs: true }],
    ['hexagons', { diagonals: 'hex-odd-r', costs: true }],
    ['walls, with costs', { diagonals: 'never', walls: true, costs: true }],
  ] as const)('a map that gets them is in the same state after each: %s', (_, options) => {
    const { size, diagonals, costs, walls } = {
      size: 1,
      diagonals: 'no-corners' as const,
      costs: false,
      walls: false,
      ...options,
    };
    for (let seed = 1; seed <= sample(64); seed++) {
      const next = random(seed);
      const make = () => {
        const own = random(seed);
        const grid = createGrid(
          6,
          6,
          (x, y) => (own() < 0.8 || (x < size && y < size)) && (costs ? 1 + Math.floor(3 * own()) : 1),
          {
            size,
            diagonals,
            walls: walls ? [[2, 2, 'east']] : [],
          },
        );
        return editable(loadGrid(grid, { parts: walls ? [wallsPart] : [] }));
      };
      const [host, client] = [make(), make()];
      let events = 0;
      host.onChange(({ changes }) => {
        events++;
        client.edit(changes);
      });
      for (let e = 0; e < 20; e++) {
        const [x, y] = anyCell(host, next);
        const before = saveChanges(host);
        const seen = events;
        if (walls && next() < 0.3) host.edit({ wall: [Math.min(x, 4), y, 'east'], open: next() < 0.5 });
        else if (costs && size === 1 && next() < 0.5) host.setCost(x, y, 1 + Math.floor(4 * next()));
        else host.setOpen(x, y, next() < 0.5);
        const isOther = !Buffer.from(before).equals(saveChanges(host));
        expect([events - seen, host.version]).toEqual([Number(isOther), events]);
        expect(saveChanges(client)).toEqual(saveChanges(host));
      }
    }
  });

  it('an edit below a larger unit reaches a map that follows, and its listeners', () => {
    const man = open();
    const cart = editable(
      loadGrid(12, 9, () => true, { size: 2 }),
      { follows: man },
    );
    const seen: unknown[] = [];
    cart.onChange(({ changes }) => seen.push(...changes));
    man.setOpen(3, 0, false);
    man.setOpen(3, 1, false);
    man.setCost(3, 0, 9);
    man.setOpen(3, 0, true);
    expect(seen).toEqual([
      { x: 3, y: 0, open: false },
      { x: 3, y: 1, open: false },
      { x: 3, y: 0, cost: 9 },
      { x: 3, y: 0, open: true },
    ]);
  });

  it('a map that follows without a link of its leader tells its listeners of no such link', () => {
    const links = [{ name: 'lift', from: [0, 0], to: [4, 4] } as const];
    const man = editable(
      loadGrid(
        createGrid(12, 9, () => true, { links }),
        { parts: [linksPart] },
      ),
    );
    const cart = editable(
      loadGrid(12, 9, () => true, { size: 2 }),
      { follows: man },
    );
    const replica = editable(loadGrid(12, 9, () => true, { size: 2 }));
    cart.onChange(({ changes }) => replica.edit(changes));
    man.edit([
      { link: 'lift', open: false },
      { x: 3, y: 0, open: false },
    ]);
    expect([replica.isOpen(3, 0), replica.version]).toEqual([false, 1]);
  });
});
