#!/usr/bin/env node
/** Start of the command line. The compile cache is turned on before the rest is imported; Node 20 has none. */
import * as module from 'node:module';

(module as { enableCompileCache?: () => void }).enableCompileCache?.();
const { main } = await import('./main.js');
await main();
