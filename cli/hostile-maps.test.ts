import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { compiled, PREP } from '../test/compiled.js';
import { temporaryFolder } from '../test/prep.js';

it.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)(
  '%s ends a command in the middle of a map that takes long',
  async (signal, code) => {
    compiled();
    const [width, height] = [4000, 4000];
    const ellipse = { x: 0, y: 0, width: 16 * width, height: 16 * height, ellipse: true, type: 'blocked' };
    const ground = { type: 'tilelayer', name: 'g', encoding: 'base64', width, height, data: undefined, chunks: [] };
    const layers = [ground, { type: 'objectgroup', name: 'o', objects: Array(4000).fill(ellipse) }];
    const map = { type: 'map', width, height, tilewidth: 16, tileheight: 16, layers, tilesets: [] };
    const file = join(temporaryFolder(), 'm.tmj');
    writeFileSync(file, JSON.stringify(map));
    const child = spawn(process.execPath, [PREP, 'inspect', file], { stdio: 'ignore' });
    await setTimeout(2500);
    expect(child.exitCode).toBe(null);
    const sent = performance.now();
    child.kill(signal);
    // A file that is open at that moment is a reason to end by the signal itself.
    const [exit, by] = await once(child, 'exit');
    expect([code, signal]).toContain(exit ?? by);
    expect(performance.now() - sent).toBeLessThan(2000);
  },
  60_000,
);
