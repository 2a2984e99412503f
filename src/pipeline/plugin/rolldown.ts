/** Maps as imports in Rolldown: `gridprep/rolldown`. */
import type { Plugin } from 'rolldown';
import type { PluginOptions } from './bake.js';
import { plugin } from './plugin.js';

export type { PluginOptions };

/**
 * The plugin for Rolldown. `import arena from "./arena.tmj?nav"` bakes a map and imports a `NavAsset`.
 * @param options of an input of `prep.config.json`. Default: `prep.config.json` in the root, or the preset `fastest`
 */
export default function gridprep(options: PluginOptions = {}): Plugin {
  return plugin.rolldown(options) as Plugin;
}
