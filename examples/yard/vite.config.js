import gridprep from 'gridprep/vite';

export default {
  base: './', // wherever it is put
  plugins: [gridprep({ artifacts: { jps: {} }, agents: { small: {}, large: { size: 2 } } })],
};
