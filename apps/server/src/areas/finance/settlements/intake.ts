import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { Fail } from '../../../core/errors.ts';
import { subscribe } from '../../../core/jobs/jobs.ts';
import { arrayOf } from '../../../core/scope.ts';
import { listsFees, settlementsTaken, shopsByIds } from '../../channels/public.ts';
import { bookAll, bookLines, type SettledShop } from './booking.ts';
import { refreshSettlements } from './headers.ts';

/** Shops of these ids, in the order of `ids`. */
export async function settledShops(app: App, tx: Tx, ids: readonly number[]): Promise<SettledShop[]> {
  return [...(await shopsByIds(tx, ids)).values()].map(({ id, platform }) => ({
    ...{ id, platform },
    feesApart: listsFees(app, platform),
  }));
}

subscribe(
  settlementsTaken,
  'finance.settlements',
  ['记账：平台结算', 'Book settlements'],
  async (app, ctx, { shopId, lineIds, settlements = [] }) => {
    const [shop] = await app.database.inCompany(ctx, (tx) => settledShops(app, tx, [shopId]));
    if (!shop) return;
    const those = sql`l.id = any(${arrayOf(lineIds)}::bigint[])`;
    // First: a settlement adds up also where a currency has no rate yet.
    await app.database.inCompany(ctx, (tx) => refreshThose(tx, shopId, those, settlements));
    await bookAll((work) => app.database.inCompany(ctx, work), shop, those);
  },
);

/** Adds up the settlements of these lines, and those of these numbers. */
async function refreshThose(tx: Tx, shopId: number, which: Sql, numbers: readonly string[] = []): Promise<void> {
  const rows = await tx.rows<{ number: string }>(sql`select distinct l.settlement_id as number from settlement_line l
    where l.company_id = ${sql.company} and l.shop_id = ${shopId} and ${which} and l.settlement_id is not null`);
  await refreshSettlements(tx, shopId, [...new Set([...numbers, ...rows.map((row) => row.number)])]);
}

/** Whatever of these orders was settled before it was known here, or before it was sold or refunded, is booked anew. */
export async function rebookOrders(app: App, tx: Tx, orderIds: readonly number[]): Promise<void> {
  const orders = await tx.rows<{
    shopId: number;
    no: string;
  }>(sql`select o.shop_id, o.platform_order_no as no from sales_order o
    where o.company_id = ${sql.company} and o.id = any(${arrayOf(orderIds)}::bigint[]) and o.platform_order_no is not null
      and exists (select 1 from settlement_line l where l.company_id = ${sql.company} and l.shop_id = o.shop_id
        and l.platform_order_no = o.platform_order_no) order by o.id`);
  const byShop = Map.groupBy(orders, (order) => order.shopId);
  for (const shop of await settledShops(
    app,
    tx,
    [...byShop.keys()].sort((a, b) => a - b),
  )) {
    const numbers = (byShop.get(shop.id) ?? []).map((order) => order.no);
    const which = sql`l.platform_order_no = any(${arrayOf(numbers)}::text[])`;
    for (let after: number | undefined = 0; after !== undefined; )
      after = (await bookLines(tx, shop, which, after)).last;
  }
}

/**
 * Lines that no event booked, and their settlements: before there was a rate, or in a version that did not know them. A
 * currency without a rate only keeps its own waiting. @throws the first such refusal, once all else is booked
 */
export async function bookUnbookedLines(app: App, ctx: Ctx): Promise<number> {
  const missing = sql`not exists (select 1 from settlement_booking b where b.company_id = ${sql.company} and b.line_id = l.id)`;
  const waiting = await app.database.inCompany(ctx, (tx) =>
    tx.rows<{ shopId: number; currency: string }>(sql`select distinct l.shop_id, l.currency from settlement_line l
      where l.company_id = ${sql.company} and ${missing} order by 1, 2`),
  );
  const shops = await app.database.inCompany(ctx, (tx) =>
    settledShops(app, tx, [...new Set(waiting.map((row) => row.shopId))]),
  );
  let booked = 0;
  let refused: Fail | undefined;
  for (const { shopId, currency } of waiting) {
    const shop = shops.find((one) => one.id === shopId);
    if (!shop) continue;
    const those = sql`${missing} and l.currency = ${currency}`;
    await app.database.inCompany(ctx, (tx) => refreshThose(tx, shopId, those));
    try {
      booked += await bookAll((work) => app.database.inCompany(ctx, work), shop, those);
    } catch (error) {
      if (!(error instanceof Fail)) throw error;
      refused ??= error;
    }
  }
  if (refused) throw refused;
  return booked;
}
