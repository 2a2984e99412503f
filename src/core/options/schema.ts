/** Schemas of options. zod is passed in: importing it takes 49 ms, which commands without a config do not pay. */

import type { z } from 'zod';
import { MAX_COST, MAX_LINK_COST, MAX_LINK_NAME, MAX_LINKS, MOST_WALL_COSTS } from '../limits.js';
import { mapped, type Option, type OptionTable } from './option.js';

type Zod = typeof z;

/** Schema of options, all of which may be left out. */
export function schemaOf(zod: Zod, options: OptionTable): z.ZodObject {
  return zod.strictObject(mapped(options, (option) => schemaOfOne(zod, option)));
}

/** Schema of an option; its default is documented, not filled in. */
export function schemaOfOne(zod: Zod, option: Option): z.ZodType {
  const { about, more, default: initial } = option;
  const file = option.kind === 'legend' ? 'or the name of a JSON file next to the config' : undefined;
  const schema = plainSchemaOf(zod, option).optional();
  return schema.meta({
    description: [about, more, file].filter(Boolean).join('; '),
    ...(initial !== undefined && { default: initial }),
  });
}

function plainSchemaOf(zod: Zod, { kind, least = 0, most = 0, choices = [], pattern }: Option): z.ZodType {
  const cost = zod.int().min(1).max(MAX_COST);
  const meanings = zod.record(zod.string(), zod.union([zod.enum(['blocked', 'open']), cost]));
  switch (kind) {
    case 'boolean':
      return zod.boolean();
    case 'whole':
      return zod.int().min(least).max(most);
    case 'number':
      return zod.number().min(least).max(most);
    case 'choice':
      return zod.enum(choices);
    case 'wholes':
      return zod.array(zod.int().min(least).max(most)).min(1).max(MOST_WALL_COSTS);
    case 'tiles':
      return zod.array(zod.union([zod.int().min(0), zod.string().min(1)]));
    case 'names':
      return zod.array(zod.string().min(1));
    case 'costs':
      return zod.record(zod.string(), cost);
    case 'walls': {
      // The reader of maps checks their cells.
      const rows = zod.array(zod.string()).optional();
      return zod.union([zod.array(zod.unknown()), zod.strictObject({ east: rows, south: rows })]);
    }
    case 'links': {
      // A cell, a cell of a floor, or a marker of one; the reader of maps checks it.
      const end = zod.union([
        zod
          .array(zod.union([zod.int(), zod.string()]))
          .min(2)
          .max(3),
        zod.string().min(1),
      ]);
      const rest = {
        cost: zod.number().positive().max(MAX_LINK_COST).optional(),
        oneWay: zod.boolean().optional(),
        name: zod.string().max(MAX_LINK_NAME).optional(),
        agents: zod.array(zod.string()).optional(),
      };
      return zod.array(zod.strictObject({ from: end, to: end, ...rest })).max(MAX_LINKS);
    }
    case 'meanings':
      return meanings;
    case 'legend':
      return zod.union([zod.string().min(1), meanings]);
    default:
      return pattern ? zod.string().regex(pattern) : zod.string().min(1);
  }
}
