/** Bakes the keep: `node bake.js`. "moves" of keep.json is `never` for four ways, or `hex-odd-r` for hexagons. */
import { readFileSync, writeFileSync } from 'node:fs';
import { bakeJps, createGrid } from 'gridprep';

const folder = new URL('public/', import.meta.url);
const { moves: diagonals, rows, links } = JSON.parse(readFileSync(new URL('keep.json', folder), 'utf8'));
/** Cost of entering a cell, 0 for walls. */
const COSTS = { '.': 1, f: 2, h: 3, '#': 0 };
const grid = createGrid(rows[0].length, rows.length, (x, y) => COSTS[rows[y][x]], { diagonals, links });
writeFileSync(new URL('keep.prep', folder), await bakeJps(grid));
