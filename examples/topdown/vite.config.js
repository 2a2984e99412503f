import gridprep from 'gridprep/vite';

/** Pages that are isolated from other origins share the map's memory with their workers; on others each worker loads it for itself. */
const headers = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };

export default {
  base: './', // wherever it is put
  // Optimal paths on terrain that costs. Goal bounds would make them faster, and take seconds whenever the map is saved.
  plugins: [gridprep({ artifacts: { jps: {} }, agents: { villager: {}, cart: { size: 2 } } })],
  worker: { format: 'es' },
  server: { headers },
  preview: { headers },
};
