/** Writes into README what a game ships of the runtime, by what it imports: `npm run tool sizes`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { withSizes } from '../test/sizes.js';

const readme = await withSizes(readFileSync('README.md', 'utf8'));
writeFileSync('README.md', readme);
console.log(/<!-- sizes:[^>]*-->\n([\s\S]*?)<!-- \/sizes -->/.exec(readme)?.[1]);
