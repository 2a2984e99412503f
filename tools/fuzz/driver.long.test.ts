import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { compiled } from '../../test/compiled.js';

const SECONDS = 180;

it.concurrent.each([1, 2])('%s: programs of random seeds do what the model says for three minutes', async () => {
  compiled();
  const seed = Math.floor(Math.random() * 1e9);
  const tool = spawn(process.execPath, ['build/tools/fuzz.js', String(SECONDS), String(seed)]);
  let output = '';
  tool.stdout.on('data', (text) => {
    output += text;
  });
  await once(tool, 'close');
  expect(output).toMatch(/, 0 kinds of failures/);
});
