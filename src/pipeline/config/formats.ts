/** Schemas of how map files are read, for configs and for the jobs of a fleet. */
import { z } from 'zod';
import { CONFIG_FORMATS, FILES } from '../../core/options/maps.js';
import { mapped } from '../../core/options/option.js';
import { schemaOf } from '../../core/options/schema.js';

const ABOUT = {
  tiled: 'How Tiled maps are read',
  ldtk: 'How LDtk levels are read',
  png: 'How pictures are read',
  csv: 'How tables, and pictures in characters, are read',
};

export const formats = {
  ...schemaOf(z, FILES).shape,
  ...mapped(ABOUT, (about, name) => schemaOf(z, CONFIG_FORMATS[name]).optional().describe(about)),
};
