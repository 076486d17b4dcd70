import { z } from 'zod';

/** Ids come as text or as numbers, beyond what JavaScript holds as text (parseJson). */
export const id = z.union([z.string().min(1), z.number().int()]).transform(String);
export const optionalId = z
  .union([z.string(), z.number().int()])
  .nullish()
  .transform((answered) =>
    answered === undefined || answered === null ? undefined : String(answered).trim() || undefined,
  );

/** True, "true", 1 and "1" all mean yes. */
export const flag = z
  .union([z.boolean(), z.string(), z.number()])
  .nullish()
  .transform((answered) => ['true', '1'].includes(String(answered).toLowerCase()));
