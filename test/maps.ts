/** Map files for tests of the command line. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Kind, makeGrid, picture } from './grids.js';

/** Text of a map file. */
export function mapText(kind: Kind, side: number, density: number, seed: number): string {
  const rows = picture(makeGrid(kind, side, side, density, seed)).replaceAll('#', '@');
  return `type octile\nheight ${side}\nwidth ${side}\nmap\n${rows}\n`;
}

/** Writes a map file, creating its folder. */
export function writeMap(file: string, kind: Kind, side: number, density: number, seed: number): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, mapText(kind, side, density, seed));
}
