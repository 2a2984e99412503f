/** `prep build`: bakes the outputs of a config that are out of date. */
import { join, relative } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import type { Argv } from 'yargs';
import { BUILD, LINT, RECIPE } from '../../src/core/options/build.js';
import { WALKER } from '../../src/core/options/maps.js';
import { defined, flag, text, unfilled, whole } from '../../src/core/options/option.js';
import { DEFAULT_MAX_MEMORY } from '../../src/core/threads/memory.js';
import { terrainProfile } from '../../src/maps/movingai.js';
import { lacksMarks } from '../../src/maps/walls.js';
import type { BuildEvent, Summary } from '../../src/pipeline/build/events.js';
import type { LoadedConfig } from '../../src/pipeline/config/read-config.js';
import type { Target } from '../../src/pipeline/config/targets.js';
import type { Fleet, FleetOptions } from '../../src/pipeline/fleet/fleet.js';
import { CACHE, namedCache } from '../shared/cache.js';
import { display } from '../shared/display.js';
import { FailedError, report, UsageError } from '../shared/errors.js';
import { byteCount, count, flags, milliseconds, outDir, type Values } from '../shared/options.js';
import { printJson, printSummary, warn } from '../shared/output.js';
import { untilInterrupted } from '../shared/signals.js';
import { unmarkedLines } from '../shared/unmarked.js';

/** Maps from which V8 collects garbage sooner: figures in docs/decisions/build.md. */
const MANY_MAPS = 10_000;
const LEAN_HEAP = '--heap-growing-percent=20 --max-semi-space-size=1';
const MONTH_MS = 30 * 86_400_000;

const FLAGS = {
  // The config has the defaults.
  ...unfilled({ ...BUILD, ...RECIPE, terrain: WALKER.terrain }),
  outDir: { ...outDir, shown: "the config's" },
  ...CACHE,
  fleetTimeout: { ...text('Fail after this time without worker or Redis'), shown: '30 s for Redis, never for workers' },
  fleetFallback: flag('Bake locally after that time, or 30 s'),
  fleetAttempts: { ...whole('Attempts per job', 1, 100), shown: '4' },
  force: flag('Rebuild everything'),
  check: { ...flag('Write nothing; exit code 1 if anything is out of date'), flag: { conflicts: ['force', 'watch'] } },
  dryRun: { ...flag('Write nothing; list what would be baked, and why'), flag: { conflicts: ['watch'] } },
  watch: flag('Build again when a map or the config changes'),
  clean: flag('Remove outputs that the config no longer names'),
  bail: flag('Stop at the first map that fails'),
  json: flag('Print JSON: an object per event, a summary last'),
  verbose: { ...flag('List every map and its walls, and each as it is built'), flag: { conflicts: ['json', 'quiet'] } },
  quiet: { ...flag('Print errors only'), flag: { alias: 'q', conflicts: ['json'] } },
};

export const builder = (yargs: Argv) =>
  yargs
    .positional('config', { type: 'string', describe: 'Config file [default: prep.config.json or .mjs]' })
    .options(flags(FLAGS))
    .example('$0 init && $0 build', 'write a config, and bake all that it names')
    .example('$0 build --cache /mnt/cache', 'bake nothing that another machine has baked')
    .example('$0 build --check', 'in CI: fail if a blob is older than its map')
    .epilogue('Exit code: 0 up to date; 1 a map failed, or is stale with --check; 2 wrong usage');

type Arguments = Values<typeof builder>;

/** Imported here because the schema library would delay --help. */
const pipeline = async () => ({
  ...(await import('../../src/pipeline/build/build.js')),
  ...(await import('../../src/pipeline/build/watch.js')),
  ...(await import('../../src/pipeline/config/output-folder.js')),
  ...(await import('../../src/pipeline/config/read-config.js')),
  ...(await import('../../src/pipeline/config/targets.js')),
  ...(await import('../../src/pipeline/fleet/fleet.js')),
});

type NamedCache = Awaited<ReturnType<typeof namedCache>>;

