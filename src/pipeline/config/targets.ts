/** The targets of a config: one for each map of each input, with its outputs. */

import type { Codec, Layout } from '../../core/blob/layout.js';
import { WRITE_DEFAULTS } from '../../core/blob/write.js';
import { ConfigError } from '../../core/errors.js';
import { codecFor } from '../../core/options/bake.js';
import type { Options } from '../../engines/artifact.js';
import { ARTIFACT_NAMES, ARTIFACTS } from '../../engines/list.js';
import { allInputs, type Config, type Input, inputPlace } from './config.js';
import { levelsOf, mapsOf, nameOf, ownText } from './inputs.js';
import { ALTERNATIVES, PRESETS, type Preset, type PresetName } from './presets.js';
import { type Reading, readingOf } from './reading.js';
import { type Instead, worldTargets } from './world-targets.js';

/** An artifact of a target, with all options that decide its bytes. */
export interface Wanted {
  name: string;
  options: Options;
  codec: Codec;
  zstdLevel: number;
  /** Set if it is not `compact`. */
  layout?: Layout;
  /** Set if the map chooses and the config, not only its preset, names the artifact: then it is always baked. */
  named?: true;
}

export interface Output {
  /** Relative to the output folder, with slashes. */
  file: string;
  artifacts: Wanted[];
  /** Set if the map decides which of them are baked; see `choose.ts`. */
  choose?: true;
}

export interface Target {
  /** Relative to the config's folder, with slashes. */
  map: string;
  /** Content of a map without a file: the floors of a config. */
  content?: string;
  /** Its level, if the file has several. */
  level?: string;
  /** Prefix of the names of its outputs. */
  name: string;
  reading: Reading;
  outputs: Output[];
  /** Set for a world, whose output is the index of its tiles. */
  world?: true;
  /** Agent of a world. */
  agent?: string;
}

/** Options that override the config. */
export interface Overrides extends Instead {
  preset?: PresetName | undefined;
  pack?: boolean | undefined;
  layout?: Layout | undefined;
}

/**
 * The maps and worlds of a config with their outputs.
 * @param folder of the globs
 * @param file name of the config in errors
 * @throws {ConfigError} if a glob matches no file, an input bakes nothing, an output would lie outside the output
 * folder, or two targets would write the same file
 */
export async function findTargets(
  config: Config,
  folder: string,
  file: string,
  overrides: Overrides = {},
): Promise<Target[]> {
  const targets: Target[] = [];
  for (const [i, input] of allInputs(config).entries()) {
    const where = `${file}: ${inputPlace(config, i)}`;
    const reading = await readingOf(config, input, overrides.terrain, folder, where);
    const recipe = recipeOf(config, input, overrides, where, reading);
    if (input.floors) targets.push(floorsTarget(input, recipe));
    for (const map of await mapsOf(input, folder, where)) {
      const name = nameOf(map, input.base ?? config.base, folder, where);
      for (const level of await levelsOf(map, input, folder, where)) {
        // Copies of objects take four times the memory of literals, and there may be a hundred thousand.
        if (level === undefined) targets.push({ map, name, reading, outputs: outputsOf(recipe, name) });
        else {
          const levelName = `${name}.${level}`;
          targets.push({ map, level, name: levelName, reading, outputs: outputsOf(recipe, levelName) });
        }
      }
    }
  }
  targets.push(...(await worldTargets(config, folder, file, overrides)));
  refuseCollisions(targets, file);
  return targets;
}

/** Name of the map of floors, which has no file. */
export const floorsMap = ({ name = 'floors' }: Input): string => `${name}.json`;

/** The target of a map of floors. */
function floorsTarget(input: Input, recipe: Recipe): Target {
  const [map, { name = 'floors', floors }] = [floorsMap(input), input];
  const content = JSON.stringify({ gridprep: 'floors', floors });
  return { map, content, name, reading: { ...recipe.reading, format: 'floors' }, outputs: outputsOf(recipe, name) };
}

type Recipe = ReturnType<typeof recipeOf>;

