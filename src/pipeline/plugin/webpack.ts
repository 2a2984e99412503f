/** Maps as imports in webpack: `gridprep/webpack`. */
import type { WebpackPluginInstance as Plugin } from 'webpack';
import type { PluginOptions } from './bake.js';
import { plugin } from './plugin.js';

export type { PluginOptions } from './bake.js';

/**
 * The plugin for webpack. webpack 5. An import of a map, `import arena from "./arena.tmj?nav"`, bakes it and gives a `NavAsset`; nothing else is claimed.
 * @param options as in an input of `prep.config.json`, or the name of one; without any, `prep.config.json` in the root, or the preset `fastest`
 */
export default function gridprep(options: PluginOptions = {}): Plugin {
  return plugin.webpack(options) as Plugin;
}
