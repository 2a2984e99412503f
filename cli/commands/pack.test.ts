import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { unpackAll } from '../../src/core/blob/agents.js';
import { COURTYARD, good, prep, SPIRAL, temporaryFolder } from '../../test/prep.js';

/** Blobs of both maps in a new folder. */
async function baked() {
  const out = temporaryFolder();
  for (const artifact of ['jps', 'bounds']) await good(artifact, COURTYARD, SPIRAL, '-d', out);
  return { out, file: (name: string) => join(out, `${name}.prep`) };
}

describe('prep pack', () => {
  it('merges blobs that unpackBlob takes apart again, byte for byte', async () => {
    const { file } = await baked();
    const blobs = [file('courtyard.jps'), file('courtyard.bounds')];
    const packed = file('courtyard');
    expect(await good('pack', ...blobs, '-o', packed)).toMatch(
      /^.*jps\.prep \+ .*bounds\.prep -> .*courtyard\.prep [\d.]+ k?B\n$/,
    );
    const parts = unpackAll(readFileSync(packed));
    for (const [i, blob] of blobs.entries()) expect(readFileSync(blob).equals(parts[i].bytes)).toBe(true);
  });

  it('refuses a damaged blob', async () => {
    const { out, file } = await baked();
    const to = ['-o', join(out, 'x.prep')];
    const [a, c] = [file('courtyard.jps'), file('courtyard.bounds')];
    const bytes = readFileSync(c);
    // The last bytes are metadata.
    bytes[bytes.length - 200] ^= 1;
    writeFileSync(c, bytes);
    const { code, stderr } = await prep(`pack ${a} ${c}`, ...to);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^prep: .*courtyard\.bounds\.prep: unusable blob: .*; bake it again with this gridprep\n$/);
    expect(existsSync(to[1])).toBe(false);
  });
});
