import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as runtime from '../../src/entry/runtime.js';
import { run, shorten, textOf } from './driver.js';
import { programOf } from './programs.js';

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
  const programs = Array.from({ length: 600 }, (_, i) => textOf(programOf(i), { message: '' }));
  const text = `${programs.join('\n')}\n${readFileSync('tools/fuzz/driver.ts', 'utf8')}`;
  const has = (where: string) => (name: string) => new RegExp(`\\b${name}\\b`).test(where);
  expect(Object.keys(runtime).filter((name) => !has(text)(name))).toEqual([]);

  const report = readFileSync('docs/api/runtime.api.md', 'utf8');
  const lines = [...new Set(text.split('\n'))].map((line) => ({ line, small: line.toLowerCase() }));
  const missing: string[] = [];
  for (const [, name, body] of report.matchAll(/export interface (\w*Options)\b[^{]*\{\n([\s\S]*?)\n\}/g)) {
    // Functions and methods that take these options.
    const takers = report.split('// @public').filter((one) => has(one)(name) && !one.includes(`interface ${name} `));
    const calls = takers.flatMap((one) => one.match(/\w+(?=\(|: \(|<| = \()/g) ?? []).map((call) => call.toLowerCase());
    const of = lines.filter(({ small }) => calls.some((call) => small.includes(`${call}(`)));
    const given = of.map(({ line }) => line).join('\n');
    const keys = Array.from(body.matchAll(/^ {4}(?:readonly )?(\w+)\??[:(]/gm), ([, key]) => key);
    missing.push(...keys.filter((key) => !has(given)(key)).map((key) => `${name}.${key}`));
  }
  expect(missing).toEqual([]);
});
