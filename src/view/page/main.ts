/** The script of the page of `prep view`. */
import { ViewPage } from './page.js';
import { codeOf } from './remote.js';

new ViewPage(codeOf('worker')).start();
