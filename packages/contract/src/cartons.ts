import { z } from 'zod';
import { id, integer, positiveDecimal } from './call.ts';

/** A person's description of the cartons of a shipment and their contents. */
export const cartonsInput = z
  .array(
    z.strictObject({
      palletNo: integer(1, 999).nullable().default(null),
      lengthCm: positiveDecimal(2),
      widthCm: positiveDecimal(2),
      heightCm: positiveDecimal(2),
      grossKg: positiveDecimal(3),
      contents: z
        .array(z.strictObject({ lineId: id(), quantity: integer(1, 1_000_000) }))
        .min(1)
        .max(200),
    }),
  )
  .max(1000);
export type CartonsInput = z.output<typeof cartonsInput>;

export const carton = z.object({
  number: z.number(),
  palletNo: z.number().nullable(),
  lengthCm: z.string(),
  widthCm: z.string(),
  heightCm: z.string(),
  grossKg: z.string(),
  contents: z.array(z.object({ lineId: z.number(), quantity: z.number() })),
});
export type Carton = z.output<typeof carton>;
