/** Links from the command line and a config to blobs, and back. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bad, COURTYARD, firstObject, good, prep, prepIn, temporaryFolder } from '../../test/prep.js';

const LINKS = [
  { name: 'portal', from: [2, 2], to: [37, 27], cost: 3 },
  { from: [6, 2], to: [20, 4], oneWay: true },
];

/** A folder with the map and its links. */
function project() {
  const folder = temporaryFolder();
  const [map, links, blob] = ['a.map', 'links.json', 'a.jps.prep'].map((name) => join(folder, name));
  writeFileSync(map, readFileSync(COURTYARD));
  writeFileSync(links, JSON.stringify(LINKS));
  return { folder, map, links, blob };
}

describe('--links', () => {
  it('bakes them in, inspects, verifies and writes them', async () => {
    const { folder, map, links, blob } = project();
    await good(`jps ${map} --links ${links} -d ${folder}`);
    const shown = await good(`inspect ${blob}`);
    expect(shown).toContain('algorithm revision 3');
    expect(shown).toContain('link           portal between 2,2 and 37,27, 3 steps');
    expect(shown).toContain('link           from 6,2 to 20,4, 14.828 steps');
    expect(await good(`inspect ${map} --links ${links}`)).toContain(
      'link           portal between 2,2 and 37,27, 3 steps',
    );
    const report = firstObject(await good(`verify ${blob} --map ${map} --links ${links} --json`));
    expect(report.faults).toEqual([]);
    expect(report.engines.map(({ engine }: { engine: string }) => engine)).toContain('jps');
    const { code, stdout } = await prep(`verify ${blob} --map ${map}`);
    expect(code).toBe(1);
    expect(stdout).toContain('is another map: 2 of 2 links are gone and 0 are new; give --links as to the bake');
    await good(`map ${map} --links ${links} -o ${join(folder, 'b.map')}`);
    await good(`jps ${join(folder, 'b.map')} --links ${join(folder, 'b.links.json')} -d ${folder}`);
    expect(readFileSync(join(folder, 'b.jps.prep')).subarray(32, 64)).toEqual(readFileSync(blob).subarray(32, 64));
  });

  it('is refused where nothing takes links, and with a place where a link is none', async () => {
    const { folder, map, links } = project();
    await bad(
      `world ${map} --links ${links} -d ${folder}`,
      `${map}: links are for maps that are baked whole, and a world is baked in tiles`,
    );
    await bad(
      `bench ${map} --quick --links ${links}`,
      `${map} has links, which the engines of prep bench do not take; leave them out`,
    );
    writeFileSync(links, '[{"from":[0,0],"to":[2,2]}]');
    await bad(
      `jps ${map} --links ${links} -d ${folder}`,
      `${map}: ${links}: links[0]: from is 0, 0, which is blocked; open that cell`,
    );
    writeFileSync(links, '{}');
    await bad(
      `jps ${map} --links ${links} -d ${folder}`,
      `${links}: expected a JSON list of links, for example [{"from":[2,3],"to":[8,3],"cost":4}]`,
    );
  });

  it('is drawn, where no layers are named', async () => {
    const { folder, map, links } = project();
    const draw = async (name: string, ...options: string[]) => {
      await good(`draw ${map} --links ${links} -o ${join(folder, name)}`, ...options);
      return readFileSync(join(folder, name));
    };
    const [whole, named, bare] = [
      await draw('a.png'),
      await draw('b.png', '-l', 'terrain,links'),
      await draw('c.png', '-l', 'terrain'),
    ];
    expect([whole.equals(named), whole.equals(bare)]).toEqual([true, false]);
  });

  it('is a key of a config, only for some agents if they are named', async () => {
    const { folder } = project();
    const config = {
      inputs: [{ maps: '*.map', artifacts: { jps: {} }, links: [{ ...LINKS[0], agents: ['man'] }] }],
      agents: { man: {}, cart: { size: 2 } },
      outDir: 'out',
    };
    writeFileSync(join(folder, 'prep.config.json'), JSON.stringify(config));
    await good(`build --config ${join(folder, 'prep.config.json')}`);
    const report = firstObject(await good(`inspect ${join(folder, 'out/a.jps.prep')} --json`));
    expect(report.agents.map(({ name }: { name: string }) => name)).toEqual(['man', 'cart']);
    expect(report.sections.filter(({ name }: { name: string }) => name === 'links')).toHaveLength(1);
    expect(await good(`build --config ${join(folder, 'prep.config.json')}`)).toContain('up to date');
  });
});

describe('floors of a config', () => {
  it('are a map for every command that names none', async () => {
    const { folder } = project();
    const floors = { low: 'a.map', high: 'a.map' };
    const links = [{ name: 'stairs', from: [2, 2, 'low'], to: [2, 2, 'high'] }];
    writeFileSync(join(folder, 'prep.config.json'), JSON.stringify({ floors, links, preset: 'tiny' }));
    const run = (...argv: string[]) => prepIn(folder, argv);
    expect((await run('build')).stdout).toContain('floors.json');
    expect((await run('verify')).code).toBe(0);
    expect((await run('estimate')).stdout).toContain('floors.json');
    expect((await run('jps', '-d', 'by-hand')).code).toBe(0);
    const [built, baked] = ['out', 'by-hand'].map((out) => readFileSync(join(folder, out, 'floors.jps.prep')));
    expect(built.equals(baked)).toBe(true);
    expect((await run('inspect', 'out/floors.jps.prep')).stdout).toMatch(
      /\n {2}floor {10}low: \d+ x \d+ cells from 0,0\n {2}floor {10}high: \d+ x \d+ cells from 0,\d+\n/,
    );
    const world = await run('world');
    expect([world.code, world.stderr]).toEqual([
      2,
      expect.stringContaining('floors.json is the floors of the config; a world is of a file or folder'),
    ]);
  });
});
