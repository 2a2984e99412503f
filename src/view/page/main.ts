/** The script of the page of `prep view`. */
import { openViewPage } from './page.js';

openViewPage().start();
