/** Unknown names of options, commands and config keys: an error suggests the known name that is most alike. */

/**
 * @throws {TypeError} if `options` has a name that is not in `known`
 * @param known every option of the function
 */
export function refuseUnknown<T extends object>(options: T | null | undefined, ...known: (keyof T & string)[]): void {
  for (const name in options)
    if (!known.includes(name)) throw new TypeError(`option ${name} is unknown; ${suggest(name, known)}`);
}

/** @param near name to suggest @returns `did you mean …?`, or all names if none is alike */
export function suggest(name: string, known: readonly string[], near = nearest(name, known)): string {
  return near ? `did you mean ${near}?` : `known are ${known.join(', ')}`;
}

/**
 * @returns the known name with the fewest letters that differ, at most 3 and half of them: 0 if two are swapped, 2 if
 * one is replaced
 */
export function nearest(name: string, known: readonly string[]): string | undefined {
  let most = Math.min(name.length / 2, 3);
  let near: string | undefined;
  for (const other of known) {
    let rest = other;
    for (const letter of name) rest = rest.includes(letter) ? rest.replace(letter, '') : `${rest}_`;
    if (rest.length <= most) [near, most] = [other, rest.length - 1];
  }
  return near;
}

/**
 * @returns the nearest name; otherwise the shortest that begins with the name, of three letters or more: `outDir` for
 * `out`
 */
export function nearestOrLonger(name: string, known: readonly string[]): string | undefined {
  const longer = name.length < 3 ? [] : known.filter((other) => other.startsWith(name));
  return nearest(name, known) ?? longer.sort((a, b) => a.length - b.length)[0];
}
