/** How what was found is quoted in error messages of map files. */

/** A value as JSON, cut where it is long. */
export function quote(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
  const short = text.length > 40 ? `${text.slice(0, 40)}...` : text;
  return typeof value === 'string' ? JSON.stringify(short) : short;
}

/** Names for people: `"a", "b" and 3 more`. */
export function quoteAll(names: Iterable<string>, most = 12): string {
  const all = [...names];
  const shown = all.slice(0, most).map(quote).join(', ');
  return all.length > most ? `${shown} and ${all.length - most} more` : shown || 'none';
}
