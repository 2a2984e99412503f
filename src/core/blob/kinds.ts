/**
 * Kinds of sections, for `import * as KIND`: 1 to 15 are common to all blobs, then sixteen per artifact. They are
 * single constants, since bundlers put only those into a game that it uses.
 */
export const grid = 1 as const;
export const meta = 2 as const;
export const costs = 3 as const;
/** Names of agents, and which sections are whose. */
export const agents = 4 as const;
/** What walls add to costs, by distance. */
export const wallCosts = 5 as const;
/** Pairs of cells that are joined. */
export const links = 6 as const;
/** Of blobs before 4.0: readers ignore it. */
export const linkLists = 7 as const;
/** Arrays as queries read them, of the map and of each artifact: the layout `mapped` (`views.ts`). */
export const mapViews = 8 as const;
export const jpsViews = 9 as const;
export const boundsViews = 10 as const;
export const hpaViews = 11 as const;
export const tableViews = 12 as const;
export const chViews = 13 as const;
/** Walls between cells. */
export const walls = 14 as const;
/** A byte, 1: a step costs what the entered cell costs. */
export const stepCosts = 15 as const;
export const jpsInfo = 16 as const;
export const boundsInfo = 32 as const;
export const boundsBoxes = 33 as const;
export const hpaInfo = 48 as const;
export const hpaCounts = 49 as const;
export const hpaPlaces = 50 as const;
export const hpaPairs = 51 as const;
export const hpaRuns = 52 as const;
export const hpaCosts = 53 as const;
export const hpaUpperCounts = 54 as const;
export const hpaUpperPairs = 55 as const;
export const hpaUpperSteps = 56 as const;
export const tableInfo = 64 as const;
export const tableLengths = 65 as const;
export const tableHops = 66 as const;
export const chInfo = 80 as const;
export const chBits = 81 as const;
export const weightedInfo = 96 as const;
export const weightedLandmarks = 97 as const;
export const worldInfo = 112 as const;
export const worldFingerprint = 113 as const;
export const worldChecks = 114 as const;
export const worldGateCounts = 115 as const;
export const worldGates = 116 as const;
export const worldWeights = 117 as const;
export const worldCosts = 118 as const;
export const worldCostsHigh = 119 as const;
export const tileInfo = 128 as const;
export const tileApron = 129 as const;
export const tileApronCosts = 130 as const;
