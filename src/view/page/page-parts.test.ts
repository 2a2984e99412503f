/** What of the page is no drawing: where the map is looked at, which tiles are seen, what the table says, keys, the address. */
import { describe, expect, it } from 'vitest';
import type { Answer } from '../desk/measure.js';
import { LAYER_GROUPS } from '../layer-groups.js';
import { LAYER_NAMES } from '../layers.js';
import { type Colour, THEMES } from '../theme.js';
import { type Acting, cellIn, pageActions } from './actions.js';
import { COLUMNS, leastCost, microsText } from './answer-rows.js';
import { areaOf, Camera, rulerStep } from './camera.js';
import { actionOf, keyName } from './keys.js';
import { hashOf, stateOf } from './state.js';
import { keyText, levelFor, standIn, tilesOf, tilesWith } from './tile-plan.js';

describe('the camera', () => {
  const camera = () => Object.assign(new Camera(), { width: 100, height: 50, across: 800, down: 600 });

  it('shows all of the map, and knows which cell lies where', () => {
    const all = camera();
    all.fit();
    expect(all.view).toEqual([50, 25, 7.84]);
    expect(all.cellAt(...all.placeOf([12, 8]))).toEqual([12, 8]);
    expect(all.cellAt(2, 2)).toBeUndefined();
    expect(all.placing(2).area).toEqual({ x0: 0, y0: 0, x1: 100, y1: 50 });
  });

  it('keeps a place where it is when it comes nearer, and never leaves the map', () => {
    const near = camera();
    near.fit();
    const [left, top] = near.placeOf([20, 10]);
    near.zoomAt(3, left, top);
    const [x, y] = near.placeOf([20, 10]);
    expect([x, y].map(Math.round)).toEqual([left, top].map(Math.round));
    near.look(-500, 900, 1000);
    expect(near.view).toEqual([0, 50, 80]);
  });

  it('numbers rulers so that they do not touch, and finds the area of a path', () => {
    expect([80, 20, 14].map(rulerStep)).toEqual([1, 5, 5]);
    expect(areaOf([3, 4, 9, 2])).toEqual({ x0: 3, y0: 2, x1: 10, y1: 5 });
  });
});

describe('tiles', () => {
  it('are as fine as the screen, those in the middle first', () => {
    expect([8, 1, 0.5, 0.3, 0.001].map(levelFor)).toEqual([0, 0, 1, 1, 7]);
    const seen = tilesOf({ x0: 0, y0: 0, x1: 768, y1: 256 }, 0);
    expect(seen.map(keyText)).toEqual(['0/1/0', '0/0/0', '0/2/0']);
  });

  it('are stood in for by a part of a coarser one', () => {
    expect(standIn({ level: 0, tx: 5, ty: 2 }, (key) => key === '2/1/0')).toEqual({
      key: '2/1/0',
      x: 64,
      y: 128,
      side: 64,
    });
    expect(standIn({ level: 0, tx: 5, ty: 2 }, () => false)).toBeUndefined();
  });

  it('hold a cell at every level', () => {
    expect([...tilesWith([300 | (600 << 16)])].slice(0, 3)).toEqual(['0/1/2', '1/0/1', '2/0/0']);
  });
});

describe('the table of engines', () => {
  const answer = (changes: Partial<Answer>): Answer => ({
    engine: 'jps',
    cells: 1200,
    micros: 0.7,
    runs: 9,
    storage: 0,
    cost: 10,
    ...changes,
  });

  it('has time, excess and expansions first', () => {
    expect(COLUMNS.filter(({ first }) => first).map(({ title }) => title)).toEqual(['µs', 'excess', 'expanded']);
  });

  it.each<[number, string]>([
    [0.7, '<1'],
    [1.04, '1.0'],
    [3725000, '3,725,000'],
  ])('says %d µs as %s', (micros, text) => expect(microsText({ micros })).toBe(text));

  it('says what is not counted, and how much dearer a path is than the cheapest', () => {
    const answers = [answer({}), answer({ cost: 11, expanded: 1234, memory: 2500 })];
    const texts = answers.map((one) => COLUMNS.map((column) => column.text(one, leastCost(answers))));
    expect(texts).toEqual([
      ['<1', '0.00 %', '-', '10.0000', '1,200', '-', '-', '…'],
      ['<1', '10.00 %', '1,234', '11.0000', '1,200', '-', '-', '3'],
    ]);
    const { cost: _, ...none } = answer({});
    expect(COLUMNS[1].text(none, Infinity)).toBe('no path');
  });
});

