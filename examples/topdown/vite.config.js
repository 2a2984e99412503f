import gridprep from 'gridprep/vite';

export default {
  base: './', // wherever it is put
  // Optimal paths on weighted terrain. A contraction hierarchy would make them faster, and take seconds whenever the map is saved.
  plugins: [gridprep({ artifacts: { jps: {} }, agents: { villager: {}, cart: { size: 2 } } })],
  worker: { format: 'es' },
  // A page that is isolated from other origins shares the map's memory with its threads; on any other each of them loads it.
  server: { headers: { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' } },
};
