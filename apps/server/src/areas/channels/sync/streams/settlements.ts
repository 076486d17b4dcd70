import type { SettlementLine, SettlementPage } from '@tradewind/connectors/capabilities/settlements.ts';
import type { Tx } from '../../../../core/database/database.ts';
import { sql } from '../../../../core/database/sql.ts';
import { emit } from '../../../../core/jobs/jobs.ts';
import { arrayOf } from '../../../../core/scope.ts';
import { heldChanged, settlementsTaken } from '../../events.ts';
import { settlementsListed, settlementsUnread } from '../../hooks.ts';
import { defineStream } from '../stream.ts';

/** Platforms post late: rereads two days, each line by its own reference. */
defineStream({
  kind: 'settlements',
  everyMinutes: 60,
  overlapMs: 2 * 86_400_000,
  firstDays: 30,
  supports: (connector) => connector.listSettlements !== undefined,
  read: async (connector, access, { since, cursor }) =>
    (await connector.listSettlements?.(access, {
      postedAfter: since,
      ...(cursor === undefined ? {} : { cursor }),
    })) ?? {
      lines: [],
      unreadable: [],
      listedUntil: since,
    },
  take: (app, ctx, shop, page, advance, since) =>
    app.database.inCompany(ctx, async (tx) => {
      const fresh = await takeSettlementLines(tx, shop.id, page.lines);
      await takeHeld(tx, shop.id, page);
      if (page.unreadable.length > 0)
        await settlementsUnread.call(tx, { shopId: shop.id, since, records: page.unreadable });
      const taken = {
        inserted: fresh.length,
        updated: 0,
        unchanged: page.lines.length - fresh.length,
        parked: page.unreadable.length,
      };
      await advance(tx, taken);
      return taken;
    }),
  finish: async (tx, shopId, _began, since) => {
    // As the first page noted it: a line that this listing set aside is not older.
    const row = await tx.row<{ began: Date }>(sql`select began_at as began from shop_stream
      where company_id = ${sql.company} and shop_id = ${shopId} and kind = 'settlements'`);
    if (row) await settlementsListed.call(tx, { shopId, since, began: row.began });
  },
});

/** Keeps new lines and announces them. @returns ids of new lines */
export async function takeSettlementLines(tx: Tx, shopId: number, lines: readonly SettlementLine[]): Promise<number[]> {
  if (lines.length === 0) return [];
  const rows = await tx.rows<{ id: number | null; settlementId: string | null }>(
    sql`insert into settlement_line as l (company_id, shop_id, reference, settlement_id, platform_order_no, platform_line_id,
       seller_sku, kind, type, amount, currency, posted_at, taken_at)
     select ${sql.company}, ${shopId}, r.reference, r."settlementId", r."platformOrderNo", r."platformLineId", r."sellerSku", r.kind, r.type,
       r.amount, r.currency, r."postedAt", ${tx.now}
     from jsonb_to_recordset(${JSON.stringify([...new Map(lines.map((line) => [line.reference, line])).values()])}::jsonb) as r(reference text, "settlementId" text, "platformOrderNo" text, "platformLineId" text,
       "sellerSku" text, kind text, type text, amount numeric, currency text, "postedAt" timestamptz)
     on conflict (company_id, shop_id, reference) do update set settlement_id = excluded.settlement_id
       where l.settlement_id is null and excluded.settlement_id is not null
     returning case when xmax = 0 then id end as id, settlement_id`,
  );
  const fresh = rows.flatMap((row) => (row.id === null ? [] : [row.id]));
  const settlements = [...new Set(rows.flatMap((row) => (row.id === null ? (row.settlementId ?? []) : [])))];
  if (rows.length > 0) await emit(tx, settlementsTaken, { shopId, lineIds: fresh, settlements });
  return fresh;
}

/** Keeps what is held back, and marks what was let go. Let go is for good, in whatever order pages come. */
async function takeHeld(
  tx: Tx,
  shopId: number,
  { held = [], released = [] }: Pick<SettlementPage, 'held' | 'released'>,
): Promise<void> {
  if (held.length === 0 && released.length === 0) return;
  const rows = [...new Map(held.map((one) => [one.reference, one])).values()];
  const kept = await tx.rows<{ id: number }>(sql`
    insert into settlement_held (company_id, shop_id, reference, platform_order_no, amount, currency, posted_at, until)
    select ${sql.company}, ${shopId}, r.reference, r."platformOrderNo", r.amount, r.currency, r."postedAt", r.until
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(reference text, "platformOrderNo" text, amount numeric, currency text,
      "postedAt" timestamptz, until timestamptz) order by 3 on conflict do nothing returning id`);
  const gone = await tx.rows<{
    id: number;
  }>(sql`update settlement_held set released_at = ${tx.now} where company_id = ${sql.company}
    and shop_id = ${shopId} and reference = any(${arrayOf(released)}::text[]) and released_at is null returning id`);
  const heldIds = [...new Set([...kept, ...gone].map((row) => row.id))];
  if (heldIds.length > 0) await emit(tx, heldChanged, { shopId, heldIds });
}
