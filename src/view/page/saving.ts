/** Saves the map, its edits, or the window to files. */
import type { Remote } from 'comlink';
import type { Painter } from '../desk/painter.js';
import { element } from './dom.js';

/** The map as text or as a picture, its edits, or a picture of the window. */
export type SavedAs = 'map' | 'png' | 'view';

/** @param name of the map @param seen picture of the window */
export async function save(as: SavedAs, painter: Remote<Painter>, name: string, seen: () => HTMLCanvasElement) {
  if (as === 'map') {
    const file = await painter.save();
    return offer(file.name, new Blob([file.bytes]));
  }
  const canvas = as === 'view' ? seen() : await mapPicture(painter);
  canvas.toBlob((blob) => blob && offer(`${name.replace(/\.\w+$/, '')}.png`, blob));
}

async function mapPicture(painter: Remote<Painter>): Promise<HTMLCanvasElement> {
  const { width, height, pixels } = await painter.picture();
  const canvas = element('canvas', { width, height });
  canvas.getContext('2d')?.putImageData(new ImageData(new Uint8ClampedArray(pixels.buffer), width, height), 0, 0);
  return canvas;
}

export function offer(name: string, content: Blob): void {
  const link = element('a', { href: URL.createObjectURL(content), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
