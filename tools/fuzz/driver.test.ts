import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as runtime from '../../src/entry/runtime.js';
import { programOf, run, shorten, textOf } from './driver.js';

/** Milliseconds of `npm test`. */
const TIME = 5000;

it('random programs over all operations do what the model says (npm run tool fuzz runs more)', async () => {
  const end = Date.now() + TIME;
  for (let seed = process.env.GRIDPREP_SEED === 'random' ? end % 1e9 : 1; Date.now() < end; seed++) {
    const program = programOf(seed);
    const failure = await run(program);
    if (failure) throw new Error(`seed ${seed}\n${textOf(...(await shorten(program, failure)))}`);
  }
});

it('programs have every name that the runtime exports, and every option', () => {
  const lines = Array.from({ length: 600 }, (_, i) => textOf(programOf(i), { message: '' }).split('\n')).flat();
  lines.push(readFileSync('tools/fuzz/driver.ts', 'utf8'));
  const named = (name: string) => lines.filter((line) => new RegExp(`\\b${name}\\b`).test(line));
  expect(Object.keys(runtime).filter((name) => named(name).length === 0)).toEqual([]);

  const report = readFileSync('docs/api/runtime.api.md', 'utf8');
  const missing: string[] = [];
  for (const [, name, body] of report.matchAll(/export interface (\w*Options)\b[^{]*\{\n([\s\S]*?)\n\}/g)) {
    // Functions and methods that take these options.
    const takers = report
      .split('// @public')
      .filter((one) => one.includes(name) && !one.includes(`interface ${name} `));
    const calls = takers.flatMap((one) =>
      [...one.matchAll(/(\w+)(?=\(|: \(|<| = \()/g)].map(([call]) => `${call.toLowerCase()}(`),
    );
    const of = lines.filter((line) => calls.some((call) => line.toLowerCase().includes(call)));
    for (const [, key] of body.matchAll(/^ {4}(?:readonly )?(\w+)\??[:(]/gm))
      if (!of.some((line) => new RegExp(`\\b${key}\\b`).test(line))) missing.push(`${name}.${key}`);
  }
  expect(missing).toEqual([]);
});
