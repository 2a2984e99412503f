import { describe, expect, it } from 'vitest';
import { choice, flag, number } from '../../core/options/option.js';
import { engineList, findEngine, parameterList, valuesOf } from './lookup.js';

const PARAMETERS = { h: choice('', ['octile', 'zero'], 'octile'), w: number('', 1, 3, 1), aside: flag('', false) };

describe('parameters of an engine', () => {
  it.each([
    [[], { h: 'octile', w: 1, aside: false }],
    [['w=1.65', 'aside'], { h: 'octile', w: 1.65, aside: true }],
    [['h=zero'], { h: 'zero', w: 1, aside: false }],
  ])('%j keep the defaults of the others', (given, values) => {
    expect(valuesOf('astar', PARAMETERS, given)).toEqual(values);
  });

  it.each([
    ['hh=1', 'astar has no parameter "hh"; there are h=octile|zero, w=1, aside'],
    ['h=fast', 'astar:h is "fast"; allowed is octile, zero'],
    ['h', 'astar:h has no value; allowed is octile, zero'],
    ['w=4', 'astar:w is "4"; allowed is a number from 1 to 3'],
    ['w=', 'astar:w is ""; allowed is a number from 1 to 3'],
    ['aside=1', 'astar:aside is "1"; it is a flag, without a value'],
    ['toString', 'astar has no parameter "toString"; there are h=octile|zero, w=1, aside'],
  ])('%s is refused', (given, message) => {
    expect(() => valuesOf('astar', PARAMETERS, [given])).toThrow(new RangeError(message));
  });

  it('are printed as they are written', () => {
    expect(parameterList(PARAMETERS)).toBe('h=octile|zero, w=1, aside');
  });
});

describe('a list of engines', () => {
  it.each([
    ['astar,jps', ['astar', 'jps']],
    ['astar:h=manhattan,w=1.65,bounds,jps', ['astar:h=manhattan,w=1.65,bounds', 'jps']],
    ['hpa:cluster=10,raw,hpa:raw , table', ['hpa:cluster=10,raw', 'hpa:raw', 'table']],
    ['jps,w=2', ['jps', 'w=2']],
  ])('%s', (list, names) => {
    expect(engineList(list)).toEqual(names);
  });

  it('knows families and aliases', () => {
    expect(findEngine('astar-zero')).toMatchObject({ about: 'A*', exact: true });
    expect(findEngine('astar:w=1.75').exact).toBe(false);
    expect(() => findEngine('jps:w=2')).toThrow(new RangeError('jps has no parameter "w"; it has none'));
    expect(() => findEngine('magic')).toThrow(/^engine "magic" is not known; known are astar, jps-online, .*, table3$/);
  });
});
