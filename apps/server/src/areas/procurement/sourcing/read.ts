import type { ResultOf } from '@tradewind/contract/call.ts';
import type { SourcingOrderRow, SourcingTradeRow, sourcingOfPurchase } from '@tradewind/contract/procurement.ts';
import { type Ctx, maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { purchases } from '../orders/purchases.list.ts';
import { isPlaceable } from './open.ts';
import { shopOf } from './preview.ts';
import { said } from './said.ts';

const MOST_ORDERS = 20;

/** What was placed on 1688 for a purchase order, newest first. */
export async function sourcingOf(tx: Tx, ctx: Ctx, orderId: number): Promise<ResultOf<typeof sourcingOfPurchase>> {
  const order = await purchases.one(tx, orderId);
  const rows = await tx.rows<
    Omit<SourcingOrderRow, 'trades' | 'createdAt'> & { createdAt: Date; trades: SourcingTradeRow[] }
  >(sql`
    select s.id, s.state, s.reference, s.address, round(s.confirmed, 2)::text as confirmed, s.placed_by, s.created_at, s.error,
      (select round(sum(t.total) - o.amount, 2)::text from sourcing_trade t
        where t.company_id = ${sql.company} and t.sourcing_id = s.id and s.state = 'placed' having bool_and(t.total is not null)) as difference,
      coalesce((select jsonb_agg(jsonb_build_object('id', t.id, 'orderNo', t.order_no, 'state', t.state, 'rawState', t.raw_state,
          'total', round(t.total, 2)::text, 'freight', round(t.freight, 2)::text, 'refunded', round(t.refunded, 2)::text,
          'paidAt', t.paid_at, 'payBefore', t.pay_before, 'closeReason', t.close_reason, 'readAt', t.read_at, 'error', t.error,
          'lines', t.lines, 'parcels', t.parcels) order by t.id)
        from sourcing_trade t where t.company_id = ${sql.company} and t.sourcing_id = s.id), '[]') as trades
    from sourcing_order s join purchase_order o on o.company_id = ${sql.company} and o.id = s.order_id
    where s.company_id = ${sql.company} and s.order_id = ${orderId} order by s.id desc limit ${MOST_ORDERS}`);
  const costs = maySee(ctx.rights, 'seeCost');
  return {
    shop: await shopOf(tx, order.supplierId),
    open: await isPlaceable(tx, order),
    rows: rows.map((row) => ({
      ...row,
      createdAt: row.createdAt.toISOString(),
      error: said(ctx.language, row.error),
      confirmed: costs ? row.confirmed : null,
      difference: costs ? row.difference : null,
      trades: row.trades.map((trade) => {
        const read = { ...trade, error: said(ctx.language, trade.error) };
        return costs ? read : withoutCosts(read);
      }),
    })),
  };
}

const withoutCosts = (trade: SourcingTradeRow): SourcingTradeRow => ({
  ...trade,
  total: null,
  freight: null,
  refunded: null,
  lines: trade.lines.map((line) => ({ ...line, price: null, amount: null })),
});
