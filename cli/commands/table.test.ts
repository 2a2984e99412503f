import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { COURTYARD, good, makeTemporaryFolder, prep, prepIn, temporaryFolder } from '../../test/prep.js';

const masked = (text: string) => text.replace(/ *\d+\.\d\d s/g, ' # s').replaceAll(/\S*\/out\//g, 'out/');

describe('a table of a map with a blob of HPA*', () => {
  const folder = makeTemporaryFolder();
  afterAll(() => rmSync(folder, { recursive: true }));
  const out = join(folder, 'out');
  const hpa = join(out, 'courtyard.hpa.prep');

  it('keeps the blob', async () => {
    await good(`hpa ${COURTYARD} --cluster 10 -d ${out}`);
    const before = readFileSync(hpa);
    const [line] = masked(await good(`table ${COURTYARD} -d ${out}`)).split('\n');
    expect(line).toMatch(/^\S+courtyard\.map 1\.3 kB -> out\/courtyard\.hpa\.prep \S+ kB # s {2}\(kept\)$/);
    expect(readFileSync(hpa).equals(before)).toBe(true);
    await good(`verify ${hpa} ${join(out, 'courtyard.table.prep')}`);
  });

  it('says what it replaces if options are given', async () => {
    const [line] = (await good(`table ${COURTYARD} --cluster 8 -d ${out}`)).split('\n');
    expect(line).toContain('  (replaced one of --cluster 10 --levels 1 --merge 2 --entrance-width 6 --store-paths');
    expect(await good(`inspect ${hpa}`)).toContain('--cluster 8 ');
  });

  it('changes nothing if it fails', async () => {
    const before = readFileSync(hpa);
    const { code } = await prep(`table ${COURTYARD} --cluster 10 --levels 1 --level 1 --max-nodes 1 -d ${out}`);
    expect(code).toBe(2);
    expect(readFileSync(hpa).equals(before)).toBe(true);
  });
});

it('a map of one cluster needs no table, and the commands say so', async () => {
  const folder = temporaryFolder();
  const map = join(folder, 'room.map');
  writeFileSync(map, 'type octile\nheight 2\nwidth 3\nmap\n...\n...\n');
  const advice = 'this map needs no table: no path crosses clusters, so the table is empty; leave it out';
  expect(await good(`table ${map} -d ${folder}`)).toContain(`\n  ${advice}\n`);
  const config = { inputs: [{ maps: 'room.map', artifacts: { hpa: {}, table: {} } }] };
  writeFileSync(join(folder, 'c.json'), JSON.stringify(config));
  const { code, stderr } = await prepIn(folder, 'build c.json');
  expect({ code, stderr }).toEqual({ code: 0, stderr: `prep: room.map: ${advice}\n` });
});
