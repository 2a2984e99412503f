/** The thread of the walls assistant. */
import { type Endpoint, expose, transfer, wrap } from 'comlink';
import type { Frame } from '../../desk/painter.js';
import { WallsDesk } from './desk.js';

const scope = globalThis as unknown as Endpoint;

export class Walls extends WallsDesk {
  /** The lines above the tiles, as a picture. */
  lines({ width, height, ...placing }: Frame): ImageBitmap {
    const canvas = new OffscreenCanvas(width, height);
    this.draw(canvas.getContext('2d') as OffscreenCanvasRenderingContext2D, placing);
    const bitmap = canvas.transferToImageBitmap();
    return transfer(bitmap, [bitmap]);
  }

  end(): void {
    (globalThis as unknown as { close(): void }).close();
  }
}

expose(new Walls(wrap<(path: string) => Promise<Uint8Array>>(scope)));
