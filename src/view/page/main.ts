/** The script of the page of `prep view`. */
import { openViewPage } from './page.js';
import { codeOf } from './remote.js';

const code = codeOf('worker');
// Not in the same task: to copy 250 kB of code takes half of what blocks the page.
setTimeout(() => openViewPage(code).start());
