import { z } from 'zod';

/** A name in both languages, where it comes as data. */
export const named = z.object({ zh: z.string(), en: z.string() });
export type Named = z.output<typeof named>;

/** A key that the user types for an account outside. */
export const keyField = z.object({
  name: z.string(),
  label: named,
  secret: z.boolean(),
  optional: z.boolean().optional(),
  /** One of these, where it is a choice; the first unless chosen. */
  options: z.array(z.object({ value: z.string(), label: named })).optional(),
});
export type KeyField = z.output<typeof keyField>;
