/** Imported for its effect: `toEqual` compares typed arrays by their bytes, where Vitest looks at each element. */
import { expect } from 'vitest';

const bytesOf = (view: ArrayBufferView) => Buffer.from(view.buffer, view.byteOffset, view.byteLength);

// Vitest runs it before each file of tests.
const done = globalThis as { comparesArrays?: true };
if (!done.comparesArrays) {
  done.comparesArrays = true;
  expect.addEqualityTesters([
    // Others are left to Vitest, which says where they differ.
    (a, b) =>
      ArrayBuffer.isView(a) && ArrayBuffer.isView(b) && a.constructor === b.constructor && bytesOf(a).equals(bytesOf(b))
        ? true
        : undefined,
  ]);
}
