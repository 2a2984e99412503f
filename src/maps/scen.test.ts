import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MapError } from '../core/errors.js';
import { STRAIGHT } from '../core/grid/step-costs.js';
import { dijkstra } from '../core/oracle/dijkstra.js';
import { parseMap } from './movingai.js';
import { parseScenarios, scenarioTolerance } from './scen.js';

const LINE = '3\tcourtyard.map\t40\t30\t1\t2\t3\t4\t12.82842713';
const SCENARIO = {
  ...{ bucket: 3, map: 'courtyard.map', width: 40, height: 30 },
  ...{ startX: 1, startY: 2, goalX: 3, goalY: 4, optimal: 12.82842713 },
};
const FIELDS = 'bucket, map, width, height, start x, start y, goal x, goal y, optimal length';

/** The good line with one field replaced. */
function lineWith(field: number, value: string): string {
  return LINE.split('\t')
    .map((old, i) => (i === field ? value : old))
    .join('\t');
}

describe('good scenario files', () => {
  it.each([
    ['version 1', `version 1\n${LINE}\n`],
    ['version 1.0', `version 1.0\n${LINE}\n`],
    ['CR LF line ends', `version 1\r\n${LINE}\r\n`],
    ['no last line end', `version 1\n${LINE}`],
    ['blank lines', `version 1\n\n${LINE}\n \n\t\n`],
    ['fields parted by spaces', `version 1\n${LINE.replaceAll('\t', '  ')}\n`],
    ['fields parted by several tabs', `version 1\n${LINE.replaceAll('\t', '\t\t')}\n`],
    ['spaces around the version', `  version  1 \n${LINE}\n`],
  ])('may have %s', (_, text) => {
    expect(parseScenarios(text)).toEqual([SCENARIO]);
  });

  it('may name maps with spaces, parted by tabs', () => {
    expect(parseScenarios(`version 1\n${lineWith(1, 'my maps/the yard.map')}`)).toEqual([
      { ...SCENARIO, map: 'my maps/the yard.map' },
    ]);
  });

  it('keep their order', () => {
    const text = `version 1\n${LINE}\n${lineWith(0, '0')}\n${lineWith(0, '9')}\n`;
    expect(parseScenarios(text).map((s) => s.bucket)).toEqual([3, 0, 9]);
  });
});

const VERSIONS = 'expected "version 1" or "version 1.0"';
describe('bad scenario files', () => {
  it.each([
    ['an empty file', '', `f.scen:1:1: found "", ${VERSIONS}`],
    ['another version', `version 2\n${LINE}`, `f.scen:1:1: found "version 2", ${VERSIONS}`],
    ['version 1.5', `version 1.5\n${LINE}`, `f.scen:1:1: found "version 1.5", ${VERSIONS}`],
    ['no version line', LINE, `f.scen:1:1: found ${JSON.stringify(LINE.slice(0, 40))}, ${VERSIONS}`],
    ['no scenario', 'version 1\n\n', `f.scen: the file holds no scenario; expected lines of ${FIELDS}`],
    ['a short line', `version 1\n${LINE}\n1\ta.map\t3`, `f.scen:3: found 3 fields, expected 9: ${FIELDS}`],
    ['a long line', `version 1\n${LINE}\t7`, `f.scen:2: found 10 fields, expected 9: ${FIELDS}`],
    ['a bad bucket', `version 1\n${lineWith(0, 'x')}`, 'f.scen:2: bucket is "x", expected a whole number'],
    ['a bad width', `version 1\n${lineWith(2, '4.5')}`, 'f.scen:2: width is "4.5", expected a whole number'],
    ['a bad height', `version 1\n${lineWith(3, '1e3')}`, 'f.scen:2: height is "1e3", expected a whole number'],
    ['a negative start x', `version 1\n${lineWith(4, '-1')}`, 'f.scen:2: start x is "-1", expected a whole number'],
    ['a bad start y', `version 1\n\n${lineWith(5, '0x1')}`, 'f.scen:3: start y is "0x1", expected a whole number'],
    ['a bad goal x', `version 1\n${lineWith(6, 'NaN')}`, 'f.scen:2: goal x is "NaN", expected a whole number'],
    ['a bad goal y', `version 1\n${lineWith(7, '+3')}`, 'f.scen:2: goal y is "+3", expected a whole number'],
    ['a bad length', `version 1\n${lineWith(8, 'far')}`, 'f.scen:2: optimal length is "far", expected a number'],
    ['a negative length', `version 1\n${lineWith(8, '-1.5')}`, 'f.scen:2: optimal length is "-1.5", expected a number'],
  ])('%s is refused', (_, text, message) => {
    expect(() => parseScenarios(text, 'f.scen')).toThrow(new MapError(message));
  });
});

describe('fixtures/maps/courtyard.map.scen', () => {
  it('holds the optima that Dijkstra finds, to the last printed digit', () => {
    const grid = parseMap(readFileSync('fixtures/maps/courtyard.map'));
    const scenarios = parseScenarios(readFileSync('fixtures/maps/courtyard.map.scen', 'utf8'));
    expect(scenarios).toHaveLength(30);
    for (const s of scenarios) {
      expect([s.map, s.width, s.height]).toEqual(['courtyard.map', grid.width, grid.height]);
      const optimal = dijkstra(grid, s.startX, s.startY)[grid.cell(s.goalX, s.goalY)] / STRAIGHT;
      expect(s.optimal).toBe(Number(optimal.toFixed(8)));
      expect(s.bucket).toBe(Math.floor(optimal / 4));
    }
  });
});

// biome-ignore lint/suspicious/noApproximativeNumericConstant: the rounded value is the point
const ROUNDED_SQRT2 = 1.41421;

it('scenarioTolerance covers two decimals and a rounded square root of 2, never half a step', () => {
  expect(scenarioTolerance(0)).toBe(0.011);
  expect(scenarioTolerance(1000)).toBeGreaterThan(1000 * (Math.SQRT2 / ROUNDED_SQRT2 - 1) + 0.01);
  // The smallest difference two short paths can have is sqrt(2) - 1.
  expect(scenarioTolerance(10_000)).toBeLessThan(Math.SQRT2 - 1);
});
