/** The work of `prep build`. */
import { join, resolve } from 'node:path';
import {
  type BuildEvent,
  type BuildOptions,
  build,
  DEFAULT_MAX_MEMORY,
  findTargets,
  inputsOf,
  type LoadedConfig,
  type Overrides,
  parseMemory,
  readConfig,
  type Summary,
} from '../src/build.js';
import { terrainProfile } from '../src/index.js';
import { display } from './shared/display.js';
import { FailedError, report, UsageError } from './shared/errors.js';
import { wholeNumber } from './shared/options.js';
import { untilInterrupted } from './shared/signals.js';
import { watchInputs } from './shared/watch.js';

export interface BuildArguments {
  config?: string;
  out?: string;
  preset?: Overrides['preset'];
  terrain?: string;
  pack?: boolean;
  codec?: Overrides['codec'];
  'zstd-level'?: number;
  jobs?: number;
  'max-memory'?: string;
  force?: boolean;
  check?: boolean;
  'dry-run'?: boolean;
  watch?: boolean;
  clean?: boolean;
  bail?: boolean;
  json?: boolean;
  quiet?: boolean;
}

export async function runBuild(argv: BuildArguments): Promise<void> {
  checkArguments(argv);
  const once = async () => buildOnce(await readConfig(argv.config), argv);
  if (!argv.watch) return once();
  const find = async () => {
    const loaded = await readConfig(argv.config);
    const out = outputFolder(loaded, argv);
    return { ...(await inputsOf(loaded, out)), out: resolve(out) };
  };
  await untilInterrupted((signal) => watchInputs(find, once, signal));
}

/** Before any file is read. @throws {UsageError} */
function checkArguments(argv: BuildArguments): void {
  const { jobs, terrain } = argv;
  if (argv['zstd-level'] !== undefined) wholeNumber('zstd-level', argv['zstd-level'], 1, 22);
  if (jobs !== undefined) wholeNumber('jobs', jobs, 0, 256);
  if (terrain !== undefined) terrainProfile(terrain);
  memory(argv['max-memory'] ?? DEFAULT_MAX_MEMORY);
}

function memory(text: string): number {
  try {
    return parseMemory(text);
  } catch {
    throw new UsageError(`--max-memory is "${text}", expected a number and a unit, for example --max-memory 2GB`);
  }
}

function outputFolder({ config, folder }: LoadedConfig, { out }: BuildArguments): string {
  return out === undefined ? join(folder, config.out) : out;
}

async function buildOnce(loaded: LoadedConfig, argv: BuildArguments): Promise<void> {
  const { config, folder, file } = loaded;
  const { preset, terrain, pack, codec, 'zstd-level': zstdLevel } = argv;
  const targets = await findTargets(config, folder, file, { preset, terrain, pack, codec, zstdLevel });
  // Without defaults: yargs would find --check beside a --force that nobody gave.
  const { force = false, bail = false, clean = false } = argv;
  const writesNothing = argv.check === true || argv['dry-run'] === true;
  const out = outputFolder(loaded, argv);
  const screen = display(argv, folder, out);
  const options: BuildOptions = {
    folder,
    out,
    jobs: argv.jobs ?? config.jobs ?? 0,
    maxMemory: memory(argv['max-memory'] ?? config.maxMemory ?? DEFAULT_MAX_MEMORY),
    force,
    dryRun: writesNothing,
    bail,
    clean,
    onEvent: (event: BuildEvent) => screen.event(event),
  };
  try {
    const summary = await untilInterrupted((signal) => build(targets, { ...options, signal }));
    screen.end(summary);
    judge(summary, argv);
  } finally {
    screen.close();
  }
}

/** @throws {FailedError} naming all that failed */
function judge({ rows, faults, orphans, untried }: Summary, argv: BuildArguments): void {
  const failed = rows.filter(({ status }) => status === 'failed').map(({ map }) => map);
  if (failed.length > 0) {
    for (const fault of faults) report(fault);
    const others = untried > 0 ? `; ${untried} not tried` : '';
    throw new FailedError(`${failed.length} of ${rows.length + untried} maps failed: ${failed.join(', ')}${others}`);
  }
  if (faults.length > 0) throw faults[0];
  const stale = rows.filter(({ status }) => status === 'stale').length;
  const left = argv.clean ? orphans.length : 0;
  if (argv.check && stale + left > 0) {
    const parts = [
      stale > 0 ? `${stale} of ${rows.length} maps are not up to date` : '',
      left > 0 ? `${left} outputs are to be removed` : '',
    ];
    throw new FailedError(`${parts.filter(Boolean).join(', ')}; run prep build`);
  }
}
