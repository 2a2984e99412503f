/** Writes what a game ships of the runtime, by what it imports, into README and the guide: `npm run tool sizes`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { SIZE_PAGES, withSizes } from '../test/sizes.js';

const pages = await withSizes(SIZE_PAGES.map((file) => readFileSync(file, 'utf8')));
for (const [i, file] of SIZE_PAGES.entries()) writeFileSync(file, pages[i]);
console.log(/<!-- sizes:[^>]*-->\n([\s\S]*?)<!-- \/sizes -->/.exec(pages[1])?.[1]);
