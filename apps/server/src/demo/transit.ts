import { fbaListings, moveLeg, saveFba, saveLeg } from '@tradewind/contract/transit.ts';
import { sql } from '../core/database/sql.ts';
import { callerAt } from './calls.ts';
import { at, type DemoContext, inPast, warehouseIds } from './context.ts';
import { MAIN } from './places.ts';

const NAME = 'FBA 补货：厨房用品';
const CONTAINER = 'COSU6318804210';

/** A shipment to FBA that somebody has begun to draft. */
export async function draftToFba(demo: DemoContext): Promise<void> {
  const found = await inPast(demo, 'demo', new Date(), async (tx) => {
    const answered = await tx.row(
      sql`select 1 as n from fba_shipment where company_id = ${sql.company} and name = ${NAME}`,
    );
    const shop = await tx.row<{ id: number }>(sql`select id from shop where company_id = ${sql.company}
      and platform = 'amazon' and cardinality(marketplace_ids) > 0 order by id limit 1`);
    return answered || !shop ? undefined : { shopId: shop.id, warehouseId: (await warehouseIds(tx)).get(MAIN) ?? 0 };
  });
  if (!found) return;
  const ask = callerAt(demo, 'demo', 1, 6);
  const listings = (await ask(fbaListings, found)).filter((listing) => listing.available >= 12).slice(0, 3);
  if (listings.length === 0) return;
  const lines = listings.map(({ sellerSku }, i) => ({ sellerSku, quantity: 12 - i * 2 }));
  await ask(saveFba, { ...found, name: NAME, lines });
}

/** A supplier's container at sea, with its freight. */
export async function shipBySea(demo: DemoContext): Promise<void> {
  const found = await inPast(demo, 'demo', new Date(), async (tx) => {
    const answered = await tx.row(
      sql`select 1 as n from transit_leg where company_id = ${sql.company} and container = ${CONTAINER}`,
    );
    const rows = await tx.rows<{ productId: number; goodsCost: string }>(sql`
      select id as "productId", unit_price_cny::text as "goodsCost" from product
      where company_id = ${sql.company} and enabled and unit_price_cny > 0 order by sku desc limit 2`);
    return answered ? undefined : { warehouseId: (await warehouseIds(tx)).get(MAIN) ?? 0, products: rows };
  });
  if (!found || found.products.length === 0) return;
  const day = (daysAgo: number) => at(demo, daysAgo, 0).toISOString().slice(0, 10);
  const { id } = await callerAt(
    demo,
    'buyer',
    12,
    2,
  )(saveLeg, {
    supplier: '义乌家居用品厂',
    warehouseId: found.warehouseId,
    mode: 'sea',
    forwarder: 'COSCO',
    container: CONTAINER,
    cartons: 36,
    departOn: day(10),
    etaOn: day(-14),
    remark: '整柜，含木托盘',
    lines: found.products.map((product) => ({ ...product, quantity: 240 })),
    costs: [
      { kind: 'freight', amount: '9800', currency: 'CNY', basis: 'volume' },
      { kind: 'duty', amount: '1260', currency: 'CNY', basis: 'value' },
    ],
  });
  await callerAt(demo, 'buyer', 11, 2)(moveLeg, { id, to: 'submitted' });
  await callerAt(demo, 'buyer', 10, 2)(moveLeg, { id, to: 'shipped', on: day(10) });
}
