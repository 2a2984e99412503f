/** Links of map files: from editors, from JSON, from the command line. */
import { MapError } from '../errors.js';
import type { Grid } from '../grid/grid.js';
import { checkLinks, type LinkInput } from '../grid/links.js';
import { Fields } from './fields.js';
import { parseJson } from './json.js';

/** A link as a map or a config gives it. */
export interface MapLink extends LinkInput {
  /** Agents that may use it; all without it. */
  agents?: readonly string[] | undefined;
  /** Its place, for errors. */
  where?: string | undefined;
}

export interface NamedLink extends MapLink {
  where: string;
}

/** A link that leads to another floor. */
export interface FarLink extends Omit<NamedLink, 'to'> {
  id?: string;
  /** Id of the other end, or `floor/marker`; undefined if the link is an end itself. */
  to: string | undefined;
  /** What is wrong with it if it leads nowhere. */
  refused: string;
}

const KEYS = ['name', 'from', 'to', 'cost', 'oneWay', 'agents'];

/**
 * Reads a list of objects: `from` and `to` are `[x, y]`; `cost`, `oneWay`, `name` and `agents` may be left out.
 * @throws {MapError} naming the link and the key
 */
export function linksFrom(map: Fields, name = 'links'): NamedLink[] {
  return map.objects(name).map((link) => {
    const end = (key: string): [number, number] => {
      const [x, y, more] = link.list(key);
      if (!Number.isInteger(x) || !Number.isInteger(y) || more !== undefined)
        link.fail(key, link.raw(key), 'x and y of a cell');
      return [x as number, y as number];
    };
    const strange = link.names().find((key) => !KEYS.includes(key));
    if (strange !== undefined)
      throw new MapError(`${link.where}: it has a key ${JSON.stringify(strange)}, known are ${KEYS.join(', ')}`);
    const agents = link.list('agents');
    if (!agents.every((agent) => typeof agent === 'string')) link.fail('agents', agents, 'a list of names of agents');
    return {
      where: link.where,
      from: end('from'),
      to: end('to'),
      ...(link.has('name') && { name: link.text('name') }),
      ...(link.has('cost') && { cost: link.number('cost') }),
      ...(link.has('oneWay') && { oneWay: link.flag('oneWay', false) }),
      ...(link.has('agents') && { agents: agents as string[] }),
    };
  });
}

/** The links of a JSON file, which is a list of them. @throws {MapError} naming the file */
export function parseLinks(bytes: Uint8Array, file: string): MapLink[] {
  const links = parseJson(bytes, file);
  if (!Array.isArray(links))
    throw new MapError(`${file}: expected a JSON list of links, for example [{"from":[2,3],"to":[8,3],"cost":4}]`);
  return linksFrom(new Fields({ links }, file));
}

/**
 * Gives a grid the links that its agent may use. A link whose end is blocked for one agent, or for larger units, is
 * left out for it.
 * @param agent whose grid it is, where agents have names
 * @param agents names of all, where they are known
 * @returns warnings, a sentence for each link that is left out
 * @throws {MapError} naming the link
 */
export function layLinks(
  grid: Grid,
  links: readonly MapLink[],
  file: string,
  agent?: string,
  agents?: readonly string[],
): string[] {
  const warnings: string[] = [];
  const names = links.map(({ where }, i) => where ?? `${file}: links[${i}]`);
  const used = links.flatMap((link, i) => {
    const unknown = link.agents?.find((name) => agents?.includes(name) === false);
    if (unknown !== undefined)
      throw new MapError(`${names[i]}: agent ${JSON.stringify(unknown)} is not known, known are ${agents?.join(', ')}`);
    if (agent !== undefined && link.agents && !link.agents.includes(agent)) return [];
    const shut = [link.from, link.to].find(([x, y]) => grid.contains(x, y) && !grid.isOpen(x, y));
    const isOfOne = agent !== undefined || grid.size > 1;
    if (!shut || !isOfOne) return [{ ...link, i }];
    const who = agent === undefined ? `a unit of ${grid.size} x ${grid.size} cells` : `agent ${agent}`;
    warnings.push(
      `${names[i]}${link.name ? ` (${link.name})` : ''}: its end ${shut.join(', ')} is blocked for ${who}, ` +
        'which has no such link',
    );
    return [];
  });
  try {
    const checked = checkLinks(grid, used, (k) => names[used[k].i]);
    if (checked.length > 0) grid.links = checked;
  } catch (error) {
    throw error instanceof RangeError ? new MapError(error.message) : error;
  }
  return warnings;
}
