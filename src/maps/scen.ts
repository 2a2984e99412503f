/** Reads MovingAI `.scen` files: a version line, then one query a line with its optimal length. */
import { MapError } from '../core/errors.js';

/** One query of a scenario file. */
export interface Scenario {
  bucket: number;
  map: string;
  width: number;
  height: number;
  startX: number;
  startY: number;
  goalX: number;
  goalY: number;
  /** Optimal octile length without corner cutting, as printed in the file: rounded; 0 where there is no path. */
  optimal: number;
}

const FIELDS = 'bucket, map, width, height, start x, start y, goal x, goal y, optimal length';
const INTEGERS = { 0: 'bucket', 2: 'width', 3: 'height', 4: 'start x', 5: 'start y', 6: 'goal x', 7: 'goal y' };

/** Tolerance of a scenario's optimum: two decimals or more, and sometimes a rounded square root of 2. */
export function scenarioTolerance(optimal: number): number {
  return 0.011 + 1e-5 * optimal;
}

/** Whether a length is the optimum that a file states, as far as it tells. */
export function isStated(length: number, optimal: number): boolean {
  return Math.abs(length - optimal) <= scenarioTolerance(optimal);
}

/** Whether the file states that there is no path: an optimum of 0 between different cells. */
export function hasNoPath({ startX, startY, goalX, goalY, optimal }: Scenario): boolean {
  return optimal === 0 && (startX !== goalX || startY !== goalY);
}

/**
 * Reads a MovingAI scenario file: queries with their optimal costs.
 * @param file name in error messages
 * @throws {MapError} naming file, line, what was found and what is allowed
 */
export function parseScenarios(text: string, file = 'scen'): Scenario[] {
  const lines = text.split(/\r?\n/);
  if (!/^\s*version\s+1(\.0)?\s*$/.test(lines[0])) {
    throw new MapError(
      `${file}:1:1: found ${JSON.stringify(lines[0].slice(0, 40))}, expected "version 1" or "version 1.0"`,
    );
  }
  const scenarios: Scenario[] = [];
  lines.forEach((line, i) => {
    if (i > 0 && line.trim() !== '') scenarios.push(parseLine(line.trim(), `${file}:${i + 1}`));
  });
  if (scenarios.length === 0) throw new MapError(`${file}: the file holds no scenario; expected lines of ${FIELDS}`);
  return scenarios;
}

function parseLine(line: string, where: string): Scenario {
  // Map names may hold spaces where fields are parted by tabs.
  const fields = line.split(line.includes('\t') ? /\t+/ : / +/);
  if (fields.length !== 9) throw new MapError(`${where}: found ${fields.length} fields, expected 9: ${FIELDS}`);
  for (const [i, name] of Object.entries(INTEGERS)) {
    if (!/^\d+$/.test(fields[Number(i)]))
      throw new MapError(`${where}: ${name} is ${JSON.stringify(fields[Number(i)])}, expected a whole number`);
  }
  if (!/^\d+(\.\d+)?$/.test(fields[8]))
    throw new MapError(`${where}: optimal length is ${JSON.stringify(fields[8])}, expected a number`);
  const [bucket, , width, height, startX, startY, goalX, goalY, optimal] = fields.map(Number);
  return { bucket, map: fields[1], width, height, startX, startY, goalX, goalY, optimal };
}
