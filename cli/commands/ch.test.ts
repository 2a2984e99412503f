import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bakeHierarchy } from '../../src/core/ch/bake.js';
import { parseMap } from '../../src/core/maps/movingai.js';
import { bad, COURTYARD, firstObject, good, SPIRAL, temporaryFolder } from '../../test/prep.js';

describe('prep ch', () => {
  it('writes OUT/NAME.ch.prep as the build API gives it, silent on stderr, and says so in a line a map', async () => {
    const out = temporaryFolder();
    const lines = (await good(`ch ${COURTYARD} ${SPIRAL} -d ${out}`)).trimEnd().split('\n').sort();
    expect(lines[0]).toMatch(
      /^fixtures\/maps\/courtyard\.map {3}1\.3 kB -> .*courtyard\.ch\.prep +\d+ B {2}\d+\.\d\d s$/,
    );
    expect(readdirSync(out).sort()).toEqual(['courtyard.ch.prep', 'spiral.ch.prep']);
    const blob = readFileSync(join(out, 'courtyard.ch.prep'));
    expect(blob).toEqual(Buffer.from(await bakeHierarchy(parseMap(readFileSync(COURTYARD)), { map: 'courtyard.map' })));
  });

  it('lets inspect, query, verify and pack use it', async () => {
    const out = temporaryFolder();
    await good(`ch ${COURTYARD} -d ${out}`);
    await good(`jps ${COURTYARD} -d ${out}`);
    const blob = join(out, 'courtyard.ch.prep');
    const { sections, metadata } = firstObject(await good(`inspect ${blob} --json`));
    expect(sections.map(({ name }: { name: string }) => name)).toEqual(['grid', 'chInfo', 'chBits', 'meta']);
    expect(metadata[0]).toMatchObject({ artifact: 'ch', options: { witness: 60 }, statistics: { openCells: 858 } });
    const query = '--from 2,2 --to 37,27';
    expect(await good(`query ${blob} ${query} --engine ch`)).toMatch(/^cost 49\.4558, /);
    expect(await good(`verify ${blob} --map ${COURTYARD} --scenarios ${COURTYARD}.scen`)).toMatch(
      /ch: contraction of \d+ subgoals, \d+ pairs of edges[\s\S]* ch +30 +30 /,
    );
    const pack = join(out, 'pack.prep');
    await good(`pack ${blob} ${join(out, 'courtyard.jps.prep')} -o ${pack}`);
    expect(await good(`query ${pack} ${query}`)).toMatch(/^cost 49\.4558, /);
  });

  it('says what engine ch needs', async () => {
    const out = temporaryFolder();
    await good(`jps ${COURTYARD} -d ${out}`);
    await bad(
      `query ${join(out, 'courtyard.jps.prep')} --engine ch --from 2,2 --to 3,3`,
      'engine ch needs the output of prep ch; also name these blobs',
    );
  });

  it('is what preset fastest takes for a maze, and says why; goal bounds for a courtyard', async () => {
    const folder = temporaryFolder();
    const corridor = Array.from({ length: 25 }, (_, y) =>
      y % 2 === 0 ? '.'.repeat(25) : `${'@'.repeat(y % 4 === 1 ? 24 : 0)}.${'@'.repeat(y % 4 === 1 ? 0 : 24)}`,
    );
    writeFileSync(join(folder, 'maze.map'), `type octile\nheight 25\nwidth 25\nmap\n${corridor.join('\n')}\n`);
    writeFileSync(join(folder, 'yard.map'), readFileSync(COURTYARD));
    const config = join(folder, 'prep.config.json');
    writeFileSync(config, JSON.stringify({ inputs: [{ maps: '*.map', preset: 'fastest' }], outDir: 'out' }));
    const text = await good(`build ${config}`);
    expect(text).toMatch(
      /maze\.map {2}ch .*built \(new; ch for narrow ways: 1\.0 edges a subgoal, \d\.\d % of the cells subgoals\)/,
    );
    expect(text).toMatch(/yard\.map {2}jps bounds .*built \(new; goal bounds for open space: /);
    const { outputs } = JSON.parse(readFileSync(join(folder, 'out/manifest.json'), 'utf8'));
    expect(outputs.map(({ file, artifacts }: { file: string; artifacts: string[] }) => [file, artifacts])).toEqual([
      ['maze.prep', ['ch']],
      ['yard.prep', ['jps', 'bounds']],
    ]);
    expect(await good(`build ${config}`)).toContain('2 up to date');
    await good(`verify ${join(folder, 'out/maze.prep')} ${join(folder, 'out/yard.prep')}`);
    // Without one of them there is no choice.
    writeFileSync(
      config,
      JSON.stringify({ inputs: [{ maps: '*.map', preset: 'fastest', artifacts: { ch: false } }], outDir: 'out' }),
    );
    expect(await good(`build ${config}`)).toContain('the map no longer chooses between artifacts');
    const all = JSON.parse(readFileSync(join(folder, 'out/manifest.json'), 'utf8')).outputs;
    expect(all.map(({ artifacts }: { artifacts: string[] }) => artifacts)).toEqual([
      ['jps', 'bounds'],
      ['jps', 'bounds'],
    ]);
  });
});
