/** A thread that answers path queries, with the engines that the game has. */
import { editable, serveNav } from 'gridprep/runtime';
import { load } from './load';

serveNav({ load, editable });
