/** A thread that answers path queries, with the engines that the game has. */
import { editable, load, serveNav } from 'gridprep/runtime';

serveNav({ load, editable });
