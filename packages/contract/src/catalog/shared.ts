import { z } from 'zod';

export const order = { order: z.enum(['asc', 'desc']).default('desc') };

export const picksOne = { error: 'ids | filter' };
export const exactlyOne = (value: { ids?: unknown; filter?: unknown }) =>
  (value.ids === undefined) !== (value.filter === undefined);

export const historyEntry = z.object({
  id: z.number(),
  at: z.string(),
  actor: z.string(),
  event: z.string(),
  detail: z.record(z.string(), z.unknown()).nullable(),
});