export async function handler(argv: Arguments): Promise<void> {
  checkArguments(argv);
  const { inputsOf, outputFolderOf, readConfig, watchInputs } = await pipeline();
  const once = async () => buildOnce(await readConfig(argv.config), argv);
  if (!argv.watch) return once();
  const find = async () => {
    const loaded = await readConfig(argv.config);
    return inputsOf(loaded, argv['out-dir'] ?? (await outputFolderOf(loaded)));
  };
  // Each build of --watch --json ends with its own summary.
  const each = () => once().finally(() => argv.json && printSummary());
  await untilInterrupted((signal) =>
    watchInputs(find, each, { signal, log: (text) => warn(`prep: ${text}`), failed: report }),
  );
}

function checkArguments(argv: Arguments): void {
  if (argv.terrain !== undefined) terrainProfile(argv.terrain);
  byteCount('max-memory', argv['max-memory'] ?? DEFAULT_MAX_MEMORY);
  fleetOptions(argv);
}

function fleetOptions(argv: Arguments): Omit<FleetOptions, 'cache'> {
  const { 'fleet-timeout': timeout, 'fleet-attempts': attempts } = argv;
  const timeoutMs = timeout === undefined ? undefined : milliseconds('fleet-timeout', timeout, 1, MONTH_MS);
  return defined({ attempts, timeoutMs, fallback: argv['fleet-fallback'] });
}

async function buildOnce(loaded: LoadedConfig, argv: Arguments): Promise<void> {
  const { build, findTargets, outputFolderOf, titleOf } = await pipeline();
  const { config, folder, file } = loaded;
  const { preset, terrain, pack, codec, layout, 'zstd-level': zstdLevel } = argv;
  const targets = await findTargets(config, folder, file, { preset, terrain, pack, codec, layout, zstdLevel });
  if (targets.length >= MANY_MAPS) setFlagsFromString(LEAN_HEAP);
  // Not as defaults of yargs, which would report a conflict with --check.
  const { force = false, bail = false, clean = false } = argv;
  const writesNothing = argv.check === true || argv['dry-run'] === true;
  const out = argv['out-dir'] ?? (await outputFolderOf(loaded));
  const address = writesNothing ? undefined : (argv.fleet ?? config.fleet);
  const maxMemory = byteCount('max-memory', argv['max-memory'] ?? config.maxMemory ?? DEFAULT_MAX_MEMORY);
  const screen = display(argv, folder, out, {
    maps: targets.map(titleOf),
    outputs: targets.flatMap(({ outputs }) => outputs.map(({ file }) => file)),
  });
  let upToDate = 0;
  const onEvent = (event: BuildEvent) => {
    if (event.event === 'built' || event.event === 'cached' || event.event === 'fetched') upToDate++;
    screen.event(event);
  };
  const onTrouble = (text: string) => screen.event({ event: 'trouble', text });
  const cache = writesNothing
    ? undefined
    : await namedCache(argv, onTrouble, { ...loaded, needed: address !== undefined, maxMemory });
  const fleet = address === undefined ? undefined : await fleetOf(address, argv, cache, onEvent);
  const options = defined({
    folder,
    out,
    threads: argv.threads ?? config.threads ?? 0,
    maxMemory,
    dryRun: writesNothing,
    module: argv.module ?? config.module ?? ('few' as const),
    ...{ force, bail, clean, cache, remote: fleet, onEvent },
  });
  const onInterrupt = () => {
    if (writesNothing || argv.quiet) return;
    const maps = `${count(targets.length, 'map')} ${targets.length === 1 ? 'is' : 'are'}`;
    warn(`prep: interrupted, ${upToDate} of ${maps} up to date; the same command continues from there`);
  };
  try {
    const summary = await untilInterrupted((signal) =>
      build(targets, { ...options, signal }).catch((error) => {
        screen.close();
        if (signal.aborted) onInterrupt();
        throw error;
      }),
    );
    const { requests, failed } = cache?.counts ?? { requests: 0, failed: 0 };
    if (failed > 0) onTrouble(`cache: ${failed} of ${requests} requests failed`);
    screen.end(summary);
    if (!argv.json && !argv.quiet) await nameAssistant(summary, loaded);
    judge(summary, argv);
    await lint(loaded, targets, argv);
  } finally {
    screen.close();
    await fleet?.close();
    await cache?.close();
  }
}

