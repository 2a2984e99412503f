/**
 * All that a game without a bundler needs, as one file: the runtime and the overlay of `gridprep/debug`.
 * `dist/browser/gridprep.js` is an ES module, `dist/browser/gridprep.global.js` a script that sets the global
 * `gridprep`; `worker.js` in the same folder is the file of their threads.
 */
export * from './debug.js';
export * from './parts.js';
export * from './runtime.js';
