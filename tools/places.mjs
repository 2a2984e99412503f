/** Paths that tools and tests name: one that no longer exists is an error, so that no check passes without checking. */
import { existsSync } from 'node:fs';

/** @returns the same paths @throws {Error} that names those that do not exist */
export function existing(...places) {
  const missing = places.filter((place) => !existsSync(place));
  if (missing.length > 0) throw new Error(`there is no ${missing.join(', no ')}; correct the path where it is named`);
  return places;
}

/** A pattern of files, of all below folders among them. @throws {Error} as {@link existing} */
export function below(...places) {
  const texts = existing(...places).map((place) => place.replace(/[.+]/g, '\\$&'));
  return new RegExp(`(^|/)(${texts.join('|')})(/|$)`);
}
