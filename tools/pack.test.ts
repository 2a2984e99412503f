import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

it('packs package.json without scripts, and puts it back as it was', () => {
  const folder = mkdtempSync(join(tmpdir(), 'prep-'));
  const file = join(folder, 'package.json');
  const text = '{"name":"a",\n"scripts":{"prepare":"x"},"bin":"b.js"}';
  const run = (...args: string[]) =>
    execFileSync(process.execPath, [resolve('tools/pack.mjs'), ...args], { cwd: folder });
  writeFileSync(file, text);
  run();
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ name: 'a', bin: 'b.js' });
  run('--restore');
  expect(readFileSync(file, 'utf8')).toBe(text);
});
