/** `npm run schema`: writes the JSON schema of configs, which editors read. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { configJsonSchema } from '../src/pipeline/config.js';

mkdirSync('schema', { recursive: true });
writeFileSync('schema/prep.config.schema.json', `${JSON.stringify(configJsonSchema(), null, 2)}\n`);
