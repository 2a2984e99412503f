/** Findings of `prep lint` and of builds: as lines, or as JSON. */
import { join } from 'node:path';
import type { Places } from '../../src/core/grid/places.js';
import { defined } from '../../src/core/options/option.js';
import { type Finding, placeText } from '../../src/lint/findings.js';
import { knownFindings, lintMap } from '../../src/pipeline/build/lint-maps.js';
import type { LoadedConfig } from '../../src/pipeline/config/read-config.js';
import { readOptions } from '../../src/pipeline/config/reading.js';
import { type Target, titleOf } from '../../src/pipeline/config/targets.js';
import { ofMap } from './errors.js';
import { readMapFile, readText } from './input.js';
import { count } from './options.js';
import { print, warn } from './output.js';

/** Findings of one kind that are printed for each map; fewer of notes. */
const SHOWN = { error: 10, warning: 10, note: 3 };

export function printFindings(title: string, map: Pick<Places, 'floors'>, findings: readonly Finding[]): void {
  const counts = new Map<string, number>();
  for (const { kind, severity, at, text, fix, agents } of findings) {
    const number = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, number);
    const who = agents ? ` (${agents.join(', ')})` : '';
    const place = `${title} at ${placeText(map, at)}`;
    if (number <= SHOWN[severity]) print(`${place}: ${severity} ${kind}: ${text}${who}; ${fix}`);
    else if (number === SHOWN[severity] + 1) {
      const all = findings.filter((one) => one.kind === kind).length;
      print(`${title}: ${all - SHOWN[severity]} more of kind ${kind}; --json lists all`);
    }
  }
}

/** A list of known findings; found ones are removed from it. */
export async function allowList(file: string | undefined) {
  const known = file === undefined ? new Map<string, Set<string>>() : knownFindings(await readText(file), file);
  return {
    without: (title: string, findings: readonly Finding[]) =>
      findings.filter(({ id }) => !known.get(title)?.delete(id)),
    /** Warns of known findings that were not found. */
    end(): void {
      const left = [...known.values()].reduce((sum, ids) => sum + ids.size, 0);
      if (left > 0) warn(`prep: ${file}: ${count(left, 'known finding')} not found again; remove them from the file`);
    },
  };
}

/**
 * Lints the maps of a build except worlds, which are too large.
 * @param report gets the findings of each map
 * @returns the number of errors
 */
export async function lintBuild(
  { config: { lintAllow, lintFrom: from }, folder }: LoadedConfig,
  targets: readonly Target[],
  report: (title: string, map: Pick<Places, 'floors'>, findings: readonly Finding[]) => void,
): Promise<number> {
  const allowed = await allowList(lintAllow === undefined ? undefined : join(folder, lintAllow));
  let errors = 0;
  for (const target of targets) {
    if (target.world) continue;
    const file = join(folder, target.map);
    const bytes = await readMapFile(file, target.content);
    const reading = { ...readOptions(target.reading, folder), ...defined({ level: target.level }) };
    const task = { file, bytes, reading, agents: target.reading.agents };
    const { map, findings } = await lintMap(task, { from }).catch((error) => {
      throw ofMap(file, error);
    });
    const title = titleOf({ ...target, map: file });
    const left = allowed.without(title, findings);
    errors += left.filter(({ severity }) => severity === 'error').length;
    report(title, map, left);
  }
  allowed.end();
  return errors;
}
