import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { build } from '../../../test/build.js';
import { makeGrid } from '../../../test/grids.js';
import { memoryCache } from '../../../test/memory-store.js';
import { temporaryFolder } from '../../../test/prep.js';
import type { Grid } from '../../core/grid/grid.js';
import { movingAiText } from '../../maps/map-text.js';
import { readMap } from '../../maps/read-map.js';
import { bakeWorldBy } from '../../world/bake.js';
import { fromGrid, openWorld } from '../../world/source.js';
import { doTileTask } from '../../world/tasks.js';
import { readConfig } from '../config/read-config.js';
import { inputsOf } from './watch.js';

const grid = makeGrid('noise', 37, 29, 0.2, 5);
const WORLD = { map: 'maps/land.map', tile: 16, cluster: 4, codec: 'none' };
let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
  mkdirSync(join(folder, 'maps'));
  save(grid);
  configure({ worlds: [WORLD] });
});

function save(map: Grid): void {
  writeFileSync(join(folder, 'maps/land.map'), movingAiText(map));
}

function configure(config: object): void {
  writeFileSync(join(folder, 'prep.config.json'), JSON.stringify(config));
}

function filesIn(...path: string[]): Record<string, string> {
  const names = readdirSync(join(folder, ...path)).sort();
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, ...path, name), 'latin1')]));
}

/** What `prep world` writes. */
async function baked(): Promise<Record<string, string>> {
  const source = await openWorld(join(folder, WORLD.map));
  await bakeWorldBy(async (task) => doTileTask(task), source, join(folder, 'other'), {
    tiles: WORLD.tile,
    cluster: 4,
    codec: 'none',
  });
  return filesIn('other');
}

function changed(x: number, y: number): Grid {
  const other = grid.copy();
  other.open[other.cell(x, y)] ^= 1;
  return other;
}

