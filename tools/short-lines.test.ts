import { expect, it } from 'vitest';
import { MOST, shortLines } from './short-lines.mjs';

const longest = (code: string) => Math.max(...code.split('\n').map((line) => line.length));
const value = (code: string) => new Function(`return ${code}`)();

it('leaves code with short lines alone', () => {
  const code = 'const a = 1;\nconst b = 2;';
  expect(shortLines(code)).toEqual({ code, counts: [1, 1] });
});

it('breaks long lines before operands, arguments and names, and the program stays', () => {
  const list = Array.from({ length: 300 }, (_, i) => `x${i}`);
  const code = `const f = (...a) => a.length; const ${list.map((name, i) => `${name}=${i}`).join()};
globalThis.sum = f(${list.join()}) + ${list.join('+')};`;
  const short = shortLines(code);
  expect(longest(short.code)).toBeLessThanOrEqual(MOST);
  expect(short.counts.reduce((sum, count) => sum + count)).toBe(short.code.split('\n').length);
  expect(value(`(() => { ${short.code}; return globalThis.sum; })()`)).toBe(300 + (299 * 300) / 2);
});

it.each([
  ['a string', JSON.stringify('back\\slash \n \u2028 "quoted" '.repeat(60))],
  ['a string of escapes', `'${'\\u{1F600}\\x41\\u0042\\0'.repeat(60)}'`],
  ['a template', `\`${'text \\` of '.repeat(90)}\${1 + 2}${'more '.repeat(120)}\``],
])('goes on with %s in the next line, its value unchanged', (_, code) => {
  const short = shortLines(`globalThis.text = ${code};`).code;
  expect(longest(short)).toBeLessThanOrEqual(MOST);
  expect(value(short.slice('globalThis.text = '.length))).toBe(value(code));
});

it('makes a long regular expression of its text', () => {
  const pattern = `(?:${Array.from({ length: 200 }, (_, i) => `a${i}\\/[\\uD83C-\\uDFFF"']`).join('|')})`;
  const short = shortLines(`globalThis.r = /${pattern}/gu;`).code;
  expect(longest(short)).toBeLessThanOrEqual(MOST);
  const made: RegExp = value(short.slice('globalThis.r = '.length));
  expect([made.source, made.flags]).toEqual([value(`/${pattern}/gu`).source, 'gu']);
});

it('leaves `return` and `async` before a parameter without parentheses in their line', () => {
  for (let room = 300; room < MOST; room++) {
    const start = `(()=>{let a="${'x'.repeat(room)}";if(a){f(a=>1,async b=>2,`;
    const short = shortLines(
      `${start}3);return c=>c+a.length}function f(...a){return ${'a.length+'.repeat(60)}0}})()(1)`,
    );
    expect(longest(short.code)).toBeLessThanOrEqual(MOST);
    expect(value(short.code)).toBe(room + 1);
  }
});
