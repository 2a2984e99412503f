/** Numbers of HPA*: least, most and default. Apart from their descriptions, which games do not ship. */
export const HPA_NUMBERS = {
  cluster: [2, 64, 16],
  levels: [1, 8, 1],
  merge: [2, 8, 2],
  entranceWidth: [1, 8192, 6],
} as const;

/** Default side of a cluster where cells have costs, on maps of up to N cells: docs/decisions/hpa.md. */
export const WEIGHTED_CLUSTER = 10;
export const MOST_WEIGHTED = 512 * 512;
