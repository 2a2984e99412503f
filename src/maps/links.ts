/** Links of map files: from editors, from JSON, from the command line. */

import { MapError } from '../core/errors.js';
import type { Grid } from '../core/grid/grid.js';
import type { LinkEnd, LinkInput } from '../core/grid/links.js';
import type { Floor, Place, Places } from '../core/grid/places.js';
import { checkLinks } from '../core/grid/with-links.js';
import { MAX_LINKS } from '../core/limits.js';
import { Fields, parseJson } from './fields.js';
import { plain, quote, quoteAll } from './text.js';

/** A link as a map or a config gives it. */
export interface MapLink extends Omit<LinkInput, 'from' | 'to'> {
  from: LinkEnd;
  to: LinkEnd;
  /** Agents that may use it; all without it. */
  agents?: readonly string[] | undefined;
  /** Its place, for errors. */
  where?: string | undefined;
}

export interface NamedLink extends MapLink {
  from: LinkInput['from'];
  to: LinkInput['to'];
  where: string;
}

/** A link that leads to another floor. */
export interface FarLink extends Omit<NamedLink, 'to'> {
  id?: string;
  /** Id of the other end, or `floor/marker`; undefined if the link is an end itself. */
  to: string | undefined;
  /** Message of the error if it leads nowhere. */
  refused: string;
}

const KEYS = ['name', 'from', 'to', 'cost', 'oneWay', 'agents'];

/**
 * Reads a list of objects: `from` and `to` are ends, {@link endsOf} checks them; `cost`, `oneWay`, `name` and `agents`
 * may be left out.
 * @throws {MapError} naming the link and the key
 */
export function linksFrom(map: Fields): (MapLink & { where: string })[] {
  return map.objects('links').map((link) => {
    const strange = link.names().find((key) => !KEYS.includes(key));
    if (strange !== undefined)
      throw new MapError(`${link.where}: it has a key ${JSON.stringify(strange)}, known are ${KEYS.join(', ')}`);
    const agents = link.list('agents');
    if (!agents.every((agent) => typeof agent === 'string')) link.fail('agents', agents, 'a list of names of agents');
    return {
      where: link.where,
      from: link.raw('from') as LinkEnd,
      to: link.raw('to') as LinkEnd,
      ...(link.has('name') && { name: link.text('name') }),
      ...(link.has('cost') && { cost: link.number('cost') }),
      ...(link.has('oneWay') && { oneWay: isOneWay(link.raw('oneWay'), `${link.where}: oneWay`) }),
      ...(link.has('agents') && { agents: agents as string[] }),
    };
  });
}

function isOneWay(value: unknown, where: string): boolean {
  if (typeof value === 'boolean') return value;
  throw new MapError(`${where} is ${quote(value)}, expected true or false`);
}

/**
 * Cost, direction and agents of a link of an editor.
 * @param what the editor's word for its values
 * @throws {MapError} if one is of another kind
 */
export function linkValues(
  values: ReadonlyMap<string, unknown>,
  where: string,
  what: string,
): Pick<MapLink, 'cost' | 'oneWay' | 'agents'> {
  const [cost, oneWay, given] = ['cost', 'oneWay', 'agents'].map((name) => values.get(name) ?? undefined);
  if (cost !== undefined && typeof cost !== 'number')
    throw new MapError(`${where}: ${what} "cost" is ${quote(cost)}, expected steps, a number`);
  const agents = plain(given ?? '')
    .split(',')
    .map((agent) => agent.trim())
    .filter(Boolean);
  return {
    ...(cost !== undefined && { cost }),
    ...(oneWay !== undefined && { oneWay: isOneWay(oneWay, `${where}: ${what} "oneWay"`) }),
    ...(agents.length > 0 && { agents }),
  };
}

/** The cell of an end, which is a cell or the name of a marker (on floors `floor/marker`); undefined if unknown. */
export type CellOf = (end: unknown) => [x: number, y: number] | undefined;

export function cellsByEnd({ floors, markers }: Places): CellOf {
  const byFloor = new Map((floors ?? []).map((floor) => [floor.name, floor]).reverse() as [string, Floor][]);
  const byName = new Map<string, [x: number, y: number]>();
  for (const { name, cells } of markers) {
    const on = floors?.filter(({ y, height }) => cells[1] >= y && cells[1] < y + height);
    for (const key of on?.map((floor) => `${floor.name}/${name}`) ?? [name])
      if (!byName.has(key)) byName.set(key, [cells[0], cells[1]]);
  }
  return (end) => {
    if (typeof end === 'string') return byName.get(end);
    const [x, y, on, more] = Array.isArray(end) ? end : [];
    const isCell = [x, y].every((value) => Number.isInteger(value) && (value >= 0 || !floors)) && more === undefined;
    if (!floors) return isCell && on === undefined ? [x, y] : undefined;
    const floor = byFloor.get(on);
    return isCell && floor && x < floor.width && y < floor.height ? [x + floor.x, y + floor.y] : undefined;
  };
}

function checkLinkCount(count: number, file: string): void {
  if (count > MAX_LINKS) throw new MapError(`${file}: there are ${count} links, allowed are ${MAX_LINKS}`);
}

/** Links between the cells of their ends. @throws {MapError} naming the link and the end that is none */
export function endsOf(links: readonly MapLink[], places: Places, file: string): NamedLink[] {
  checkLinkCount(links.length, file);
  const cellOf = cellsByEnd(places);
  const names = places.floors && quoteAll(places.floors.map(({ name }) => name));
  return links.map((link, i) => {
    const where = link.where ?? `${file}: links[${i}]`;
    const cell = (key: 'from' | 'to'): [number, number] => {
      const found = cellOf(link[key]);
      if (found) return found;
      const isMarker = typeof link[key] === 'string';
      const ofFloors = isMarker
        ? `"floor/marker" of floors ${names} and their markers`
        : `"floor/marker", or [x, y, "floor"] of a cell; floors are ${names}`;
      return new Fields(link, where).fail(key, link[key], names ? ofFloors : 'x and y of a cell');
    };
    return { ...link, where, from: cell('from'), to: cell('to') };
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
 * @param kind the agent whose grid it is, where agents have names, and names of all, where they are known
 * @param left receives the links that are left out without a warning, for any agent
 * @returns warnings, a sentence for each link that is left out
 * @throws {MapError} naming the link
 */
export function layLinks(
  grid: Grid,
  links: readonly NamedLink[],
  { agent, agents }: { agent?: string | undefined; agents?: readonly string[] | undefined } = {},
  left?: Place[],
): string[] {
  const warnings: string[] = [];
  const names = links.map(({ where }) => where);
  const used = links.flatMap((link, i) => {
    const unknown = link.agents?.find((name) => agents?.includes(name) === false);
    if (unknown !== undefined)
      throw new MapError(`${names[i]}: agent ${JSON.stringify(unknown)} is not known, known are ${agents?.join(', ')}`);
    if (agent !== undefined && link.agents && !link.agents.includes(agent)) return [];
    const shut = [link.from, link.to].find(([x, y]) => grid.contains(x, y) && !grid.isOpen(x, y));
    if (shut && left) {
      left.push({ name: link.name ?? '', cells: [...shut] });
      return [];
    }
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
