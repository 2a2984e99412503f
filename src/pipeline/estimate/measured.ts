/**
 * Query times of every engine on maps of every kind: what `prep estimate --needs` goes by.
 * `npm run tool bench-trade-offs -- --write` measures them and writes the table.
 *
 * Measured and decided: docs/decisions/estimates-power-law.md.
 */
import type { Character } from './character.js';

/** A map with the times of its engines. */
export interface Measured extends Character {
  map: string;
  diagonals: string;
  priced: boolean;
  /** Mean microseconds of a query by engine, whole paths of every length; unsuitable engines are absent. */
  us: Readonly<Record<string, number>>;
}

/** Columns before those of engines. */
const COUNTS = ['cells', 'subgoals', 'edges', 'expanded', 'steps'] as const;

const TABLE = `
map | diagonals | terrain | cells | subgoals | edges | expanded | steps | jps | jps+bounds | jps+bounds-fast | ch | hpa | table | priced | priced+bounds
dao/arena2 | no-corners |  | 24311 | 0.0235 | 4.22 | 71.3 | 169.6 | 4.7 | 2.1 | 1.9 | 8.8 | 38 | 13 |  |
dao/lak304d | no-corners |  | 18059 | 0.0831 | 4.67 | 118.2 | 134.6 | 5.9 | 2 | 1.8 | 13 | 42 | 14 |  |
dao/orz100d | no-corners |  | 99626 | 0.0354 | 6.67 | 840.3 | 419.9 | 38 | 5.9 | 6.1 | 45 | 69 | 30 |  |
dao/brc202d | no-corners |  | 43151 | 0.0474 | 4.15 | 440.8 | 474.1 | 20 | 2.5 | 2.6 | 18 | 52 | 24 |  |
dao/den501d | no-corners |  | 26453 | 0.0391 | 3.78 | 135.7 | 224.8 | 7 | 1.9 | 1.9 | 11 | 34 | 15 |  |
bg512/AR0011SR | no-corners |  | 120458 | 0.00941 | 9.52 | 23.1 | 220.2 | 3.5 | 2.3 | 2.2 | 21 | 28 | 13 |  |
bg512/AR0072SR | no-corners |  | 59071 | 0.00564 | 7.86 | 13.0 | 225.4 | 2.2 | 1.5 | 1.3 | 13 | 25 | 13 |  |
bg512/AR0300SR | no-corners |  | 68964 | 0.0276 | 5.73 | 75.3 | 219.7 | 6 | 2.7 | 2.6 | 21 | 39 | 19 |  |
da2/ht_chantry | no-corners |  | 7461 | 0.0365 | 3.67 | 46.0 | 90.3 | 3.6 | 1.4 | 1.3 | 6.6 | 30 | 13 |  |
da2/ht_0_hightown | no-corners |  | 40077 | 0.0205 | 4.53 | 151.4 | 245.4 | 10 | 2.7 | 2.9 | 14 | 37 | 18 |  |
cities/Berlin_0_256 | no-corners |  | 48147 | 0.0486 | 8.62 | 43.3 | 154.1 | 4 | 2.3 | 2.5 | 29 | 31 | 14 |  |
sc1/AcrosstheCape | no-corners |  | 392287 | 0.0163 | 8.91 | 381.6 | 505.5 | 20 | 6.3 | 6.3 | 73 | 86 |  |  |
rooms/16room_000 | no-corners |  | 231854 | 0.0142 | 1.65 | 562.2 | 327.3 | 32 | 14 | 12 | 25 | 97 |  |  |
rooms/32room_000 | no-corners |  | 240671 | 0.00338 | 1.68 | 126.4 | 328.5 | 8.4 | 4.1 | 3.8 | 12 | 62 |  |  |
mazes/maze512-1-0 | no-corners |  | 131071 | 0.276 | 1.00 | 15688.3 | 2391.5 | 390 |  |  | 44 | 410 |  |  |
mazes/maze512-8-0 | no-corners |  | 232931 | 0.0102 | 1.55 | 573.4 | 1088.2 | 25 | 4.4 | 4.4 | 12 | 260 |  |  |
mazes/maze512-32-0 | no-corners |  | 253840 | 0.000749 | 1.56 | 51.2 | 1024.0 | 4.2 | 2.2 | 2.1 | 9.4 | 130 |  |  |
random/random512-35-0 | no-corners |  | 161541 | 0.453 | 1.59 | 22733.7 | 401.6 | 1500 |  |  | 100 | 430 |  |  |
random/random512-10-0 | no-corners |  | 235900 | 0.283 | 3.46 | 3399.5 | 283.3 | 440 |  |  | 160 | 280 |  |  |
rooms of 4 | no-corners |  | 47828 | 0.189 | 1.85 | 1710.5 | 168.3 | 79 | 18 | 14 | 25 | 93 |  |  |
rooms of 8 | no-corners |  | 214714 | 0.0571 | 2.01 | 2547.5 | 322.0 | 130 | 29 | 23 | 32 | 200 |  |  |
rooms of 8, many doors | no-corners |  | 224154 | 0.119 | 3.16 | 2503.4 | 266.3 | 200 |  |  | 67 | 210 |  |  |
rooms of 16 | no-corners |  | 234394 | 0.0169 | 2.14 | 814.6 | 323.9 | 59 | 17 | 15 | 23 | 210 |  |  |
maze of 1 | no-corners |  | 33574 | 0.264 | 1.09 | 4097.3 | 295.3 | 130 | 38 | 34 | 18 | 100 |  |  |
maze of 2 | no-corners |  | 178340 | 0.143 | 1.47 | 8710.6 | 498.1 | 390 | 45 | 65 | 44 | 220 |  |  |
maze of 3 | no-corners |  | 199026 | 0.0718 | 1.49 | 3138.4 | 459.5 | 130 | 22 | 31 | 26 | 130 |  |  |
maze of 4 | no-corners |  | 212308 | 0.0432 | 1.86 | 1989.6 | 489.4 | 110 | 18 | 21 | 28 | 240 |  |  |
maze of 6 | no-corners |  | 226708 | 0.0205 | 1.85 | 1038.9 | 485.9 | 45 | 7.8 | 11 | 14 | 160 |  |  |
maze of 12 | no-corners |  | 243552 | 0.00552 | 1.84 | 226.6 | 425.8 | 13 | 3.6 | 4.4 | 11 | 110 |  |  |
noise of 3 % | no-corners |  | 63560 | 0.107 | 5.71 | 32.0 | 124.0 | 14 | 12 | 14 | 27 | 71 | 20 |  |
noise of 10 % | no-corners |  | 14782 | 0.274 | 3.41 | 93.8 | 64.4 | 17 | 12 | 13 | 20 | 72 | 25 |  |
noise of 20 % | no-corners |  | 52494 | 0.406 | 2.37 | 1674.4 | 135.5 | 160 | 64 | 65 | 66 | 160 |  |  |
noise of 35 % | no-corners |  | 42581 | 0.439 | 1.56 | 3828.4 | 181.6 | 180 | 28 | 26 | 31 | 140 |  |  |
da2/ht_chantry, swamps | no-corners | costs | 7461 | 0.129 | 3.83 | 53.7 | 92.9 |  |  |  | 11 | 150 | 200 | 21 | 13
da2/ht_chantry, patches | no-corners | costs | 7461 | 0.133 | 3.95 | 50.9 | 95.6 |  |  |  | 12 | 140 | 71 | 22 | 13
da2/ht_chantry, gradients | no-corners | costs | 7461 | 0.639 | 3.76 | 357.9 | 92.3 |  |  |  | 18 | 140 | 95 | 96 |
da2/ht_chantry, roads | no-corners | costs | 7461 | 0.107 | 3.40 | 75.0 | 98.3 |  |  |  | 11 | 120 | 140 | 28 | 17
dao/lak304d, swamps | no-corners | costs | 18059 | 0.190 | 4.29 | 148.6 | 140.5 |  |  |  | 13 | 150 | 120 | 36 |
dao/lak304d, patches | no-corners | costs | 18059 | 0.196 | 4.32 | 182.0 | 140.1 |  |  |  | 15 | 160 | 120 | 51 |
dao/lak304d, gradients | no-corners | costs | 18059 | 0.708 | 3.76 | 807.4 | 138.2 |  |  |  | 48 | 200 | 150 | 160 |
dao/lak304d, roads | no-corners | costs | 18059 | 0.128 | 4.22 | 157.6 | 142.5 |  |  |  | 13 | 150 | 110 | 34 |
dao/arena2, swamps | no-corners | costs | 24311 | 0.123 | 5.14 | 154.2 | 177.2 |  |  |  | 18 | 170 | 120 | 49 |
dao/arena2, patches | no-corners | costs | 24311 | 0.123 | 5.13 | 202.2 | 183.5 |  |  |  | 27 | 190 | 140 | 85 | 32
dao/arena2, gradients | no-corners | costs | 24311 | 0.767 | 4.04 | 1598.3 | 174.6 |  |  |  | 140 | 270 | 200 | 460 |
dao/arena2, roads | no-corners | costs | 24311 | 0.0851 | 4.31 | 338.4 | 206.4 |  |  |  | 20 | 220 | 170 | 75 | 31
dao/arena2, random | no-corners | costs | 24311 | 0.924 | 3.03 | 2121.4 | 194.2 |  |  |  | 41 | 370 | 310 | 390 |
bg512/AR0300SR, patches | no-corners | costs | 68964 | 0.159 | 5.56 | 334.4 | 235.1 |  |  |  | 84 | 260 | 180 | 150 |
bg512/AR0300SR, roads | no-corners | costs | 68964 | 0.104 | 5.25 | 468.2 | 251.3 |  |  |  | 66 | 440 | 250 | 170 |
mazes/maze512-8-0, patches | no-corners | costs | 232931 | 0.126 | 2.99 | 2095.1 | 1136.0 |  |  |  | 120 | 3300 |  | 1000 |
caves of 128, patches | no-corners | costs | 10858 | 0.214 | 3.51 | 72.4 | 78.3 |  |  |  | 18 | 130 | 76 | 26 |
caves of 128, gradients | no-corners | costs | 10858 | 0.650 | 3.52 | 407.1 | 77.6 |  |  |  | 15 | 120 | 85 | 81 |
caves of 512, patches | no-corners | costs | 182880 | 0.220 | 3.71 | 1072.4 | 291.2 |  |  |  | 89 | 470 |  | 440 |
caves of 1024, patches | no-corners | costs | 733012 | 0.217 | 3.71 | 4425.0 | 582.6 |  |  |  | 190 | 1800 |  | 3600 |
noise of 10 %, patches | no-corners | costs | 58981 | 0.356 | 3.26 | 641.8 | 134.7 |  |  |  | 64 | 220 |  | 240 |
dao/arena2, four moves | never |  | 24311 | 0.0235 | 1.86 | 57.1 | 210.6 | 11 | 4.9 | 4.4 | 8.9 | 72 | 33 |  |
bg512/AR0300SR, four moves | never |  | 68964 | 0.0276 | 3.26 | 112.8 | 313.6 | 14 | 6.4 | 6.1 | 13 | 61 | 35 |  |
mazes/maze512-8-0, four moves | never |  | 232931 | 0.0102 | 1.07 | 447.2 | 1413.7 | 42 | 7.9 | 7.5 | 9.9 | 200 |  |  |
`;

/** The table, a map a row. */
export const MEASURED: readonly Measured[] = parsed(TABLE);

function parsed(text: string): Measured[] {
  const [header, ...rows] = text
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()));
  return rows.map((row) => {
    const cell = (name: string) => row[header.indexOf(name)];
    const engines = header.slice(header.indexOf('steps') + 1).filter((engine) => cell(engine) !== '');
    return {
      map: cell('map'),
      diagonals: cell('diagonals'),
      priced: cell('terrain') === 'costs',
      ...(Object.fromEntries(COUNTS.map((name) => [name, Number(cell(name))])) as unknown as Character),
      us: Object.fromEntries(engines.map((engine) => [engine, Number(cell(engine))])),
    };
  });
}
