/** The JSON schema of configs: `npm run tool schema`. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { configJsonSchema } from '../src/pipeline/config/config.js';

mkdirSync('schema', { recursive: true });
writeFileSync('schema/prep.config.schema.json', `${JSON.stringify(configJsonSchema(), null, 2)}\n`);
execFileSync('npx biome check --write schema', { stdio: 'inherit', shell: true });
