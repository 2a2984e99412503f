/** Globs of a config, which may come from a stranger, as the names of its files may. */
import { ConfigError } from '../../core/errors.js';
import { MOST_PATTERN } from '../../core/limits.js';
import { quote } from '../../maps/text.js';

/** Parts with a choice between two slashes, and double stars. */
const MOST_CHOICES = 3;
/** Choices: `*`, `{a,b}`, `@(a|b)`. In a repeated group they multiply without end. */
const CHOICES = /\*+|\+|\{|\(/g;
const REPEATED = /[*+]\(|\)[*+]/;

/**
 * Refuses globs that may take minutes to match a name: four stars between two slashes take a second for a name of 250
 * letters, five take two minutes.
 * @throws {ConfigError}
 */
export function checkGlobs(patterns: string | readonly string[] | undefined, where: string): void {
  for (const pattern of [patterns ?? []].flat()) {
    const why = faultOf(pattern);
    if (why) throw new ConfigError(`${where} is ${quote(pattern)}, ${why}`);
  }
}

function faultOf(pattern: string): string | undefined {
  if (pattern.length > MOST_PATTERN) return `a glob of ${pattern.length} letters, allowed are ${MOST_PATTERN}`;
  const parts = pattern.replace(/\\[^\w*.]/g, '').split(/[\\/]/);
  if (parts.filter((part) => part === '**').length > MOST_CHOICES)
    return `which has more than ${MOST_CHOICES} "**"; write it with fewer`;
  if (parts.some((part) => REPEATED.test(part))) return 'which repeats a group; list the names, or use a star';
  if (parts.some((part) => (part.match(CHOICES) ?? []).length > MOST_CHOICES))
    return `which has more than ${MOST_CHOICES} stars and choices between two slashes; write it with fewer`;
  return undefined;
}
