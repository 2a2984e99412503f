import { expect, it } from 'vitest';
import type { Finding } from '../../lint/findings.js';
import { mergeAgents } from './lint-maps.js';

it('merges agents: a finding that some do not have is no error, and names those that have it', () => {
  const finding = (id: string, severity: Finding['severity']): Finding => ({
    ...{ id, kind: 'blocked', at: [0, 0], text: '', fix: '' },
    severity,
  });
  const [wall, pocket] = [finding('a', 'error'), finding('b', 'note')];
  expect(
    mergeAgents([
      ['man', [wall, pocket]],
      ['cart', [wall]],
    ]),
  ).toEqual([wall, { ...pocket, agents: ['man'] }]);
  expect(
    mergeAgents([
      ['man', []],
      ['cart', [wall]],
    ]),
  ).toEqual([{ ...wall, severity: 'warning', agents: ['cart'] }]);
});
