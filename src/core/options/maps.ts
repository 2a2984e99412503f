/** Options of who walks on a map; `maps/format-options.ts` has those of files. */

import { STEP_COSTS } from '../grid/entered.js';
import type { LinkEnd } from '../grid/links.js';
import { ALL_RULES, MOVE_RULES, RULE_TEXTS } from '../grid/rules.js';
import type { WallInput, WallRows } from '../grid/walls.js';
import { MAX_COST, MAX_SIZE } from '../limits.js';
import { choice, type Option, text, whole, wholes } from './option.js';

/** Costs by letter; on the command line a JSON file, which may hold rows of costs instead. */
const costs: Option<Readonly<Record<string, number>>, string> = {
  kind: 'costs',
  about: 'costs by letter, {".":1,"S":3}',
  more: '1 for other letters',
};

/** Links; on the command line a JSON file. */
const links: Option<readonly { from: LinkEnd; to: LinkEnd }[], string> = {
  kind: 'links',
  about: 'links, [{"from":[2,3],"to":[8,3]}]',
  more: 'with cost in steps, oneWay, name and agents; added to those of the map',
};

/** Options of walkers. */
export const WALKER = {
  terrain: { ...text('Open letters of .map files, of .GSTWO@', '.GS'), pattern: /^[.GSTWO@]+$/ },
  costs,
  walls: {
    kind: 'walls',
    about: 'walls between cells, [[2,3,"east"]]',
    more: 'or { east, south }, rows of "#" and "."; added to those of the map',
  } as Option<readonly WallInput[] | WallRows, string>,
  links,
  wallCosts: {
    ...wholes('What walls add to costs, by distance: 4,2', 0, MAX_COST - 1),
    more: 'cells at distance 1, 2, ... of a wall cost so much more',
  },
  stepCosts: {
    ...choice('Cost of a step', STEP_COSTS, 'average'),
    more: 'average: that of both cells; entered: the cost of the entered cell, as in Civilization, Wesnoth and D&D',
  },
  size: { ...whole('Side of the unit in cells', 1, MAX_SIZE, 1), more: 'a square, anchored at its top left cell' },
  diagonals: {
    ...choice('Diagonal moves', ALL_RULES, 'no-corners'),
    more: `${MOVE_RULES.map((rule) => `${rule}: ${RULE_TEXTS[rule]}`).join('; ')}; hex...: hexagons`,
  },
};
