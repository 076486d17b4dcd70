import { createHash } from 'node:crypto';
import type { OrderRecord } from '@tradewind/connectors/capabilities/orders.ts';
import { storable } from '@tradewind/connectors/storable.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';

export interface DeadLetterInput {
  platformOrderNo?: string | undefined;
  raw: unknown;
  reason: string;
}

export const unreadable = (records: readonly OrderRecord[]): DeadLetterInput[] =>
  records.flatMap((record) => (record.ok ? [] : [record]));

/** Saves dead letters with the platform's raw data. A repeated record only increases the count. */
export async function park(tx: Tx, shopId: number, records: readonly DeadLetterInput[]): Promise<number> {
  if (records.length === 0) return 0;
  const rows = new Map<string, { no: string | null; hash: string; raw: unknown; reason: string }>();
  for (const record of records) {
    const text = JSON.stringify(storable(record.raw ?? null)) ?? 'null';
    const no = storable(record.platformOrderNo ?? null);
    const hash = createHash('sha256')
      .update(`${no ?? ''}\n${text}`)
      .digest('hex');
    rows.set(hash, {
      no,
      hash,
      raw: JSON.parse(text),
      reason: storable(record.reason.slice(0, 1000)),
    });
  }
  const written = await tx.rows<{ fresh: boolean }>(
    sql`insert into dead_letter as p (company_id, shop_id, platform_order_no, raw_hash, raw, reason, first_at, last_at)
     select ${sql.company}, ${shopId}, r.no, r.hash, coalesce(r.raw, 'null'::jsonb), r.reason, ${tx.now}, ${tx.now}
     from jsonb_to_recordset(${JSON.stringify([...rows.values()])}::jsonb) as r(no text, hash text, raw jsonb, reason text)
     on conflict (company_id, shop_id, raw_hash) do update set seen = p.seen + 1, last_at = excluded.last_at, reason = excluded.reason
     returning (xmax = 0) as fresh`,
  );
  return written.filter((row) => row.fresh).length;
}

/** Resolves the dead letters of orders that were read successfully. */
export async function resolveRead(tx: Tx, shopId: number, platformOrderNos: readonly string[]): Promise<void> {
  if (platformOrderNos.length === 0) return;
  await tx.rows(
    sql`update dead_letter set resolved = true, resolved_at = ${tx.now}
     where company_id = ${sql.company} and shop_id = ${shopId} and not resolved and platform_order_no = any(${platformOrderNos}::text[])`,
  );
}

/** Erases the raw data of these orders' dead letters; they still count. */
export async function discardDeadLetters(
  tx: Tx,
  orders: readonly { shopId: number; platformOrderNo: string }[],
): Promise<void> {
  await tx.rows(
    sql`update dead_letter p set raw = 'null'::jsonb from unnest(${orders.map((order) => order.shopId)}::bigint[], ${orders.map((order) => order.platformOrderNo)}::text[]) as o(shop_id, no)
     where p.company_id = ${sql.company} and p.shop_id = o.shop_id and p.platform_order_no = o.no and p.raw <> 'null'::jsonb`,
  );
}
