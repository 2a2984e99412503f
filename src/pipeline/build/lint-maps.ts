/** `prep lint` as a function: lints a map for each of its agents, without known findings. */
import { MapError } from '../../core/errors.js';
import type { Finding } from '../../lint/findings.js';
import type { LintMap, LintOptions } from '../../lint/level.js';
import { difference, lint } from '../../lint/lint.js';
import { type GameMap, type ReadMapOptions, readMap } from '../../maps/read-map.js';
import type { AgentReading } from '../config/reading.js';

export interface LintTask {
  file: string;
  bytes: Uint8Array;
  reading: ReadMapOptions;
  agents?: Readonly<Record<string, AgentReading>> | undefined;
  /** Another version of the map, to compare with. */
  before?: Uint8Array | undefined;
}

/** @returns the map of the first agent, and the findings of all agents @throws {MapError} naming the file */
export async function lintMap(
  task: LintTask,
  options: LintOptions = {},
): Promise<{ map: GameMap; findings: Finding[] }> {
  const agents = Object.entries(task.agents ?? {}).map(([agent, { artifacts: _, ...own }]) => ({ ...own, agent }));
  const lists: [agent: string, findings: Finding[]][] = [];
  let first: GameMap | undefined;
  for (const agent of agents.length > 0 ? agents : [{}]) {
    const reading: ReadMapOptions = { ...task.reading, ...agent, file: task.file, leaveShut: true };
    const map = await readForLint(task.bytes, reading);
    first ??= map;
    for (const text of map.warnings) if (!first.warnings.includes(text)) first.warnings.push(text);
    lists.push([reading.agent ?? '', await lintAgent(map, task, reading, options)]);
  }
  const order = ['error', 'warning', 'note'];
  const findings = mergeAgents(lists).sort(
    (a, b) =>
      order.indexOf(a.severity) - order.indexOf(b.severity) ||
      (b.cells ?? Number.MAX_VALUE) - (a.cells ?? Number.MAX_VALUE),
  );
  return { map: first as GameMap, findings };
}

/** A map; for larger units also its single cells. */
async function readForLint(bytes: Uint8Array, reading: ReadMapOptions): Promise<GameMap & LintMap> {
  const map = await readMap(bytes, reading);
  return map.grid.size > 1 ? { ...map, single: (await readMap(bytes, { ...reading, size: 1 })).grid } : map;
}

/** Findings of one agent, with those that compare the map with its other version. */
async function lintAgent(
  map: GameMap & LintMap,
  { file, before, reading: { open } }: LintTask,
  reading: ReadMapOptions,
  options: LintOptions,
): Promise<Finding[]> {
  try {
    const findings = lint(map, { ...options, open });
    if (!before) return findings;
    const old = await readForLint(before, reading).catch((error: Error) => {
      map.warnings.push(unread(error, file));
      return undefined;
    });
    return old ? [...findings, ...difference(old, map)] : findings;
  } catch (error) {
    throw error instanceof MapError ? new MapError(`${file}: ${error.message.replace(`${file}: `, '')}`) : error;
  }
}

const unread = ({ message }: Error, file: string) =>
  `${file}: not compared, since its other version cannot be read (${message.replace(`${file}: `, '')})`;

/** Known findings by map, from lines of `prep lint --json`. @throws {MapError} if a line is not JSON */
export function knownFindings(text: string, file: string): Map<string, Set<string>> {
  const known = new Map<string, Set<string>>();
  for (const [i, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    try {
      const { map, id, summary } = JSON.parse(line);
      if (typeof map === 'string' && typeof id === 'string') known.set(map, (known.get(map) ?? new Set()).add(id));
      else if (summary === undefined) throw new TypeError();
    } catch {
      throw new MapError(
        `${file}:${i + 1}: expected a line of prep lint --json, for example {"map":"a.map","id":"choke 3,4"}`,
      );
    }
  }
  return known;
}

/** Merges the findings of all agents. Errors that only some agents have become warnings. */
export function mergeAgents(lists: readonly (readonly [agent: string, findings: readonly Finding[]])[]): Finding[] {
  const merged = new Map<string, { finding: Finding; agents: string[] }>();
  for (const [agent, findings] of lists)
    for (const finding of findings) {
      const known = merged.get(finding.id);
      if (known) known.agents.push(agent);
      else merged.set(finding.id, { finding, agents: [agent] });
    }
  return [...merged.values()].map(({ finding, agents }) => {
    if (agents.length === lists.length) return finding;
    return { ...finding, severity: finding.severity === 'error' ? 'warning' : finding.severity, agents };
  });
}
