/** Description of a blob for games, without its address: what `NavAsset` has, and the parts of a loader for it. */
import { type Blob, readBlob } from '../../core/blob/read.js';
import { unzstd } from '../../core/blob/unzstd.js';
import type { NavAsset } from '../../runtime/load-url.js';
import { readMeta } from '../../runtime/meta.js';

/** @returns the description, and the blobs of all agents */
export function assetOf(bytes: Uint8Array, levels: string[]): { asset: Omit<NavAsset, 'url'>; blobs: Blob[] } {
  const { width, height, diagonals, fingerprint, agents, cellSize, axes, origin, doors, markers, floors } = readMeta(
    bytes,
    { decompress: unzstd },
  );
  const ofAgents = agents.map((agent) => readBlob(bytes, unzstd, agent));
  const fingerprints = Object.fromEntries(agents.map((agent, i) => [agent, ofAgents[i].fingerprint]));
  return {
    asset: {
      ...{ fingerprint, fingerprints, width, height, diagonals },
      ...{ cellSize, axes, origin, doors, markers, floors, levels, agents },
    },
    blobs: [readBlob(bytes, unzstd), ...ofAgents],
  };
}
