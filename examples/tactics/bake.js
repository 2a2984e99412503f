/** Bakes the keep: `node bake.js`. "moves" of keep.json is `never` for four ways, or `hex-odd-r` for hexagons. */
import { readFileSync, writeFileSync } from 'node:fs';
import { bakeJps, createGrid } from 'gridprep';

const folder = new URL('public/', import.meta.url);
const { moves: diagonals, rows, links } = JSON.parse(readFileSync(new URL('keep.json', folder), 'utf8'));
const grid = createGrid(rows[0].length, rows.length, (x, y) => rows[y][x] !== '#', { diagonals, links });
writeFileSync(new URL('keep.prep', folder), await bakeJps(grid));
