/** Files of other editors and games: recognized by their content, and refused by name with the next step. */
import { MapError } from '../core/errors.js';
import type { Head } from './recognize.js';
import { quoteAll } from './text.js';

interface Foreign {
  title: string;
  test(head: Head): boolean;
  /** Whether the file stands for another one, which may be supported. */
  isStandIn?: true;
  /** Whether files of the kind are seldom maps, so that `prep init` does not list them. */
  isAside?: true;
  next: string | ((head: Head) => string);
}

const AS_TEXT =
  'write its cells as rows of text, "#" blocked and "." open, and bake that (scripts: docs/guide/other-formats.md)';

/** Codes of terrain between commas, some after the number of a player: `1 Kh, Gg^Fp, Xu`. */
const WESNOTH = /^(border_size=|usage=)|^((\d+ )?[A-Z_][a-z]{1,3}(\^[A-Z_][\w/\\|]*)?[ \t]*,[ \t]*){2}(\d+ )?[A-Z_]/;

const withoutDeclaration = (text: string) => text.replace(/^<\?xml[^>]*\?>\s*/, '');

const FOREIGN: readonly Foreign[] = [
  {
    title: 'a pointer of Git LFS in place of the file',
    isStandIn: true,
    test: ({ text }) => text.startsWith('version https://git-lfs'),
    next: 'fetch the file with git lfs pull',
  },
  {
    title: 'a map of Tiled in Lua',
    test: ({ text }) => /^(--[^\n]*\n\s*)*return\s*\{/.test(text) && /\b(tiledversion|orientation)\s*=/.test(text),
    next: 'in Tiled, open the map and use File > Export As with the ending .tmj',
  },
  {
    title: 'a world of Tiled',
    test: ({ json }) => /"(maps|patterns)"\s*:\s*\[\s*\{[^{}]*"(fileName|regexp)"\s*:/.test(json),
    next: ({ json }) => {
      const names = new Set([...json.matchAll(/"fileName"\s*:\s*"([^"]*)"/g)].map(([, name]) => name));
      return `bake its maps${names.size > 0 ? `: ${quoteAll(names)}` : ''}`;
    },
  },
  { title: 'a level or project of Ogmo Editor 3', test: ({ json }) => /"ogmoVersion"\s*:/.test(json), next: AS_TEXT },
  {
    title: 'a level or project of Ogmo Editor 2',
    test: ({ text }) => /^<(level|project)\b/i.test(withoutDeclaration(text)) && /exportMode=|OgmoVersion/.test(text),
    next: 'copy the rows of 0 and 1 of its grid layer into a .txt file, and bake that',
  },
  {
    title: 'a map of Pyxel Edit',
    test: ({ text, json }) =>
      /^tileswide\s/.test(text) || /"tileswide"\s*:/.test(json) || /^<tilemap\s/.test(withoutDeclaration(text)),
    next: AS_TEXT,
  },
  {
    title: 'a scene or resource of Godot',
    test: ({ text }) => /^\[gd_(scene|resource)\b/.test(text),
    next: AS_TEXT,
  },
  {
    title: 'a room of GameMaker',
    test: ({ json }) => /"resourceType"\s*:\s*"GMRoom"|"\$GMRoom"/.test(json),
    next: AS_TEXT,
  },
  {
    title: 'a resource of GameMaker',
    isAside: true,
    test: ({ json }) => /"resourceType"\s*:\s*"GM\w+"/.test(json),
    next: `it is not a room; bake its room: ${AS_TEXT}`,
  },
  {
    title: 'the list of frames of Aseprite',
    isAside: true,
    test: ({ json }) => /"app"\s*:\s*"https?:\/\/www\.aseprite\.org/.test(json),
    next: 'bake the picture, a pixel for a cell: aseprite -b FILE.aseprite --save-as FILE.png',
  },
  { title: 'a map of OpenRA', test: ({ text }) => /^MapFormat:\s*\d/.test(text), next: AS_TEXT },
  {
    title: 'a map of Wesnoth',
    test: ({ text, file }) => !/\.[ct]sv$/i.test(file) && WESNOTH.test(text),
    next: AS_TEXT,
  },
  {
    title: 'a saved game of Freeciv',
    test: ({ text }) => /^(#[^\n]*\n\s*)*\[(savefile|scenario)\]/.test(text),
    next: `write its terrain as text, sed -n 's/^t[0-9]*="\\(.*\\)"$/\\1/p' FILE, and bake that with --csv.legend`,
  },
  {
    title: 'a map or saved game of Unciv',
    test: ({ text, json }) => /"(tileList|baseTerrain)"\s*:/.test(json) || /^H4sI[\w+/=\s]+$/.test(text),
    next: AS_TEXT,
  },
  {
    title: 'a problem of path finding for many agents (MAPF)',
    test: ({ text }) =>
      (/^map:/m.test(text) && /^\s+(dimensions|obstacles):/m.test(text)) ||
      /^agents:\s*\n\s*-\s+(goal|start|name|potentialGoals):/.test(text),
    next: AS_TEXT,
  },
  {
    title: 'code in Python',
    isAside: true,
    test: ({ text, file }) =>
      !/\.[cm]?[jt]s$/i.test(file) &&
      (/\.py$/i.test(file) || /^((#|import |from )[^\n]*\n\s*)*[A-Za-z_]\w*\s*=\s*[[(]/.test(text)),
    next: ({ text }) => {
      const name = /^([A-Za-z_]\w*)[^=\n]*=\s*[[(]\s*[[("']/m.exec(text)?.[1] ?? 'NAME';
      return `write the list as JSON and bake that: python3 -c "import json, FILE; print(json.dumps(FILE.${name}))"`;
    },
  },
];

/** Why no reader supports a file, with the next step; undefined of all others. */
export function foreignOf(head: Head): { why: string; isAside: boolean } | undefined {
  const other = FOREIGN.find(({ test }) => test(head));
  if (!other) return undefined;
  const { title, next, isStandIn, isAside = false } = other;
  const refused = isStandIn ? '' : ', which is not supported';
  return { why: `this is ${title}${refused}; ${typeof next === 'string' ? next : next(head)}`, isAside };
}

/** @throws {MapError} naming the editor, if a file is a map of one that is not read */
export function refuseForeign(head: Head): void {
  const other = foreignOf(head);
  if (other) throw new MapError(`${head.file}: ${other.why}`);
}