describe('a world in a config', () => {
  it('is baked to the files of its command, once, and again when a file of it is not what it was', async () => {
    const { reasons, events } = await build(folder);
    expect(reasons).toEqual({ 'maps/land.map': 'new' });
    expect(events.slice(0, 2).map(({ event }) => event)).toEqual(['start', 'baking']);
    const files = filesIn('out/land.world');
    expect(files).toEqual(await baked());
    const index = join(folder, 'out/land.world/world.prep');
    const { mtimeMs } = statSync(index);
    expect((await build(folder)).cached).toEqual(['maps/land.map']);
    expect(statSync(index).mtimeMs).toBe(mtimeMs);
    const spoil: [string, () => void][] = [
      ['output is gone', () => rmSync(join(folder, 'out/land.world'), { recursive: true })],
      ['output is damaged', () => writeFileSync(index, 'x')],
      ['tiles are gone or damaged', () => rmSync(join(folder, 'out/land.world/1_1.prep'))],
      [
        'tiles are gone or damaged',
        () => writeFileSync(join(folder, 'out/land.world/2_1.prep'), files['1_1.prep'], 'latin1'),
      ],
    ];
    for (const [reason, damage] of spoil) {
      damage();
      expect(await build(folder, { dryRun: true })).toMatchObject({
        stale: ['maps/land.map'],
        reasons: { 'maps/land.map': reason },
      });
      expect((await build(folder)).built).toEqual(['maps/land.map']);
      expect(filesIn('out/land.world')).toEqual(files);
    }
  });

  it('is baked again when its map or an option has changed', async () => {
    await build(folder);
    save(changed(12, 12));
    expect((await build(folder)).reasons).toEqual({ 'maps/land.map': 'map changed' });
    expect(filesIn('out/land.world')).toEqual(await baked());
    configure({ worlds: [{ ...WORLD, tile: 32 }] });
    expect((await build(folder)).reasons).toEqual({ 'maps/land.map': 'world.tile 16, now 32' });
  });

  it('is taken from a shared cache, tile by tile', async () => {
    const { cache } = memoryCache();
    const rowOf = ({ events }: Awaited<ReturnType<typeof build>>) => events.find((event) => 'outputs' in event);
    const none = { all: 6, kept: 0, fetched: 0, baked: 0, searched: 0 };
    expect(rowOf(await build(folder, { cache }))).toMatchObject({
      event: 'built',
      tiles: { ...none, baked: 6, searched: 6 },
    });
    const files = filesIn('out/land.world');
    expect(rowOf(await build(folder, { cache, out: 'second' }))).toMatchObject({
      event: 'fetched',
      tiles: { ...none, fetched: 6 },
    });
    expect(filesIn('second/land.world')).toEqual(files);
    save(changed(12, 12));
    const third = rowOf(await build(folder, { cache, out: 'third' }));
    expect(third).toMatchObject({ event: 'built', tiles: { all: 6, fetched: 5, baked: 1 } });
    expect(filesIn('third/land.world')).toEqual(await baked());
    // Up-to-date tiles are not requested.
    const { cache: other, store } = memoryCache();
    rmSync(join(folder, 'third/land.world/1_1.prep'));
    expect(rowOf(await build(folder, { cache: other, out: 'third' }))).toMatchObject({
      tiles: { ...none, kept: 5, baked: 1 },
    });
    expect([...store.kept.keys()].filter((name) => name.startsWith('ac/'))).toHaveLength(1);
  });

  it('is in the manifest, and removed with its tiles when nothing asks for it', async () => {
    writeFileSync(join(folder, 'maps/small.map'), movingAiText(makeGrid('noise', 12, 9, 0.2, 1)));
    const inputs = [{ maps: 'maps/small.map', artifacts: { jps: {} } }];
    configure({ inputs, worlds: [WORLD] });
    expect((await build(folder)).built).toEqual(['maps/land.map', 'maps/small.map']);
    const manifest = JSON.parse(readFileSync(join(folder, 'out/manifest.json'), 'utf8'));
    expect(manifest.outputs.map(({ file }: { file: string }) => file)).toEqual([
      'land.world/world.prep',
      'small.jps.prep',
    ]);
    expect(manifest.outputs[0]).toMatchObject({
      map: 'maps/land.map',
      artifacts: ['world'],
      world: { tiles: 6 },
      width: 37,
      height: 29,
    });
    writeFileSync(join(folder, 'out/land.world/notes.txt'), 'mine');
    configure({ inputs });
    await build(folder, { clean: true });
    expect(readdirSync(join(folder, 'out/land.world'))).toEqual(['notes.txt']);
  });

  it('is baked again, all of it, where that is asked for', async () => {
    await build(folder);
    const tile = join(folder, 'out/land.world/0_0.prep');
    utimesSync(tile, 0, 0);
    expect((await build(folder, { force: true })).reasons).toEqual({ 'maps/land.map': 'forced' });
    expect(statSync(tile).mtimeMs).toBeGreaterThan(0);
    expect(filesIn('out/land.world')).toEqual(await baked());
  });

  it('is baked again when a tileset of its map has changed, which is watched', async () => {
    cpSync('fixtures/inputs', join(folder, 'maps'), { recursive: true });
    configure({ worlds: [{ ...WORLD, map: 'maps/village.tmj' }] });
    await build(folder);
    expect((await build(folder)).cached).toEqual(['maps/village.tmj']);
    const tileset = join(folder, 'maps/tiles/terrain.tsj');
    const list = await inputsOf(await readConfig(join(folder, 'prep.config.json')), join(folder, 'out'));
    const files = await list();
    expect(files).toEqual(expect.arrayContaining([tileset, join(folder, 'maps/village.tmj')]));
    writeFileSync(tileset, `${readFileSync(tileset, 'utf8')} `);
    expect((await build(folder)).reasons).toEqual({ 'maps/village.tmj': 'tiles/terrain.tsj changed' });
  });

  it('is baked from a folder of maps, whose other files do not matter', async () => {
    mkdirSync(join(folder, 'maps/parts'));
    renameSync(join(folder, 'maps/land.map'), join(folder, 'maps/parts/0_0.map'));
    configure({ worlds: [{ ...WORLD, map: 'maps/parts/' }] });
    expect((await build(folder)).built).toEqual(['maps/parts']);
    expect((await build(folder)).cached).toEqual(['maps/parts']);
    writeFileSync(join(folder, 'maps/parts/preview.png'), '');
    expect((await build(folder)).cached).toEqual(['maps/parts']);
    writeFileSync(join(folder, 'maps/parts/0_0.map'), movingAiText(changed(3, 3)));
    expect((await build(folder)).reasons).toEqual({ 'maps/parts': 'map changed' });
  });

  it('leaves no index when it is interrupted, and resumes', async () => {
    await build(folder);
    save(makeGrid('noise', 37, 29, 0.2, 6));
    const controller = new AbortController();
    const onEvent = ({ event }: { event: string }) => event === 'progress' && controller.abort();
    await expect(build(folder, { signal: controller.signal, onEvent })).rejects.toThrow('aborted');
    expect(existsSync(join(folder, 'out/land.world/world.prep'))).toBe(false);
    expect((await build(folder)).reasons).toEqual({ 'maps/land.map': 'output is gone' });
    expect(filesIn('out/land.world')).toEqual(await baked());
  });

  it('that fails does not stop the maps', async () => {
    writeFileSync(join(folder, 'maps/small.map'), movingAiText(makeGrid('noise', 12, 9, 0.2, 1)));
    writeFileSync(join(folder, 'maps/land.map'), 'type octile\nheight 2\nwidth 2\nmap\n..\n.x\n');
    configure({ inputs: [{ maps: 'maps/small.map', artifacts: { jps: {} } }], worlds: [WORLD] });
    const { events, built } = await build(folder);
    expect(built).toEqual(['maps/small.map']);
    expect(String(events.flatMap((event) => ('error' in event ? [event.error] : []))[0])).toContain(
      'maps/land.map:6:2: unknown terrain letter "x"; known are .GSTWO@',
    );
  });

  it('is baked for each agent, in a separate folder: sizes, letters, moves', async () => {
    writeFileSync(
      join(folder, 'maps/land.map'),
      movingAiText(makeGrid('noise', 37, 29, 0.08, 5)).replaceAll(/\.(?=\.\.)/g, 'S'),
    );
    const boat = { terrain: 'S', diagonals: 'never' as const };
    const agents = { small: {}, tank: { size: 2 }, boat, mage: { costs: { S: 3 } } };
    configure({ worlds: [{ ...WORLD, terrain: '.S', agents }] });
    const all = Object.keys(agents).map((name) => `maps/land.map (${name})`);
    expect((await build(folder)).built).toEqual([...all].sort());
    expect((await build(folder)).cached).toEqual([...all].sort());
    const { outputs } = JSON.parse(readFileSync(join(folder, 'out/manifest.json'), 'utf8'));
    for (const [name, reading] of Object.entries(agents)) {
      const { grid: whole } = await readMap(join(folder, WORLD.map), { terrain: '.S', ...reading });
      const other = join(folder, `alone-${name}`);
      const options = { tiles: 16, cluster: 4, codec: 'none' } as const;
      const { fingerprint } = await bakeWorldBy(
        async (task) => doTileTask(task),
        fromGrid(whole, 'land.map'),
        other,
        options,
      );
      expect(filesIn(`out/land.${name}.world`)).toEqual(filesIn(`alone-${name}`));
      expect(outputs).toContainEqual(
        expect.objectContaining({ file: `land.${name}.world/world.prep`, agents: { [name]: fingerprint } }),
      );
    }
    configure({ worlds: [{ ...WORLD, terrain: '.S', agents: { ...agents, tank: { size: 3 } } }] });
    expect((await build(folder)).reasons).toEqual({ 'maps/land.map (tank)': 'map.size 2, now 3' });
  });

  it('takes the agents of all inputs, of those that have hpa', async () => {
    configure({
      worlds: [WORLD],
      agents: { small: {}, scout: { artifacts: ['jps'] }, tank: { size: 2, artifacts: ['hpa'] } },
    });
    expect((await build(folder)).built).toEqual(['maps/land.map (small)', 'maps/land.map (tank)']);
  });
});
