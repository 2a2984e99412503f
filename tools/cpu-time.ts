/** Processor time of this thread, which only WASI has: other programs and threads do not count. */
import { WASI } from 'node:wasi';
import { wasmHost } from '../src/core/wasm/host.js';

const wasi = new WASI({ version: 'preview1' });
const memory = new (wasmHost().Memory)({ initial: 1, maximum: 1, shared: false });
wasi.initialize({ exports: { memory } });
const clock = new DataView(memory.buffer);

/** In milliseconds. */
export const cpuTime = (): number => {
  (wasi.wasiImport.clock_time_get as (id: number, precision: bigint, at: number) => number)(3, 0n, 0);
  return Number(clock.getBigUint64(0, true)) / 1e6;
};
