/**
 * All that a game without a bundler needs, as one file: `dist/browser/gridprep.js`, an ES module, and `dist/browser/gridprep.global.js`, a
 * script that sets the global `gridprep`.
 */
export { type CacheOptions, type CacheStatistics, cachePaths } from './runtime/cache.js';
export { type EditableNav, editable, load } from './runtime/edit.js';
export { type LoadUrlOptions, loadUrl, type NavAsset, toCell, toWorld } from './runtime/game.js';
export * from './runtime/index.js';
export { type Meta, readMeta } from './runtime/meta.js';
