import { describe, expect, it } from 'vitest';
import { choiceOf, commandLine, optionsOf } from './choice.js';
import { type Choice, NOTHING } from './chooser.js';

const MAP = {
  format: 'tiled' as const,
  layers: [
    { name: 'Ground', isTiles: true, isVisible: true },
    { name: 'Trees', isTiles: true, isVisible: true },
    { name: 'Secret', isTiles: true, isVisible: false },
    { name: 'Spots', isTiles: false, isVisible: true },
  ],
  sets: [
    { first: 1, name: 'terrain' },
    { first: 100, name: 'props' },
    { first: 200, name: 'props' },
  ],
  used: new Map([1, 2, 5, 9, 100, 101, 200, 201].map((number) => [number, 3])),
};
const choice = (more: Partial<Choice>): Choice => ({ ...NOTHING, ...more });
const options = (more: Partial<Choice>, given = {}) => optionsOf(choice(more), given, MAP);

describe('options of a choice', () => {
  it('are none where nothing was clicked, but those that cannot be clicked', () => {
    expect(options({})).toEqual({});
    expect(options({}, { costProperty: 'price', tilesets: { terrain: 3 } })).toEqual({
      costProperty: 'price',
      tilesets: { terrain: 3 },
    });
  });

  it('name layers that block, and those that are read only if the others are not visible', () => {
    expect(options({ roles: new Map([['Secret', 'blocked']]) })).toEqual({ blockedLayers: ['Secret'] });
    expect(options({ roles: new Map([['Trees', 'off']]) })).toEqual({ layers: ['Ground'] });
    expect(options({ roles: new Map([['Secret', 'read']]) })).toEqual({ layers: ['Ground', 'Trees', 'Secret'] });
  });

  it('join tiles that follow each other in use, and end with a tileset; a second tileset of a name has numbers', () => {
    const blocked = ['1', '2', '5', '100', '200', '201'].map((key) => [key, 'blocked'] as const);
    expect(options({ tiles: new Map(blocked) })).toEqual({ blockedTiles: ['terrain:0-4', 'props:0', '200-201'] });
  });

  it('keep tiles of one layer apart, and open tiles are only exceptions', () => {
    const tiles = new Map([
      ['1@Trees', 'blocked'],
      ['2', 'open'],
      ['5@Ground', 'open'],
    ] as const);
    expect(options({ tiles })).toEqual({
      blockedTiles: ['terrain:0@Trees'],
      openTiles: ['terrain:1@*', 'terrain:4@Ground'],
    });
  });

  it('come back as the same choice', () => {
    const given = {
      layers: ['Ground', 'Secret'],
      blockedLayers: ['Trees', 'of other maps'],
      blockedTiles: ['terrain:0-4', '200', 'props:1@Ground'],
      openTiles: ['terrain:8@*'],
      ...{ empty: 'open', marks: 'off', shapes: 'half' },
    };
    expect(optionsOf(choiceOf(given, MAP), given, MAP)).toEqual({
      ...given,
      layers: ['Ground', 'Trees', 'Secret'],
      blockedTiles: ['terrain:0-4', '200', 'props:1@Ground'],
    });
  });
});

it('a command line quotes names, and commas in them', () => {
  expect(commandLine('maps/a b.tmx', { blockedLayers: ['Trees, high', 'x'], empty: 'open', tilesets: { a: 2 } })).toBe(
    'npx gridprep jps "maps/a b.tmx" --tiled.blocked-layers "Trees\\\\, high,x" --tiled.empty open',
  );
});
