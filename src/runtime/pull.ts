/** Paths that look walked: `gridprep/runtime/pull`. Not part of `load`: a game that has no use for it ships none of it. */
export { type Heading, type PulledPath, type PullOptions, type SeenMap, type Sight, sightOf } from '../pull/pull.js';
