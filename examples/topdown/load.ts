/** Loads the town in the page and in its threads: only the engine that its blob has, in memory that they share. */
import { agentsPart, loader, sharedPart, weightedEngine, zstdPart } from 'gridprep/parts';

export const load = loader(weightedEngine, agentsPart, sharedPart, zstdPart);
