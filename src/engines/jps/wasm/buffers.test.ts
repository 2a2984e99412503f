/** In a separate process: memory that other tests have taken of the module's memory stays taken. */
import { expect, it } from 'vitest';
import { random } from '../../../../test/grids.js';
import { PathBuffer } from '../../../core/search/path.js';
import { native } from './native.js';

const bytesOf = ({ buffer, byteOffset, byteLength }: Uint16Array) => Buffer.from(buffer, byteOffset, byteLength);

it('fills in cells of path buffers in parts of its memory that are never given to another, nor detached', () => {
  native.fillCells();
  const point = (x: number, y: number) => x | (y << 16);
  const next = random(50);
  /** A path of some hundred cells or, now and then, many thousand turns; and its cells, one by one. */
  const draw = () => {
    const points = [point(Math.floor(next() * 300), Math.floor(next() * 300))];
    const count = next() < 0.01 ? 5000 : 2 + Math.floor(next() * 8);
    while (points.length < count) points.push(point(Math.floor(next() * 300), Math.floor(next() * 300)));
    const cells = [points[count - 1]];
    for (let i = count - 2; i >= 0; i--) {
      for (let at = cells[cells.length - 1]; at !== points[i]; cells.push(at)) {
        at += Math.sign((points[i] & 0xffff) - (at & 0xffff)) + (Math.sign((points[i] >> 16) - (at >> 16)) << 16);
      }
    }
    return { points, cells: new Uint16Array(Int32Array.from(cells).buffer) };
  };
  const buffers = Array.from({ length: 900 }, () => new PathBuffer());
  const memories = new Set<object>();
  let held: { view: Uint16Array; cells: Uint16Array }[] = [];
  for (let round = 0; round < 3; round++) {
    held = buffers.map((buffer) => {
      const { points, cells } = draw();
      buffer.write(points, points.length, 1);
      const view = buffer.cells.subarray(0, 2 * buffer.cellCount);
      memories.add(view.buffer);
      return { view, cells };
    });
    // All have been used since, many have grown.
    for (const { view, cells } of held) expect(bytesOf(view).equals(bytesOf(cells))).toBe(true);
  }
  // The last found no room, so had other memory; what has left the module's memory is also still there.
  expect(held.filter(({ view }) => view.buffer === held[0].view.buffer).length).toBeGreaterThan(100);
  expect(held[899].view.buffer).not.toBe(held[0].view.buffer);
  expect([...memories].every((memory) => (memory as ArrayBuffer).byteLength > 0)).toBe(true);
});
