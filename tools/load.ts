/** One cold load for `bench.ts`: reads blobs, answers one query, prints the milliseconds since before the read. */
import { readFileSync } from 'node:fs';
import { load } from '../src/core/runtime/load-all.js';

const [x0, y0, x1, y1, ...blobs] = process.argv.slice(2);
const start = performance.now();
const nav = load(blobs.map((blob) => readFileSync(blob)));
nav.findPath(Number(x0), Number(y0), Number(x1), Number(y1));
console.log(performance.now() - start);
