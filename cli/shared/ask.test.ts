import { PassThrough } from 'node:stream';
import { expect, it, onTestFinished, vi } from 'vitest';
import { confirm } from '../commands/init.js';

/** What is answered, and what was asked. */
async function asked(answer: string | undefined, { input = true, screen = true, yes = false } = {}) {
  const keys = Object.assign(new PassThrough(), { isTTY: input });
  const { stdin } = process;
  const { isTTY } = process.stderr;
  Object.defineProperty(process, 'stdin', { value: keys, configurable: true });
  process.stderr.isTTY = screen;
  let text = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((part) => {
    text += part;
    return true;
  });
  onTestFinished(() => {
    Object.defineProperty(process, 'stdin', { value: stdin, configurable: true });
    process.stderr.isTTY = isTTY;
    vi.restoreAllMocks();
  });
  keys.end(answer);
  return [await confirm('write \x1b?', yes), text.includes('write \\u001b? [y/N] ')];
}

it.each([
  ['y\n', true],
  [' YES \n', true],
  ['yesterday\n', false],
  ['\n', false],
  ['no\n', false],
  [undefined, false],
])('%j at a terminal is %s', async (answer, expected) => {
  expect(await asked(answer)).toEqual([expected, true]);
});

it('is not asked without a terminal, or with --yes', async () => {
  expect(await asked('y\n', { input: false })).toEqual([false, false]);
  expect(await asked('y\n', { screen: false })).toEqual([false, false]);
  expect(await asked('n\n', { yes: true })).toEqual([true, false]);
});
