/**
 * The JSON that `prep map` writes and every command reads, for games with their own map format:
 *
 *     { "gridprep": "map", "width": 3, "height": 2, "cells": [[1, 1, 0], [1, 5, 0]] }
 *
 * 0 is blocked, any other number the cost of a cell. `hex` makes hexagons of the cells: `"odd-r"`, `"even-r"`,
 * `"odd-q"` or `"even-q"`, the rows or columns that are pushed by half a cell, or `"axial"`. It, `cellSize`,
 * `stepCosts` (`"entered"`), `axes`, `origin`, `walls` between cells, `doors`, `markers` (once `points`), `links` and
 * `floors` are optional.
 */

import { MapError } from '../core/errors.js';
import { withMoves } from '../core/grid/clearance.js';
import { STEP_COSTS, type StepCosts, stepCostsOf } from '../core/grid/entered.js';
import type { Grid, MoveRule } from '../core/grid/grid.js';
import { checkPlaces, type Floor, type Place, type Places } from '../core/grid/places.js';
import { HEX_LAYOUTS, ruleOfLayout } from '../core/grid/rules.js';
import { ONE_WAY, type WallInput } from '../core/grid/walls.js';
import { MAX_COST } from '../core/limits.js';
import { Fields, parseJson } from './fields.js';
import type { ReadFile } from './files.js';
import { endsOf, linksFrom } from './links.js';
import { BLOCKED, checkSides, type MapLevel, Plane } from './plane.js';
import { quote } from './text.js';
import { blockedBy, checkedWall, countWalls, layWalls, type MapWalls } from './walls.js';

/** @throws {MapError} naming file, row and cell */
export function readCells({ file, bytes }: ReadFile): MapLevel {
  const map = new Fields(parseJson(bytes, file), file);
  const [width, height] = [map.number('width'), map.number('height')];
  checkSides(width, height, file);
  const plane = new Plane(width, height, file);
  eachCell(map.list('cells'), width, height, `${file}: cells`, BLOCKED, (x, y, value) => {
    plane.prices[y * width + x] = value;
  });
  const places = readPlaces(map, plane);
  checkPlaces(places, file);
  const walls = blockedBy([['0', plane.prices.reduce((sum, price) => sum + Number(price === BLOCKED), 0)]]);
  const grid = plane.toGrid('a 0 is a blocked cell', walls);
  if (map.has('oneWay')) throw new MapError(`${file}: key "oneWay" is unknown; ${ONE_WAY}`);
  if (map.has('walls')) layWalls(grid, map.raw('walls') as MapWalls, file);
  if (map.has('costs'))
    throw new MapError(
      `${file}: key "costs" is unknown; write costs as numbers in "cells", and "stepCosts": "entered"`,
    );
  if (map.has('stepCosts')) grid.stepCosts = stepCostsIn(map);
  const links = endsOf(linksFrom(map), { doors: [], markers: [] }, file);
  const between = countWalls(grid.walls);
  if (between > 0) walls.used.push(`${between} walls between cells`);
  return { name: '', grid: map.has('hex') ? withMoves(grid, hexRule(map)) : grid, places, links, walls };
}

/** What `hex` says of a rule of hexagons. */
export const layoutOf = (rule: MoveRule): string => HEX_LAYOUTS.find((one) => ruleOfLayout(one) === rule) ?? '';

function hexRule(map: Fields): MoveRule {
  const layout = map.text('hex');
  const known = HEX_LAYOUTS.find((one) => one === layout);
  return known ? ruleOfLayout(known) : map.fail('hex', layout, '"odd-r", "even-r", "odd-q", "even-q" or "axial"');
}

function stepCostsIn(map: Fields): Grid['stepCosts'] {
  const costs = map.text('stepCosts') as StepCosts;
  return STEP_COSTS.includes(costs) ? stepCostsOf(costs) : map.fail('stepCosts', costs, '"average" or "entered"');
}

/** Visits rows of numbers. @param least 0 if cells may be blocked @throws {MapError} naming the row or cell */
export function eachCell(
  rows: readonly unknown[],
  width: number,
  height: number,
  where: string,
  least: number,
  visit: (x: number, y: number, value: number) => void,
): void {
  if (rows.length !== height) throw new MapError(`${where}: ${rows.length} rows, expected ${height}`);
  rows.forEach((row, y) => {
    if (!Array.isArray(row) || row.length !== width)
      throw new MapError(
        `${where}: row ${y} is ${Array.isArray(row) ? `${row.length} cells long` : quote(row)}, expected ${width} ` +
          'numbers',
      );
    row.forEach((value, x) => {
      if (!Number.isInteger(value) || value < least || value > MAX_COST)
        throw new MapError(
          `${where}: cell ${x}, ${y} is ${quote(value)}, allowed is a whole number from ${least} to ${MAX_COST}`,
        );
      visit(x, y, value);
    });
  });
}

function readPlaces(map: Fields, plane: Plane): Places {
  const { width, height } = plane;
  const numbers = (name: string, length: number, least: number, expected: string): number[] => {
    const list = map.list(name);
    const isNumber = (value: unknown) => typeof value === 'number' && value >= least;
    if (list.length < length || !list.slice(0, length).every(isNumber)) map.fail(name, map.raw(name), expected);
    return list.slice(0, length) as number[];
  };
  const pair = (name: string, least: number) =>
    numbers(name, 2, least, `two numbers from ${least}`) as [number, number];
  const placesOf = (name: string): Place[] =>
    map.objects(name).map((place) => {
      const cells = place.list('cells');
      const inside = (value: unknown, i: number) =>
        Number.isInteger(value) && (value as number) >= 0 && (value as number) < (i % 2 ? height : width);
      const walls = place.list('walls') as WallInput[];
      for (const wall of walls) checkedWall(wall, plane, place.where);
      if (cells.length + walls.length === 0 || cells.length % 2 > 0 || !cells.every(inside))
        place.fail('cells', cells, 'x and y of cells of the map, in turn');
      return { name: place.text('name'), cells: cells as number[], ...(walls.length > 0 && { walls }) };
    });
  return {
    ...(map.has('cellSize') && { cellSize: pair('cellSize', 0) }),
    ...(map.has('axes') && {
      axes: numbers('axes', 4, Number.MIN_SAFE_INTEGER, 'four numbers') as NonNullable<Places['axes']>,
    }),
    ...(map.has('origin') && { origin: pair('origin', Number.MIN_SAFE_INTEGER) }),
    doors: placesOf('doors'),
    markers: [...placesOf('markers'), ...placesOf('points')],
    ...(map.has('floors') && { floors: map.objects('floors').map((floor) => floorOf(floor, width, height)) }),
  };
}

function floorOf(floor: Fields, width: number, height: number): Floor {
  const [x, y] = [floor.integer('x', 0, width - 1), floor.integer('y', 0, height - 1)];
  const [across, down] = [floor.integer('width', 1, width - x), floor.integer('height', 1, height - y)];
  return { name: floor.text('name'), x, y, width: across, height: down };
}

/** Costs row by row, 0 for blocked cells. */
export function cellRows({
  width,
  height,
  open,
  costs,
  ...grid
}: Pick<Grid, 'width' | 'height' | 'open' | 'costs' | 'stride'>): number[][] {
  return Array.from({ length: height }, (_, y) => {
    const from = (y + 1) * grid.stride + 1;
    return Array.from((costs ?? open).subarray(from, from + width));
  });
}