describe('keys', () => {
  const page = (log: string[]): Acting => {
    const noting =
      (name: string) =>
      (...args: unknown[]) =>
        void log.push([name, ...args].join(' '));
    const names = [
      'setMode',
      'setQuery',
      'choose',
      'showPath',
      'recolour',
      'play',
      'explain',
      'undo',
      'save',
      'copied',
      'help',
    ];
    const view = Object.assign(
      Object.fromEntries(['fit', 'zoomBy', 'pan', 'look'].map((name) => [name, noting(name)])),
      {
        view: [5.5, 6.5, 10],
      },
    );
    const given = {
      view,
      state: () => ({ start: [1, 1], goal: [2, 2], layers: new Set() }),
      opened: () => ({ width: 10, height: 10 }),
    };
    return Object.assign(given, Object.fromEntries(names.map((name) => [name, noting(name)]))) as unknown as Acting;
  };

  it('do what the list of them says', () => {
    const log: string[] = [];
    const actions = pageActions(page(log));
    for (const [key, shiftKey] of [
      ['ArrowLeft', false],
      ['ArrowLeft', true],
      ['s', false],
      ['x', false],
      ['?', true],
      ['e', false],
    ] as const)
      actionOf(actions, { key, shiftKey })?.act();
    expect(log).toEqual(['pan -1 0', 'choose 4,6', 'setQuery 5,6 2,2', 'setQuery 2,2 1,1', 'help', 'setMode edit']);
    expect(actionOf(actions, { key: 'q', shiftKey: false })).toBeUndefined();
    expect([' ', 'Escape', 'v'].map(keyName)).toEqual(['space', 'Esc', 'v']);
  });

  it('are of one action each', () => {
    const keys = pageActions(page([])).flatMap(({ keys, shift }) =>
      keys.map((key) => `${shift ? 'shift ' : ''}${key}`),
    );
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('go to a cell as people type it', () => {
    expect(['12, 8', ' 12 8', '12;8', '12', 'a,b'].map(cellIn)).toEqual([
      [12, 8],
      [12, 8],
      [12, 8],
      undefined,
      undefined,
    ]);
  });
});

it('an address brings back what is seen, and leaves out what makes no sense', () => {
  const hash = '#map=a.map&layers=terrain,gates&start=2,3&goal=4,5&engine=jps&view=10,20,4.5&theme=dark';
  expect(hashOf(stateOf(hash))).toBe(hash);
  expect(stateOf('#start=a,b&layers=nothing&theme=pink')).toMatchObject({
    start: undefined,
    layers: new Set(),
    theme: undefined,
  });
});

describe('layers', () => {
  it('are each in one group with a title', () => {
    const listed = Object.values(LAYER_GROUPS).flatMap(Object.keys);
    expect([...listed].sort()).toEqual([...LAYER_NAMES].sort());
    expect(new Set(Object.values(LAYER_GROUPS).flatMap(Object.values)).size).toBe(listed.length);
  });

  it.each(['light', 'dark'] as const)('have colours that differ where they lie on each other: %s', (name) => {
    const { path, raw, coarse, start, directions, levels, nodes, edges, jump, inter, edge } = THEMES[name];
    const far = (a: Colour, b: Colour) =>
      Math.hypot(...[24, 16, 8].map((shift) => ((a >>> shift) & 255) - ((b >>> shift) & 255)));
    for (const [a, b] of [
      [path, directions[7]],
      [path, edge],
      [nodes[0], levels[0]],
      [nodes[0], edges[0]],
      [levels[0], edges[0]],
      [nodes[0], jump],
      [nodes[1], jump],
      [inter, edges[0]],
      ...[path, raw, start, levels[0], levels[1], nodes[0]].map((other) => [coarse, other]),
    ])
      expect(far(a, b), `${a.toString(16)} ${b.toString(16)}`).toBeGreaterThan(40);
  });
});
