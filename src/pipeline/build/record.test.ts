import { describe, expect, it } from 'vitest';
import { NEWEST_REVISION } from '../../core/blob/layout.js';
import type { Output, Target, Wanted } from '../config/targets.js';
import { reasonOf } from './record.js';
import type { Entry } from './record-file.js';

const wanted = (name: string, options = {}, more: Partial<Wanted> = {}): Wanted => ({
  name,
  options,
  codec: 'zstd',
  zstdLevel: 19,
  ...more,
});
const READING = { terrain: 'ground' } as unknown as Target['reading'];
const output: Output = { file: 'a.prep', artifacts: [wanted('hpa', { cluster: 16 })] };
const target: Target = { map: 'maps/a.map', name: 'a', reading: READING, outputs: [output] };
const FILES = { mapSha256: '1', otherFiles: [] as string[] };

function entryOf(more: Partial<Entry> = {}): Entry {
  return {
    ...{
      map: 'maps/a.map',
      mapSha256: '1',
      reading: READING,
      artifacts: output.artifacts,
      madeFrom: [],
      tool: '0',
      sha256: '2',
      bytes: 3,
    },
    ...{ algorithmRevision: NEWEST_REVISION, fingerprint: 'f', width: 4, height: 5, openCells: 6, seconds: 7 },
    ...more,
  };
}
const state = (
  entry: Entry | undefined,
  found: string | undefined = '2',
  files = FILES,
  of: [Target, Output] = [target, output],
) => reasonOf(...of, entry, files, found);

describe('an output', () => {
  it('is made again, with all that is read otherwise in its reason', () => {
    const reading = { ...READING, terrain: '.', size: 2 } as Target['reading'];
    expect(state(entryOf(), '2', FILES, [{ ...target, reading }, output])).toBe(
      'map.terrain "ground", now ".", map.size undefined, now 2',
    );
  });

  it('is right where nothing has changed; of the folder of its map and the version of gridprep nothing is asked', () => {
    expect(state(entryOf())).toBe('');
    expect(state(entryOf({ map: 'elsewhere/a.map', tool: 'another' }))).toBe('');
  });

  it.each<[string, ReturnType<typeof state>]>([
    ['new', reasonOf(target, output, undefined, FILES, undefined)],
    ['not in the record', state(undefined)],
    ['output is gone', reasonOf(target, output, entryOf(), FILES, undefined)],
    ['output is damaged', state(entryOf(), '3')],
    [
      `algorithm revision ${NEWEST_REVISION - 1}, now ${NEWEST_REVISION}`,
      state(entryOf({ algorithmRevision: NEWEST_REVISION - 1 })),
    ],
    ['map changed', state(entryOf({ mapSha256: '9' }))],
    ['b.tsx, c.tsx changed', state(entryOf(), '2', { mapSha256: '1', otherFiles: ['b.tsx', 'c.tsx'] })],
    ['map has another name', state(entryOf({ map: 'maps/b.map' }))],
    [
      'map.terrain "rock", now "ground"',
      state(entryOf({ reading: { terrain: 'rock' } as unknown as Entry['reading'] })),
    ],
    ['the map chooses between artifacts', state(entryOf(), '2', FILES, [target, { ...output, choose: true }])],
    [
      'the map no longer chooses between artifacts',
      state(entryOf({ choice: { leftOut: [] } as unknown as Required<Entry>['choice'] })),
    ],
  ])('is made again: %s', (reason, found) => {
    expect(found).toBe(reason);
  });

  it('is made again where an option of an artifact in it has changed, or of one that it is made from', () => {
    const all = [wanted('jps', { store: 'grid' }), wanted('hpa', { cluster: 16 }), wanted('table')];
    const pack: Output = { file: 'a.prep', artifacts: all };
    const whole: Target = { ...target, outputs: [pack] };
    const of = (artifacts: Wanted[]) => state(entryOf({ artifacts }), '2', FILES, [whole, pack]);
    expect(of(all)).toBe('');
    expect(of([all[0], wanted('hpa', { cluster: 10 }), all[2]])).toBe('hpa.cluster 10, now 16');
    expect(of([wanted('jps', { store: 'planes' }), all[1], all[2]])).toBe('jps.store "planes", now "grid"');
    expect(of([all[0], all[1]])).toBe('table is new');
    expect(of([...all, wanted('ch')])).toBe('ch is no longer wanted');
    expect(of([wanted('jps', { store: 'grid' }, { zstdLevel: 1 }), all[1], all[2]])).toBe('jps.zstdLevel 1, now 19');
    const alone: Target = {
      ...target,
      outputs: [
        { file: 'h', artifacts: [all[1]] },
        { file: 't', artifacts: [all[2]] },
      ],
    };
    const made = entryOf({ artifacts: [all[2]], madeFrom: [wanted('hpa', { cluster: 10 })] });
    expect(state(made, '2', FILES, [alone, alone.outputs[1]])).toBe('hpa.cluster 10, now 16');
  });

  it('chooses again where the config names what was left out, or no longer what it named', () => {
    const chosen: Output = {
      ...output,
      choose: true,
      artifacts: [wanted('jps', {}, { named: true }), wanted('hpa', { cluster: 16 })],
    };
    const of = (artifacts: Wanted[], leftOut: string[]) =>
      state(entryOf({ artifacts, choice: { leftOut } as unknown as Required<Entry>['choice'] }), '2', FILES, [
        { ...target, outputs: [chosen] },
        chosen,
      ]);
    expect(of(chosen.artifacts, [])).toBe('');
    expect(of(chosen.artifacts, ['jps'])).toBe('jps was left out, now the config names it');
    const both = [chosen.artifacts[0], wanted('hpa', { cluster: 16 }, { named: true })];
    expect(of(both, [])).toBe('hpa is no longer named by the config: the map chooses again');
  });
});
