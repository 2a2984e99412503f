/** Artifacts and options that go well together, by name; a config's own artifacts are laid over them. */
import type { Options } from '../../core/artifacts/artifact.js';
import type { Codec, Layout } from '../../core/blob/layout.js';
import type { PRESET_NAMES } from '../../core/options/build.js';

export type PresetName = (typeof PRESET_NAMES)[number];

/** Artifacts with their options, and whether they go into one file. */
export interface Preset {
  about: string;
  artifacts: Readonly<Record<string, Options>>;
  pack: boolean;
  /** Where the config does not say. */
  codec?: Codec;
  layout?: Layout;
  /** Bakes only those artifacts that suit the map best; see `estimate/choose.ts`. */
  choose?: true;
  /** What else a map may choose. */
  otherwise?: Readonly<Record<string, Options>>;
}

export const ALTERNATIVES: readonly string[] = ['jps', 'ch'];

/** Presets by name. */
export const PRESETS = {
  tiny: { about: 'the least bytes: the grid alone, jump points found at load', artifacts: { jps: {} }, pack: true },
  balanced: {
    about:
      'jump distances and fast goal bounds: most of the speed in half the bake; in narrow mazes and on terrain that ' +
      'costs, where goal bounds do not pay, a contraction hierarchy',
    artifacts: { jps: {}, bounds: { exact: false } },
    otherwise: { ch: {} },
    pack: true,
    choose: true,
  },
  fastest: {
    about:
      'the fastest optimal queries: jump distances and the smallest goal bounds, or, on mazes, rooms, noise and ' +
      'weighted terrain, a contraction hierarchy; each map says which',
    artifacts: { jps: {}, bounds: { exact: true }, ch: {} },
    pack: true,
    choose: true,
  },
  server: {
    about:
      'what fastest bakes, uncompressed and with the arrays that queries read: many times the bytes, hierarchies ' +
      'load in a quarter of the time; for servers, Electron and files on a local disk',
    artifacts: { jps: {}, bounds: { exact: true }, ch: {} },
    pack: true,
    layout: 'mapped',
    choose: true,
  },
  tables: {
    about:
      'one level of clusters, the cheapest paths inside them and all pairs of their nodes: near-optimal paths, ' +
      'straightened by the query, fast to bake, for any terrain',
    artifacts: { hpa: { cluster: 20, levels: 1, storePaths: true }, table: {} },
    pack: true,
  },
} satisfies Record<PresetName, Preset>;
