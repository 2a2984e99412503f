/** The sizes of the runtime's entries in README: `npm run tool sizes`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { RANGE, ROW, sizesIn } from '../test/sizes.js';

const readme = readFileSync('README.md', 'utf8');
const { rows, range } = await sizesIn(readme);
const [least, most, leastMinified, mostMinified] = range.found;
let next = 0;
const text = readme
  .replace(ROW, (_, start: string) => {
    const [minified, gzipped] = rows[next++].found;
    return `${start}${minified.toFixed(1)} kB | ${gzipped.toFixed(1)} kB |`;
  })
  .replace(RANGE, `A runtime of ${least} to ${most} kB (gzipped; ${leastMinified} to ${mostMinified} kB minified)`);
writeFileSync('README.md', text);
for (const { name, found } of rows) console.log(`gridprep/${name}: ${found[0].toFixed(1)} kB, ${found[1].toFixed(1)} kB gzipped`);
