/** A worker or build as Redis knows it; without the types of packages that only machines of a fleet have. */
import { z } from 'zod';

export const presentSchema = z.object({
  name: z.string().max(256),
  tool: z.string().max(64),
  /** Jobs that it does at once; of a build none. */
  jobs: z.int().min(0).max(4096),
  busy: z.int().min(0).max(4096),
  /** Why a worker takes no jobs for now. */
  trouble: z.string().max(1024).optional(),
});
export type Present = z.output<typeof presentSchema>;