/** @returns undefined if the fleet cannot be reached, and --fleet-fallback allows that @throws {UsageError} */
async function fleetOf(
  address: string,
  argv: Arguments,
  cache: NamedCache,
  onEvent: (event: BuildEvent) => void,
): Promise<Fleet | undefined> {
  const { openFleet, UnreachableError } = await pipeline();
  if (!cache)
    throw new UsageError('--fleet needs --cache, which the workers also use: inputs and outputs travel through it');
  const options = { cache, fromConfig: argv.fleet === undefined, onEvent, ...fleetOptions(argv) };
  return openFleet(address, options).catch((error) => {
    if (!argv['fleet-fallback'] || !(error instanceof UnreachableError)) throw error;
    onEvent({ event: 'trouble', text: `${error.message}; this machine bakes` });
    return undefined;
  });
}

/** Names the walls assistant where maps have no marks, and how many maps one answer serves. */
async function nameAssistant({ rows }: Summary, { config, folder, file }: LoadedConfig): Promise<void> {
  const unmarked = rows.filter(({ walls }) => walls && lacksMarks(walls.warnings)).map(({ map }) => map);
  if (unmarked.length === 0) return;
  const { mapsOf } = await import('../../src/pipeline/config/inputs.js');
  const sets = (config.inputs ?? []).map((one) => mapsOf(one, folder, file).catch(() => new Set<string>()));
  const served = (await Promise.all(sets)).find((maps) => maps.has(unmarked[0].replace(/#.*/, '')))?.size ?? 1;
  const named = unmarked.map((map) => relative('.', join(folder, map.replace(/#.*/, ''))));
  for (const line of unmarkedLines(named, served)) warn(`prep: ${line}`);
}

/** @throws {FailedError} if lint finds errors, and they fail the build */
async function lint(loaded: LoadedConfig, targets: readonly Target[], { json, quiet }: Arguments): Promise<void> {
  const { lint: mode = LINT.lint.default } = loaded.config;
  if (mode === 'off') return;
  const { lintBuild, printFindings } = await import('../shared/findings.js');
  const errors = await lintBuild(loaded, targets, (title, map, findings) => {
    if (json) for (const finding of findings) printJson({ event: 'finding', map: title, ...finding });
    else
      printFindings(
        title,
        map,
        findings.filter(({ severity }) => !quiet || severity === 'error'),
      );
  });
  if (errors > 0 && mode === 'error')
    throw new FailedError(`lint found ${count(errors, 'error')}; fix the maps, or list known findings with lintAllow`);
}

function judge({ rows, faults, orphans, untried }: Summary, argv: Arguments): void {
  const failed = rows.filter(({ status }) => status === 'failed').map(({ map }) => map);
  if (failed.length > 0) {
    for (const fault of faults) report(fault);
    // The error of a single map is printed already.
    if (rows.length + untried === 1) {
      process.exitCode = 1;
      return;
    }
    const more = failed.length - MOST_NAMES;
    const names = `${failed.slice(0, MOST_NAMES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
    const others = untried > 0 ? `; ${untried} not tried` : '';
    throw new FailedError(`${failed.length} of ${count(rows.length + untried, 'map')} failed: ${names}${others}`);
  }
  if (faults.length > 0) throw faults[0];
  const stale = rows.filter(({ status }) => status === 'stale').length;
  const left = argv.clean ? orphans.length : 0;
  if (argv.check && stale + left > 0) {
    const parts = [
      stale > 0 ? `${stale} of ${count(rows.length, 'map')} ${rows.length === 1 ? 'is' : 'are'} not up to date` : '',
      left > 0 ? `${count(left, 'output')} to be removed` : '',
    ];
    throw new FailedError(`${parts.filter(Boolean).join(', ')}; run prep build`);
  }
}

const MOST_NAMES = 5;
