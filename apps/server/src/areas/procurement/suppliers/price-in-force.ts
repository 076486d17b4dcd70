import type { ParsedOf, ResultOf } from '@tradewind/contract/call.ts';
import type { supplierPricesInForce as call, PriceInForce } from '@tradewind/contract/procurement.ts';
import { maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { companyOf, localDay } from '../../company/public.ts';
import { suppliers } from './suppliers.list.ts';

interface Wish {
  productId: number;
  quantity: number;
}

/**
 * The prices of a supplier in force on a day, in the order of the wishes: of the newest price whose day has come, the
 * break with the greatest quantity that is reached. A later price never counts, nor does an earlier one whose break
 * would fit better. A blocked supplier has none.
 */
export async function pricesInForce(
  tx: Tx,
  { supplierId, day }: { supplierId: number; day: string },
  wishes: readonly Wish[],
): Promise<PriceInForce[]> {
  const requested = JSON.stringify(wishes.map((wish, at) => ({ at, ...wish })));
  const rows = await tx.rows<PriceInForce & { at: number }>(sql`
    select r.at, r."productId" as product_id, r.quantity, trim_scale(b.unit_price)::text as unit_price, b.from_quantity,
      l.valid_from::text as valid_from, coalesce(l.supplier_sku, '') as supplier_sku, l.moq, l.order_multiple, coalesce(l.lead_days, s.lead_days) as lead_days
    from jsonb_to_recordset(${requested}::jsonb) as r(at int, "productId" bigint, quantity int)
    left join supplier s on s.company_id = ${sql.company} and s.id = ${supplierId} and s.state = 'active'
    left join lateral (select * from supplier_price l where l.company_id = ${sql.company} and l.supplier_id = s.id
        and l.product_id = r."productId" and l.valid_from <= ${day}::date
      order by l.valid_from desc limit 1) l on true
    left join lateral (select * from supplier_price_break b where b.company_id = ${sql.company} and b.price_id = l.id
        and b.from_quantity <= r.quantity
      order by b.from_quantity desc limit 1) b on true
    order by r.at`);
  return rows.map(({ at: _at, ...row }) => row);
}

/** The same for a page: today if it names no day, without prices for users who may not see costs. */
export async function requestedPrices(tx: Tx, input: ParsedOf<typeof call>): Promise<ResultOf<typeof call>> {
  const { currency } = await suppliers.one(tx, input.supplierId);
  const day = input.day ?? localDay(tx.now, (await companyOf(tx)).timeZone);
  const wishes = input.productIds.map((productId, at) => ({ productId, quantity: input.quantities[at] ?? 1 }));
  const prices = await pricesInForce(tx, { supplierId: input.supplierId, day }, wishes);
  const costs = maySee(tx.rights, 'seeCost');
  return { currency, prices: costs ? prices : prices.map((one) => ({ ...one, unitPrice: null })) };
}
