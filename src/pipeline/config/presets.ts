/** Artifacts and options that fit together, by name. A config's own artifacts override them. */

import type { Codec, Layout } from '../../core/blob/layout.js';
import type { PRESET_NAMES } from '../../core/options/build.js';
import type { Options } from '../../engines/artifact.js';

export type PresetName = (typeof PRESET_NAMES)[number];

/** Artifacts with their options. `codec` and `layout` are defaults of the config. */
export interface Preset {
  about: string;
  artifacts: Readonly<Record<string, Options>>;
  /** Whether the artifacts go into one file. */
  pack: boolean;
  codec?: Codec;
  layout?: Layout;
  /** Bakes only the artifacts that suit the map; see `estimate/choose.ts`. */
  choose?: true;
  /** Other artifacts that a map may choose. */
  otherwise?: Readonly<Record<string, Options>>;
}

export const ALTERNATIVES: readonly string[] = ['jps', 'ch'];

/** Presets by name. */
export const PRESETS = {
  tiny: { about: 'the fewest bytes: only the grid, jump points found at load', artifacts: { jps: {} }, pack: true },
  balanced: {
    about:
      'jump distances and fast goal bounds: most of the speed in half the bake; in narrow mazes and on weighted ' +
      'terrain, where goal bounds do not pay off, a contraction hierarchy',
    artifacts: { jps: {}, bounds: { exact: false } },
    otherwise: { ch: {} },
    pack: true,
    choose: true,
  },
  fastest: {
    about:
      'the fastest optimal queries: jump distances and the smallest goal bounds, or, on mazes, rooms, random ' +
      'obstacles and weighted terrain, a contraction hierarchy; chosen for each map',
    artifacts: { jps: {}, bounds: { exact: true }, ch: {} },
    pack: true,
    choose: true,
  },
  server: {
    about:
      'like fastest, but uncompressed and with the arrays that queries read: many times the bytes, hierarchies load ' +
      '4 times faster; for servers, Electron and files on a local disk',
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
