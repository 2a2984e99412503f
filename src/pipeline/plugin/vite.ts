/** Maps as imports in Vite: `gridprep/vite`. */
import type { Plugin } from 'vite';
import type { PluginOptions } from './bake.js';
import { plugin } from './plugin.js';

export type { PluginOptions } from './bake.js';

/**
 * The plugin for Vite. Vite 6 or later. An import of a map, `import arena from "./arena.tmj?nav"`, bakes it and gives a `NavAsset`; nothing else is claimed.
 * @param options as in an input of `prep.config.json`, or the name of one; without any, `prep.config.json` in the root, or the preset `fastest`
 */
export default function gridprep(options: PluginOptions = {}): Plugin {
  return plugin.vite(options) as Plugin;
}
