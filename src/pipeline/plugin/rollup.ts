/** Maps as imports in Rollup: `gridprep/rollup`. */
import type { Plugin } from 'rollup';
import type { PluginOptions } from './bake.js';
import { plugin } from './plugin.js';

export type { PluginOptions };

/**
 * The plugin for Rollup 4. `import arena from "./arena.tmj?nav"` bakes a map and imports a `NavAsset`.
 * @param options of an input of `prep.config.json`. Default: `prep.config.json` in the root, or the preset `fastest`
 */
export default function gridprep(options: PluginOptions = {}): Plugin {
  return plugin.rollup(options) as Plugin;
}
