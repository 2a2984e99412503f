/** Schemas of how map files are read, for configs and for the jobs of a fleet. */
import { z } from 'zod';
import { FILES, FORMAT_OPTIONS } from '../../core/maps/formats.js';
import { schemaOf } from '../../core/options/schema.js';

export const formats = {
  ...schemaOf(z, FILES).shape,
  ...Object.fromEntries(
    FORMAT_OPTIONS.map(({ name, about, config }) => [name, schemaOf(z, config).optional().describe(about)]),
  ),
};
