import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { load } from '../../runtime/load-all.js';
import { nearestOpen } from '../../runtime/places.js';
import { findTargets } from '../config/targets.js';

const folder = mkdtempSync(join(tmpdir(), 'gridprep-agents-'));
afterAll(() => rmSync(folder, { recursive: true }));
mkdirSync(join(folder, 'maps'));
cpSync('fixtures/maps/courtyard.map', join(folder, 'maps/courtyard.map'));

const inputs = [{ maps: 'maps/*.map', artifacts: { jps: {}, hpa: {} } }];
const agents = {
  infantry: {},
  scout: { size: 1 },
  tank: { size: 2 },
  mage: { costs: { G: 3, '.': 2 }, artifacts: ['hpa'] },
};

function prep(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(process.cwd(), 'build/cli/prep.js'), ...args], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

function config(value: object) {
  writeFileSync(join(folder, 'prep.config.json'), JSON.stringify({ inputs, ...value }));
}

describe('agents of a config', () => {
  it('are in every output, each as it is asked for', () => {
    config({ agents });
    expect(prep('build').status).toBe(0);
    const [jps, hpa] = ['jps', 'hpa'].map((artifact) => readFileSync(join(folder, `out/courtyard.${artifact}.prep`)));
    expect(load([jps, hpa], { agent: 'tank' })).toMatchObject({
      size: 2,
      engine: 'jps',
      agents: ['infantry', 'scout', 'tank'],
    });
    expect(load(hpa, { agent: 'mage' }).findPath(2, 2, 4, 2)?.cost).toBe(4);
    expect(() => load([jps, hpa], { agent: 'mage' })).toThrow('agent is mage, the blob has infantry, scout, tank');
    const manifest = JSON.parse(readFileSync(join(folder, 'out/manifest.json'), 'utf8'));
    expect(Object.keys(manifest.outputs[0].agents)).toEqual(['infantry', 'scout', 'tank', 'mage']);
    expect(manifest.outputs[0].fingerprint).toBe(manifest.outputs[0].agents.infantry);
  });

  it('are known to inspect, verify, diff, estimate, query and the bakes', () => {
    const blob = 'out/courtyard.hpa.prep';
    expect(prep('inspect', blob).stdout).toMatch(
      /agent {10}tank: size 2, no-corners, terrain \.GS, \d+ open cells, hpa, .* more/,
    );
    expect(JSON.parse(prep('inspect', blob, '--json').stdout.split('\n')[0]).agents[1]).toMatchObject({
      name: 'scout',
      added: 0,
    });
    expect(prep('verify', '--queries', '20').stdout).toContain('tank: 2 x 2 cells below every anchor and step');
    expect(prep('verify', blob, '--queries', '20', '--agent', 'boat')).toMatchObject({
      status: 2,
      stderr: `prep: ${blob}: agent is boat, the blobs have infantry, scout, tank, mage\n`,
    });
    const from = nearestOpen(load(readFileSync(join(folder, blob)), { agent: 'tank' }), 9, 9);
    expect(prep('query', blob, '--agent', 'tank', '--from', `${from}`, '--to', `${from}`).stdout).toContain(
      'cost 0.0000, 1 cell,',
    );
    expect(prep('query', blob, '--from', '2,2', '--to', '37,26')).toMatchObject({
      status: 2,
      stderr: 'prep: --agent is missing, the blob has infantry, scout, tank, mage; name one\n',
    });
    expect(prep('estimate', '--agent', 'tank').stdout).toMatch(/^maps\/courtyard\.map \(tank\): ch\n/m);
    expect(prep('jps', 'maps/courtyard.map', '--agent', 'tank', '-d', 'alone').status).toBe(0);
    expect(load(readFileSync(join(folder, 'alone/courtyard.jps.prep'))).size).toBe(2);
  });

  it('are baked again when one of them changes, and only the artifacts that changed', () => {
    const old = readFileSync(join(folder, 'out/courtyard.hpa.prep'));
    writeFileSync(join(folder, 'old.prep'), old);
    config({ agents, inputs: [{ ...inputs[0], artifacts: { jps: { storeLandmarks: true }, hpa: {} } }] });
    expect(prep('build', '--check').status).toBe(1);
    expect(prep('build').stdout).toContain('jps.storeLandmarks false, now true');
    expect(readFileSync(join(folder, 'out/courtyard.hpa.prep'))).toEqual(old);
    config({ agents: { ...agents, tank: { size: 3 } } });
    expect(prep('build').stdout).toContain('map.agents');
    const [before, after] = ['old.prep', 'out/courtyard.hpa.prep'].map((file) => {
      const { agents: all } = JSON.parse(prep('inspect', file, '--json').stdout.split('\n')[0]);
      return new Map<string, { openCells: number }>(all.map((agent: { name: string }) => [agent.name, agent]));
    });
    expect(after.get('tank')?.openCells).toBeLessThan(before.get('tank')?.openCells ?? 0);
    expect(after.get('infantry')).toEqual(before.get('infantry'));
  });

  it('are refused where they make no sense', async () => {
    const failing = async (value: Record<string, object>) =>
      (await findTargets({ inputs, agents: value }, folder, 'c').catch((e) => e)).message;
    expect(await failing({ a: { artifacts: ['table'] } })).toBe(
      'c: inputs[0]: agent a wants table, which is not baked; baked are jps, hpa',
    );
    expect(await failing({ a: { artifacts: ['hpa'] } })).toBe(
      'c: inputs[0]: no agent wants jps; leave it out, or give it to one',
    );
    expect(await failing({ a: { costs: { W: 2 } } })).toContain('c: inputs[0]: agent a.costs: a cost is given for "W"');
    config({ agents: { 'a b': {} } });
    expect(prep('build').stderr).toContain('agents');
    config({ agents: { a: { size: 17 } } });
    expect(prep('build').stderr).toBe(
      'prep: prep.config.json: agents.a.size is 17; it must be a whole number from 1 to 16\n',
    );
    config({ agents: { a: {}, boat: { terrain: 'O', size: 3 } } });
    expect(prep('build').stderr).toMatch(/agent boat: .*a square of 3 x 3 cells fits nowhere/);
    config({
      agents: { mage: { costs: { G: 3, '.': 2 }, diagonals: 'never' } },
      inputs: [{ ...inputs[0], artifacts: { jps: {}, bounds: {} } }],
    });
    expect(prep('build').stderr).toContain('agent mage');
  });
});
