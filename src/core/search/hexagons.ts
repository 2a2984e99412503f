/** Layouts of hexagons as one object: it comes with a part of a loader, so that games of squares do not ship it. */
import { axialOf, hexLayout, metricOf, offsetMoves } from '../grid/hexes.js';
import { toOffsets, writeIn } from './offsets.js';

export const hexagons = { axialOf, hexLayout, metricOf, offsetMoves, toOffsets, writeIn };
export type Hexagons = typeof hexagons;
