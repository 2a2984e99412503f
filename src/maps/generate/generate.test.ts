import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { fingerprint } from '../../core/blob/fingerprint.js';
import { componentSizes } from '../../core/grid/components.js';
import { countOpen } from '../../core/grid/grid.js';
import { parseMap } from '../movingai.js';
import { DENSITIES, generateMap, MAP_KINDS } from './generate.js';
import { landOf, landText } from './land.js';

describe('generateMap', () => {
  it.each(MAP_KINDS)('makes the same %s for the same seed, another one for another, whatever its size', (kind) => {
    const make = (seed: number) =>
      Buffer.from(
        fingerprint(generateMap(kind, { width: 65, height: 40, seed, density: DENSITIES[kind] || 0.2 })),
      ).toString('hex');
    expect(make(1)).toBe(make(1));
    expect(make(1)).not.toBe(make(2));
    for (const side of [1, 2, 3]) expect(generateMap(kind, { width: side, height: side }).width).toBe(side);
  });

  it('makes these maps, on every machine and in every version', () => {
    const sum = createHash('sha256');
    for (const kind of MAP_KINDS.slice(0, 6))
      sum.update(fingerprint(generateMap(kind, { width: 100, height: 70, seed: 7 })));
    expect(sum.digest('hex')).toBe('5fe65275a1ebd0feac69371dbc56fa5e3eae0137a0fee37a64330d96fcf1b2a2');
  });

  it.each([
    ['wall', 'fccdeecd36115d33'],
    ['meadow', '72ab549a2ebb5613'],
  ] as const)('makes this %s', (kind, print) => {
    const sum = Buffer.from(fingerprint(generateMap(kind, { width: 100, height: 70, seed: 7 }))).toString('hex');
    expect(sum.slice(0, 16)).toBe(print);
  });

  it('makes land in parts that fit together, the same on every machine', () => {
    const land = landOf(5, 0.3);
    const whole = generateMap('land', { width: 300, height: 90, seed: 5 });
    const row = new Uint8Array(70);
    for (let y = 0; y < 90; y += 7) {
      for (let x = 0; x < 230; x += 23) {
        land.row(x, y, row);
        expect([...row]).toEqual([...whole.open.subarray(whole.cell(x, y), whole.cell(x, y) + 70)]);
      }
    }
    const text = Buffer.concat([...landText(land, 40, 10, 100, 20)]).toString();
    const part = parseMap(Buffer.from(text));
    for (let y = 0; y < 20; y++)
      for (let x = 0; x < 100; x++) expect(part.isOpen(x, y)).toBe(whole.isOpen(40 + x, 10 + y));
    expect(Buffer.from(fingerprint(whole)).toString('hex').slice(0, 16)).toBe('e726d28e34c4230e');
    const far = generateMap('land', { width: 600, height: 600, seed: 9 });
    expect(countOpen(far) / 360_000).toBeGreaterThan(0.4);
  });

  it('does what its options say', () => {
    const noise = generateMap('noise', { width: 200, height: 200, density: 0.4 });
    expect(countOpen(noise) / 40_000).toBeCloseTo(0.6, 1);
    const weights = generateMap('weights', { width: 64, height: 64, highest: 200, density: 0 });
    expect(weights.costs?.reduce((a, b) => Math.max(a, b), 0)).toBeGreaterThan(150);
    expect(weights.costs?.[weights.cell(0, 0)]).toBe(weights.costs?.[weights.cell(3, 3)]);
    const rooms = generateMap('rooms', { width: 30, height: 30, room: 9, density: 0 });
    expect([rooms.isOpen(8, 8), rooms.isOpen(9, 5), rooms.isOpen(5, 19)]).toEqual([true, false, false]);
    const maze = generateMap('maze', { width: 31, height: 31, corridor: 3 });
    expect([0, 1, 2].every((x) => maze.isOpen(x, 4)) && !maze.isOpen(3, 3)).toBe(true);
    expect(componentSizes(maze)).toHaveLength(1);
    expect(() => generateMap('noise', { width: 0 })).toThrow('grid is 0 x 512 cells');
  });
});
