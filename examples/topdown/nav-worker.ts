/** A thread that answers path queries, with the engines that the game has. */
import { load } from 'gridprep/runtime';
import { editable } from 'gridprep/runtime/edit';
import { serveNav } from 'gridprep/runtime/pool';

serveNav({ load, editable });