function recipeOf(config: Config, input: Input, overrides: Overrides, where: string, reading: Reading) {
  const chosen = overrides.preset ?? input.preset ?? config.preset;
  const preset: Preset | undefined = chosen && PRESETS[chosen];
  const pack = overrides.pack ?? input.pack ?? config.pack ?? preset?.pack ?? false;
  const configured = [config.artifacts, input.artifacts] as Artifacts[];
  // The map chooses only in packs, whose names do not depend on the choice.
  const choose =
    preset?.choose === true &&
    pack &&
    !ALTERNATIVES.some((name) => configured.findLast((artifacts) => name in (artifacts ?? {}))?.[name] === false);
  // Lowest priority first: preset, config, input.
  const sources = [{ ...preset?.artifacts, ...(choose && preset?.otherwise) }, ...configured];
  const shared = {
    codec: input.codec ?? config.codec ?? preset?.codec,
    zstdLevel: input.zstdLevel ?? config.zstdLevel ?? WRITE_DEFAULTS.zstdLevel,
    layout: input.layout ?? config.layout ?? preset?.layout,
  };
  const artifacts = ARTIFACT_NAMES.flatMap((name) => wantedOf(name, sources, shared, overrides));
  for (const [i, { name }] of artifacts.entries())
    for (const need of ARTIFACTS[name].needs ?? [])
      if (!artifacts.slice(0, i).some((other) => other.name === need))
        throw new ConfigError(`${where}: ${name} is made from ${need}; also bake that`);
  if (artifacts.length === 0) {
    throw new ConfigError(
      `${where} bakes nothing; give artifacts (${ARTIFACT_NAMES.join(', ')}) or a preset ` +
        `(${Object.keys(PRESETS).join(', ')})`,
    );
  }
  checkAgents(reading.agents ?? {}, artifacts, where);
  const isNamed = (name: string) => configured.some((artifacts) => artifacts?.[name]);
  if (choose) for (const one of artifacts) if (isNamed(one.name)) one.named = true;
  // One list for all maps, to save memory.
  const each = artifacts.map((one) => [one]);
  return { reading, pack, choose, artifacts, each };
}

type Artifacts = Record<string, Options | false> | undefined;

/** An artifact with its options, none if no source wants it. @param sources lowest priority first */
function wantedOf(name: string, sources: readonly Artifacts[], shared: object, overrides: Overrides): Wanted[] {
  const values = sources.map((source) => source?.[name]);
  const last = values.findLast((value) => value !== undefined);
  if (last === undefined || last === false) return [];
  const stated: Options = Object.assign({}, ...values.map((value) => value || {}));
  const { codec, zstdLevel, layout, ...options } = {
    ...shared,
    ...ARTIFACTS[name].defaults,
    ...stated,
  } as Options & Pick<Wanted, 'codec' | 'zstdLevel' | 'layout'>;
  const isMapped = (overrides.layout ?? layout) === 'mapped';
  const wanted = {
    name,
    options,
    codec: overrides.codec ?? codec ?? codecFor(isMapped ? 'mapped' : 'compact'),
    zstdLevel: overrides.zstdLevel ?? zstdLevel,
  };
  return [isMapped ? { ...wanted, layout: 'mapped' } : wanted];
}

function checkAgents(agents: NonNullable<Reading['agents']>, artifacts: Wanted[], where: string): void {
  const baked = artifacts.map(({ name }) => name);
  for (const [agent, { artifacts: wanted = baked }] of Object.entries(agents)) {
    for (const name of wanted) {
      if (!baked.includes(name))
        throw new ConfigError(
          `${where}: agent ${agent} wants ${name}, which is not baked; baked are ${baked.join(', ')}`,
        );
      const need = ARTIFACTS[name].needs?.find((other) => !wanted.includes(other));
      if (need) throw new ConfigError(`${where}: agent ${agent}: ${name} is made from ${need}; also give it that`);
    }
  }
  if (Object.keys(agents).length === 0) return;
  const bare = baked.find(
    (name) => !Object.values(agents).some(({ artifacts: wanted = baked }) => wanted.includes(name)),
  );
  if (bare !== undefined) throw new ConfigError(`${where}: no agent wants ${bare}; leave it out, or give it to one`);
}

function outputsOf({ pack, artifacts, each, choose }: Recipe, name: string): Output[] {
  if (!pack || artifacts.length < 2)
    return each.map((one) => ({ file: ownText(`${name}.${one[0].name}.prep`), artifacts: one }));
  const file = ownText(`${name}.prep`);
  return [choose ? { file, artifacts, choose } : { file, artifacts }];
}

export function titleOf({ map, level, agent }: Pick<Target, 'map' | 'level' | 'agent'>): string {
  return `${map}${level === undefined ? '' : `#${level}`}${agent === undefined ? '' : ` (${agent})`}`;
}

function refuseCollisions(targets: Target[], file: string): void {
  const sources = new Map<string, string>();
  for (const target of targets) {
    const map = titleOf(target);
    for (const output of target.outputs) {
      const other = sources.get(output.file);
      if (other !== undefined) {
        const what = other === map ? `${map} is matched twice` : `${other} and ${map} have the same output`;
        throw new ConfigError(`${file}: ${what}, ${output.file}; give them different names or configs`);
      }
      sources.set(output.file, map);
    }
  }
}
