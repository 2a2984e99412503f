/** Pictures that a thread of the page draws above the cells. */
import { transfer } from 'comlink';
import type { Placing } from '../canvas-surface.js';
import type { Frame } from '../desk/painter.js';

export function drawnLines(
  desk: { draw(context: OffscreenCanvasRenderingContext2D, placing: Placing): void },
  { width, height, ...placing }: Frame,
): ImageBitmap {
  const canvas = new OffscreenCanvas(width, height);
  desk.draw(canvas.getContext('2d') as OffscreenCanvasRenderingContext2D, placing);
  const bitmap = canvas.transferToImageBitmap();
  return transfer(bitmap, [bitmap]);
}
