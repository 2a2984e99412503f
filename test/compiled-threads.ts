/** Imported for its effect: compiles before the first thread of a compiled file starts. */
import { syncBuiltinESMExports } from 'node:module';
import threads from 'node:worker_threads';
import { compiled } from './compiled.js';

// Vitest runs it before each file of tests.
const done = globalThis as { compilesThreads?: true };
if (!done.compilesThreads) {
  done.compilesThreads = true;
  threads.Worker = new Proxy(threads.Worker, {
    construct(Thread, [file, options]) {
      if (/\/(dist|build)\//.test(`${file}`)) compiled();
      return new Thread(file, options);
    },
  });
  syncBuiltinESMExports();
}
