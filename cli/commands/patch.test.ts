import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { load } from '../../src/core/runtime/load-all.js';
import { editable } from '../../src/play/edit/edit.js';
import { bad, good, prep, temporaryFolder } from '../../test/prep.js';

const COURTYARD = 'fixtures/maps/courtyard.map';

/** A pack of the old map, and a new one with a wall opened and some cells closed. */
async function shipped() {
  const out = temporaryFolder();
  for (const artifact of ['jps', 'bounds', 'hpa']) await good(artifact, COURTYARD, '-d', out);
  const old = join(out, 'courtyard.prep');
  await good('pack', ...['jps', 'bounds', 'hpa'].map((artifact) => join(out, `courtyard.${artifact}.prep`)), '-o', old);
  const rows = readFileSync(COURTYARD, 'utf8').split('\n');
  rows[12] = rows[12].replace(/[@T]/, '.').replace(/\.\.\.$/, '@@.');
  rows[20] = rows[20].replace('....', '.@@.');
  const map = join(out, 'new.map');
  writeFileSync(map, rows.join('\n'));
  return { out, old, map, patch: join(out, 'courtyard.patch') };
}

describe('prep patch', () => {
  it('makes a few bytes that turn the shipped blobs into the new map; prep verify proves it', async () => {
    const { old, map, patch } = await shipped();
    expect(await good('patch', old, map, '-o', patch)).toMatch(/new\.map -> .*courtyard\.patch \d+ cells, \d+ B\n$/);
    const nav = editable(load(readFileSync(old)), { patch: readFileSync(patch) });
    await good('jps', map, '-d', temporaryFolder());
    expect(nav.version).toBe(0);
    const text = await good('verify', old, patch, '--map', map);
    expect(text).toMatch(
      /: right \(.*patch: fingerprint of \d+ changed cells, all straight jumps, \d+ nodes of hpa; map .*new\.map; /,
    );
    expect(text).toMatch(/ jps\+bounds /);
    const wrong = await prep('verify', old, patch, '--map', COURTYARD);
    expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('is another map')]);
  });

  it('refuses maps of another size, and patches of another map', async () => {
    const { out, old, map, patch } = await shipped();
    await good('patch', old, map, '-o', patch);
    const wrong = await prep('patch', old, 'fixtures/maps/spiral.map', '-o', patch);
    expect([wrong.code, wrong.stderr]).toEqual([
      2,
      expect.stringMatching(
        /spiral\.map: the new map is \d+ x \d+ cells, the old one \d+ x \d+; a patch changes cells alone: bake it\n$/,
      ),
    ]);
    await good('jps', 'fixtures/maps/spiral.map', '-d', out);
    const spiral = join(out, 'spiral.jps.prep');
    const { code, stderr } = await prep('verify', spiral, patch);
    expect([code, stderr]).toEqual([1, expect.stringContaining('map of the changes is')]);
    await bad(
      ['verify', spiral, old, patch],
      `${patch} is a patch; verify it with the blobs of its map alone, these are of 2 maps`,
    );
  });
});
