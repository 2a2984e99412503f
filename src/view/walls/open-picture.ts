/** Opens the picture of a map by its format. */
import type { MapFiles, ReadFile } from '../../maps/files.js';
import type { MapFormat } from '../../maps/formats.js';
import type { Picture } from './picture.js';

/** @param given options of the format @throws {MapError} */
export async function pictureOf(
  format: MapFormat,
  source: ReadFile,
  files: MapFiles,
  given: Readonly<Record<string, unknown>> = {},
  level?: string,
): Promise<Picture> {
  if (format === 'tiled') return (await import('./tiled-picture.js')).tiledPicture(source, files);
  if (format === 'ldtk') return (await import('./ldtk-picture.js')).ldtkPicture(source, files, level);
  return (await import('./value-pictures.js')).valuePicture(format, source, given, level);
}
