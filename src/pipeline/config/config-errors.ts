/** Errors of a config, a line each: path, value and what the JSON schema allows. */
import type { z } from 'zod';
import { MOST_AGENTS, MOST_INPUTS, MOST_KEYS } from '../../core/limits.js';
import { nearestOrLonger, suggest } from '../../core/unknown-names.js';
import { jsonOf } from '../../maps/text.js';

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

interface Node {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Node[];
  properties?: Record<string, Node>;
  additionalProperties?: Node | false;
  items?: Node;
  required?: string[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  minItems?: number;
  description?: string;
}

function inWords(issue: Issue, value: unknown, schema: object): string[] {
  const { path, inner } = deepest(issue);
  if (inner.code === 'unrecognized_keys') {
    const { properties = {} } = nodeAt(schema, path);
    const known = Object.keys(properties).filter((key) => key !== '$schema');
    return inner.keys.slice(0, MOST_FAULTS + 1).map((key) => {
      const list = known.find((name) => properties[name].items?.properties?.[key]);
      const near = key.length > LONGEST_KEY ? '' : nearestOrLonger(key, known);
      const help = list ? `write "${list}": [{ "${key}": ... }]` : suggest(key, known, near);
      return `${spell([...path, shorten(key)])} is unknown; ${help}`;
    });
  }
  if (inner.code === 'invalid_key')
    return [`${spell(path)} is not a valid name of an agent; expected 1 to 64 letters, digits, "-" and "_"`];
  const actual = path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key], value);
  const state = actual === undefined ? 'is missing' : `is ${shorten(jsonOf(actual))}`;
  return [`${spell(path) || 'the config'} ${state}${allowed(nodeAt(schema, path))}`];
}

/** Depth of the schema. */
const DEEPEST = 8;
/** Letters of a key that may be a mistyped one. */
const LONGEST_KEY = 64;
/** Faults that are listed. */
const MOST_FAULTS = 20;

/** The first faults, and how many there are. */
export function fewFaults(issues: readonly Issue[], value: unknown, schema: object): string[] {
  const faults: string[] = [];
  for (const issue of issues) {
    if (faults.length > MOST_FAULTS) break;
    for (const fault of inWords(issue, value, schema)) faults.push(fault);
  }
  const more = faults.length - MOST_FAULTS;
  return more > 0 ? [...faults.slice(0, MOST_FAULTS), 'there are more faults; correct these first'] : faults;
}

/** @returns a sentence for the key `__proto__`, which the schema does not see, or for more than a config can have */
export function unsound(value: unknown, path: Path = []): string | undefined {
  if (typeof value !== 'object' || value === null || path.length > DEEPEST) return undefined;
  const keys = Array.isArray(value) ? value.keys() : Object.keys(value);
  const count = Array.isArray(value) ? value.length : (keys as string[]).length;
  const most = mostOf(value, path);
  if (count > most) return `${spell(path)} has ${count} entries, allowed are ${most}`;
  for (const key of keys) {
    if (key === '__proto__') return `${spell([...path, key])} has a name that JavaScript reserves; give it another`;
    const inner = (value as Record<PropertyKey, unknown>)[key];
    const fault = typeof inner === 'object' ? unsound(inner, [...path, key]) : undefined;
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function mostOf(value: object, path: Path): number {
  const isOfInputs = path.length === 1 && (path[0] === 'inputs' || path[0] === 'worlds');
  if (Array.isArray(value)) return isOfInputs ? MOST_INPUTS : Infinity;
  return path.at(-1) === 'agents' ? MOST_AGENTS : MOST_KEYS;
}

/** The failing alternative that matched furthest. */
function deepest(issue: Issue, base: Path = []): { path: Path; inner: Issue } {
  const path = [...base, ...issue.path];
  if (issue.code !== 'invalid_union') return { path, inner: issue };
  const inners = issue.errors.flat().map((inner) => deepest(inner, path));
  const best = inners.find(({ path: at, inner }) => at.length > path.length || inner.code === 'unrecognized_keys');
  return best ?? { path, inner: issue };
}

function nodeAt(schema: Node, path: Path): Node {
  let node: Node | undefined = schema;
  for (const key of path) {
    const branches: Node[] = node?.anyOf ?? [node ?? {}];
    node = branches
      .map((branch) =>
        typeof key === 'number'
          ? branch.items
          : branch.properties?.[String(key)] || branch.additionalProperties || undefined,
      )
      .find(Boolean);
  }
  // The options of an artifact may also be false.
  const properties = path.length > 0 && node?.anyOf?.find((branch) => branch.properties)?.properties;
  return { ...node, ...(properties && { properties }) };
}

function allowed(node: Node): string {
  const text = [...new Set(alternatives(node))].join(' or ');
  if (text.startsWith('a whole')) return `; it must be ${text}`;
  return `, ${/^(a|an)\b/.test(text) ? 'expected ' : ''}${text}`;
}

function alternatives(node: Node): string[] {
  if (node.anyOf) return node.anyOf.flatMap(alternatives);
  if (node.enum) return [`allowed are ${node.enum.map((v) => JSON.stringify(v)).join(', ')}`];
  if (node.const !== undefined) return [JSON.stringify(node.const)];
  if (node.type === 'boolean') return ['allowed are true, false'];
  if (node.type === 'integer') return [`a whole number from ${node.minimum} to ${node.maximum}`];
  if (node.type === 'array') return [`a list${node.minItems ? ' of one or more' : ''}`];
  if (node.type === 'object')
    return [node.properties?.maps ? 'an object such as { "maps": "maps/*.tmj" }' : 'an object'];
  const { description } = node;
  return [`a text${description ? `: ${description[0].toLowerCase()}${description.slice(1)}` : ''}`];
}

function spell(path: Path): string {
  return path.map((key, i) => (typeof key === 'number' ? `[${key}]` : `${i > 0 ? '.' : ''}${String(key)}`)).join('');
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}...` : text;
}
