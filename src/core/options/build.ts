/** Options of builds: keys at the top of a config, flags of `prep build`. */
import { LAYOUT, MAX_MEMORY, THREADS, WRITE } from './bake.js';
import { choice, flag, text } from './option.js';

export const PRESET_NAMES = ['tiny', 'balanced', 'fastest', 'server', 'tables'] as const;

/** Options of all inputs or of one. */
export const RECIPE = {
  preset: { ...choice('Preset', PRESET_NAMES), more: 'artifacts and their options; `artifacts` is laid over them' },
  pack: flag('One file per map; --no-pack: one per artifact'),
  ...WRITE,
  ...LAYOUT,
};

/** Where names of outputs start. */
export const BASE = text(
  'Folder that the names of outputs start from, relative to the config file; without it the first folder of a map is ' +
    'left out',
);

export const BUILD = {
  outDir: { ...text('Folder to write to', 'out'), more: 'relative to the config file' },
  module: {
    ...flag('Write index.js: maps, load'),
    more: 'all maps by name, and a load with only their engines. Default: up to 1000 maps',
    shown: 'up to 1000 maps',
  },
  threads: THREADS,
  cache: {
    ...text('Shared cache: folder, redis(s)://'),
    more: 'a folder relative to the config file, or an address without a password',
  },
  cacheReadOnly: flag('Take from the cache, put nothing there', false),
  fleet: text('Redis of the workers, redis(s)://HOST'),
  maxMemory: MAX_MEMORY,
};

/** `prep lint` in builds: keys at the top of a config. */
export const LINT = {
  lint: {
    ...choice('Run prep lint in each build', ['off', 'warn', 'error'], 'off'),
    more: 'error: its errors fail the build',
  },
  lintFrom: text('Marker where units start'),
  lintAllow: text('Known findings, a file of lines of prep lint --json, relative to the config file'),
};
