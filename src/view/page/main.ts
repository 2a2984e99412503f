/** The script of the page of `prep view`. */
import { nextTask } from './dom.js';
import { ViewPage } from './page.js';
import { codeOf } from './remote.js';

/** Each step in a task of its own: to read the script, to copy 250 kB of code of the threads, to lay out the page. */
async function start(): Promise<void> {
  await nextTask();
  const code = codeOf('worker');
  await nextTask();
  const page = new ViewPage(code);
  await nextTask();
  page.start();
}
void start();
