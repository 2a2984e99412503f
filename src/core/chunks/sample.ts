/** Seconds and bytes of a bake from one timed sample: of the whole where that is small, else of growing parts. */

/** Description of a bake for its estimate. */
export interface Work {
  /** Units of the whole: cells, subgoals, sources of floods. */
  units: number;
  /** So many units are done whole. */
  whole: number;
  /** Units of the first part of a larger bake; the next parts are twice as large. */
  first: number;
  /** Seconds of a part that is large enough. Where this is above 0 the first part only compiles the code. */
  enough: number;
  /** Time grows with this power of a piece's units. */
  power?: number;
  /** @param share of the units: 1 for the whole */
  run(share: number): Part | Promise<Part>;
}

/** A part of a bake that was done for the sample. */
export interface Part {
  /** Units of all its pieces. */
  units: number;
  bytes: number;
  /** Pieces of the map that were baked each by itself; one without it. */
  pieces?: number;
  /** Where only some of the units were timed, theirs. */
  seconds?: number;
}

/** Estimate of a bake. */
export interface Sampled {
  seconds: number;
  bytes: number;
  /** Whether the whole was done: `bytes` are exact. */
  whole: boolean;
}

/** Does parts of a bake until one is large enough to tell what the whole takes. @throws as `run` */
export async function timeSample({ units, whole, first, enough, power = 1, run }: Work): Promise<Sampled> {
  let compiling = 0;
  for (let count = units <= whole ? units : first; ; count *= 2) {
    const all = 2 * count >= units;
    const start = performance.now();
    const part = await run(all ? 1 : count / units);
    const { bytes, pieces = 1, seconds = (performance.now() - start) / 1000 } = part;
    if (all) return { seconds: seconds + compiling, bytes, whole: true };
    if (part.units > 0 && (enough === 0 || (compiling > 0 && seconds > enough))) {
      const growth = ((units * pieces) / part.units) ** power / pieces;
      return { seconds: seconds * growth + compiling, bytes: Math.round((bytes * units) / part.units), whole: false };
    }
    compiling ||= seconds;
  }
}
