/** Maps as imports in Rollup: `gridprep/rollup`. */
import type { Plugin } from 'rollup';
import type { PluginOptions } from './bake.js';
import { plugin } from './plugin.js';

export type { PluginOptions } from './bake.js';

/**
 * The plugin for Rollup. Rollup 4. An import of a map, `import arena from "./arena.tmj?nav"`, bakes it and gives a `NavAsset`; nothing else is claimed.
 * @param options as in an input of `prep.config.json`, or the name of one; without any, `prep.config.json` in the root, or the preset `fastest`
 */
export default function gridprep(options: PluginOptions = {}): Plugin {
  return plugin.rollup(options) as Plugin;
}
