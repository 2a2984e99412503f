/**
 * All that a game without a bundler needs, as one file: `dist/browser/gridprep.js`, an ES module, and `dist/browser/gridprep.global.js`, a
 * script that sets the global `gridprep`.
 */
export * from './runtime.js';
