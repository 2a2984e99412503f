/** Quotes values in error messages of map files. */

export function quote(value: unknown): string {
  const text = typeof value === 'string' ? value : jsonOf(value);
  const short = text.length > 40 ? `${text.slice(0, 40)}...` : text;
  return typeof value === 'string' ? JSON.stringify(short) : short;
}

/** Kinds of values that JSON cannot hold or that are nested too deep. */
export function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return Array.isArray(value) ? '[...]' : typeof value === 'object' ? '{...}' : String(value);
  }
}

/** Names for people: `"a", "b" and 3 more`. */
export function quoteAll(names: Iterable<string>, most = 12): string {
  const all = [...names];
  const shown = all.slice(0, most).map(quote).join(', ');
  return all.length > most ? `${shown} and ${all.length - most} more` : shown || 'none';
}

/** The first line of another program's error, cut where it is long: parsers quote what they have found. */
export function firstLine(error: unknown): string {
  const [line] = (error as Error).message.split('\n', 1);
  return line.length > 160 ? `${line.slice(0, 160)}...` : line;
}
