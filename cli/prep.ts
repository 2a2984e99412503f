#!/usr/bin/env node
/** Start of the command line. The compile cache, which Node 20 lacks, is turned on before the rest is imported. */
import * as module from 'node:module';

(module as { enableCompileCache?: () => void }).enableCompileCache?.();
const { showStart } = await import('./shared/output.js');
showStart(process.argv.slice(2));
const { main } = await import('./main.js');
await main();
