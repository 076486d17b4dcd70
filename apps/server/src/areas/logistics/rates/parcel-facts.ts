import type { RatedParcel } from '@tradewind/contract/rating/rate.ts';
import { z } from 'zod';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { boxSigned } from '../../orders/public.ts';

/** A box as it is kept, as far as its price depends on it. */
export interface RatedBox {
  weightGrams: number;
  lengthMm: number | null;
  widthMm: number | null;
  heightMm: number | null;
  country: string;
  shipTo: unknown;
  battery: boolean;
  /** Its orders or its channel want it delivered against a signature. */
  signature: boolean;
  /** Boxes beside the first. */
  pieces?: readonly Pick<RatedBox, 'weightGrams' | 'lengthMm' | 'widthMm' | 'heightMm'>[];
}

/** Whether the box of outbound `o` holds a product with a battery. */
export const withBattery = (outboundId: Sql): Sql => sql`exists (select from outbound_line bl
  join product bp on bp.company_id = bl.company_id and bp.id = bl.product_id
  where bl.company_id = ${sql.company} and bl.outbound_id = ${outboundId} and bp.battery)`;

/** Whether parcel `p` of order `s` is delivered against a signature. */
export const WITH_SIGNATURE = sql`(p.return_id is null and ${boxSigned(sql`s`)} or exists (select from shipping_channel sc
  where sc.company_id = ${sql.company} and sc.id = p.channel_id and sc.signature))`;

const part = z
  .string()
  .nullish()
  .catch('')
  .transform((value) => value ?? '');
const place = z
  .object({ postalCode: part, city: part, company: part })
  .catch({ postalCode: '', city: '', company: '' });

export function ratedParcel(box: RatedBox, day: string): RatedParcel {
  const { lengthMm, widthMm, heightMm, weightGrams, country, battery, signature } = box;
  const { postalCode, city, company } = place.parse(box.shipTo ?? {});
  return {
    ...{ weightGrams, battery, signature, day, residential: company === '' },
    to: { country, postcode: postalCode, city },
    ...(lengthMm !== null && widthMm !== null && heightMm !== null
      ? { sidesMm: [lengthMm, widthMm, heightMm] as const }
      : {}),
  };
}
