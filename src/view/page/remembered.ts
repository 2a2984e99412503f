/** A set of names that the browser keeps, where it allows that. */

/** @param key of the set in the browser's storage @param first names of a browser that has kept none */
export function remembered(key: string, first: readonly string[]) {
  const names = new Set(read(key) ?? first);
  return {
    has: (name: string) => names.has(name),
    set(name: string, isIn: boolean): void {
      if (isIn) names.add(name);
      else names.delete(name);
      try {
        localStorage.setItem(`gridprep ${key}`, JSON.stringify([...names]));
      } catch {
        // Storage is forbidden or full: the names last as long as the page.
      }
    },
  };
}

function read(key: string): string[] | undefined {
  try {
    const names: unknown = JSON.parse(localStorage.getItem(`gridprep ${key}`) ?? '');
    return Array.isArray(names) ? names.map(String) : undefined;
  } catch {
    return undefined;
  }
}
