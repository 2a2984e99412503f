/** Output of `prep estimate --needs`: candidates, the best, and a config that bakes it. */
import { configOf, type Recommended } from '../../src/config/config-of.js';
import { type Proposal, type Recommendation, recommend } from '../../src/estimate/recommend.js';
import { type Limits, parseWithin } from '../../src/estimate/within.js';
import { FailedError, UsageError } from './errors.js';
import { ofMap, readMapFile } from './input.js';
import { count, size } from './options.js';
import { print, printJson, table } from './output.js';
import type { MapFile } from './work.js';

/** Accuracy of the times (docs/decisions/estimates-power-law.md). */
const RELIABLE =
  'times: from measured maps that are like it, on two cores of a cloud machine; mostly right within a factor of two';

/** @throws {UsageError} */
export function limitsOf(text: string): Limits {
  try {
    return parseWithin(text);
  } catch (error) {
    throw new UsageError(`--needs: ${(error as Error).message}`);
  }
}

/** Recommends artifacts for each map. @throws {FailedError} if nothing keeps to the limits on one of them */
export async function recommendFor(
  maps: MapFile[],
  limits: Limits,
  { threads, json, agent }: { threads: number; json: boolean; agent: string | undefined },
): Promise<void> {
  const several = maps.find(({ agents }) => agents && agent === undefined);
  if (several)
    throw new UsageError(
      `${several.file} is walked by ${Object.keys(several.agents ?? {}).join(', ')}; name one: --agent NAME`,
    );
  const chosen: Recommended[] = [];
  const unmet: string[] = [];
  for (const { file, reading } of maps) {
    const recommended = await recommend(await readMapFile(file), { ...reading, file }, limits, threads).catch(
      (error) => {
        throw ofMap(file, error);
      },
    );
    if (recommended.best) chosen.push({ file, reading, artifacts: recommended.best.artifacts });
    else unmet.push(`${file}: ${whyNot(recommended)}`);
    const config = recommended.best && configOf([{ file, reading, artifacts: recommended.best.artifacts }]);
    if (json) printJson({ map: file, limits, ...recommended, config });
    else print(proposalsOf(file, recommended));
  }
  if (!json) print(RELIABLE);
  if (!json && chosen.length > 0) print(`\nprep.config.json:\n${JSON.stringify(configOf(chosen), undefined, 2)}`);
  if (unmet.length > 0)
    throw new FailedError(`${unmet[0]}${unmet.length > 1 ? `; nor on ${count(unmet.length - 1, 'more map')}` : ''}`);
}

function proposalsOf(file: string, { best, proposals }: Recommendation): string {
  const rows = proposals.map((one) => [
    `${one === best ? '*' : ' '} ${one.name}`,
    size(one.bytes),
    one.us.toPrecision(2),
    one.seconds.toFixed(2),
    one.optimal ? 'optimal' : 'near',
    one.fails.length > 0 ? `over or without: ${one.fails.join(', ')}` : `as on ${one.like}`,
  ]);
  return table([[file, 'size', 'µs a query', 'bake s', 'paths', ''], ...rows], 1);
}

function whyNot({ nearest, problems }: Recommendation): string {
  if (!nearest) return `no artifact does all of that${problems.map((problem) => `; ${problem}`).join('')}`;
  return `nothing keeps to that; nearest is ${described(nearest)}, which misses ${nearest.fails.join(' and ')}`;
}

function described({ name, bytes, us, optimal }: Proposal): string {
  return `${name} with ${size(bytes)} and about ${us.toPrecision(2)} µs a query${optimal ? '' : ', near-optimal'}`;
}
