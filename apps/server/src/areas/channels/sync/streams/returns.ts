import type { PlatformReturn } from '@tradewind/connectors/capabilities/returns.ts';
import type { Tx } from '../../../../core/database/database.ts';
import { sql } from '../../../../core/database/sql.ts';
import { returnsTaken } from '../../hooks.ts';
import { defineStream } from '../stream.ts';

defineStream({
  kind: 'returns',
  everyMinutes: 15,
  overlapMs: 60 * 60_000,
  firstDays: 30,
  supports: (connector) => connector.listReturns !== undefined,
  read: async (connector, access, { since, cursor }) =>
    (await connector.listReturns?.(access, { updatedAfter: since, ...(cursor === undefined ? {} : { cursor }) })) ?? {
      returns: [],
      unreadable: [],
      listedUntil: since,
    },
  take: (app, ctx, shop, page, advance) =>
    app.database.inCompany(ctx, async (tx) => {
      const { inserted, updated, returnNos } = await save(tx, shop.id, page.returns);
      if (returnNos.length > 0) await returnsTaken.call(tx, { shopId: shop.id, returnNos });
      if (page.unreadable.length > 0)
        app.log.warn({ shopId: shop.id, count: page.unreadable.length }, 'returns unread');
      const unchanged = page.returns.length - inserted - updated;
      const taken = { inserted, updated, unchanged, parked: page.unreadable.length };
      await advance(tx, taken);
      return taken;
    }),
});

/** Some platforms give no change time: compares the content instead. */
async function save(tx: Tx, shopId: number, returns: readonly PlatformReturn[]) {
  const rows = await tx.rows<{ fresh: boolean; returnNo: string }>(
    sql`insert into platform_return as p (company_id, shop_id, return_no, platform_order_no, state, reason, lines, refund_amount,
       currency, tracking_number, answer_by, created_at, updated_at)
     select ${sql.company}, ${shopId}, r."returnNo", r."platformOrderNo", r.state, r.reason, r.lines, r."refundAmount", r.currency,
       r."trackingNumber", r."answerBy", r."createdAt", r."updatedAt"
     from jsonb_to_recordset(${JSON.stringify([...new Map(returns.map((one) => [one.returnNo, one])).values()])}::jsonb) as r("returnNo" text, "platformOrderNo" text, state text, reason text, lines jsonb,
       "refundAmount" numeric, currency text, "trackingNumber" text, "answerBy" timestamptz, "createdAt" timestamptz, "updatedAt" timestamptz)
     on conflict (company_id, shop_id, return_no) do update set state = excluded.state, reason = excluded.reason,
       lines = excluded.lines, refund_amount = excluded.refund_amount, currency = excluded.currency,
       tracking_number = excluded.tracking_number,
       answer_by = excluded.answer_by, updated_at = excluded.updated_at
       where excluded.updated_at >= p.updated_at
         and (excluded.state, excluded.reason, excluded.lines, excluded.refund_amount, excluded.tracking_number,
           excluded.answer_by)
           is distinct from (p.state, p.reason, p.lines, p.refund_amount, p.tracking_number, p.answer_by)
     returning (xmax = 0) as fresh, return_no as "returnNo"`,
  );
  const inserted = rows.filter((row) => row.fresh).length;
  return { inserted, updated: rows.length - inserted, returnNos: rows.map((row) => row.returnNo) };
}
