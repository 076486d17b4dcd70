import type { RefusedScan } from '@tradewind/contract/warehouse.ts';
import type { Language } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { defineList, is } from '../../../core/lists.ts';
import type { Outcome } from '../../../core/outcome.ts';
import { inWarehouses } from '../../../core/scope.ts';
import { say } from '../../../core/text/texts.ts';

interface Filter {
  warehouseId?: number | undefined;
  settled: boolean;
}
type Row = Omit<RefusedScan, 'message'> & { code: string; params: Record<string, string | number> | null };

/** With the earlier scan of another device that was booked. */
const refused = defineList<Filter, Row>({
  table: 'scan_log',
  as: 's',
  scope: (tx) => sql`s.outcome = 'refused' and (s.warehouse_id is null or ${inWarehouses(tx, sql`s.warehouse_id`)})`,
  filters: {
    warehouseId: is(sql`s.warehouse_id`),
    settled: (settled) => (settled ? sql`s.settled_at is not null` : sql`s.settled_at is null`),
  },
  order: sql`s.id desc`,
  columns: sql`s.id, s.device, s.seq, s.kind, s.payload, s.warehouse_id,
    (select w.name from warehouse w where w.company_id = ${sql.company} and w.id = s.warehouse_id) as warehouse_name,
    s.scanned_at, s.received_at, s.actor, s.code, s.params,
    (select jsonb_build_object('actor', o.actor, 'device', o.device, 'kind', o.kind, 'scannedAt', o.scanned_at, 'receivedAt', o.received_at)
     from scan_log o where s.about <> '' and o.company_id = ${sql.company} and o.about = s.about and o.id < s.id and o.outcome = 'done'
       and o.device <> s.device order by o.id desc limit 1) as other,
    s.settled_by, s.settled_at`,
});

export async function refusedScans(tx: Tx, language: Language, query: Parameters<typeof refused.page>[1]) {
  const page = await refused.page(tx, query);
  const rows = page.rows.map(({ code, params, ...row }) => ({ ...row, message: say(language, code, params ?? {}) }));
  return { ...page, rows };
}

/** Scans already resolved stay unchanged. Scans that the actor does not see are refused one by one. */
export async function settleScans(tx: Tx, ids: readonly number[]): Promise<Outcome> {
  const known = await tx.rows<{ id: number }>(
    sql`update scan_log set settled_by = coalesce(settled_by, ${tx.actor.name}), settled_at = coalesce(settled_at, ${tx.now})
     where company_id = ${sql.company} and id = any(${ids}::bigint[]) and outcome = 'refused'
       and (warehouse_id is null or ${inWarehouses(tx, sql`warehouse_id`)}) returning id`,
  );
  const done = new Set(known.map(({ id }) => id));
  const refused = [...new Set(ids)]
    .filter((id) => !done.has(id))
    .map((id) => ({ id, label: `#${id}`, code: 'warehouse.scanNotFound' }));
  return { done: [...done], refused };
}

/** Of the actor's own scans only; one that is settled or was never refused stays as it is. */
export async function settleOwnScan(tx: Tx, { device, seq }: { device: string; seq: number }): Promise<void> {
  await tx.rows(
    sql`update scan_log set settled_by = ${tx.actor.name}, settled_at = ${tx.now}
     where company_id = ${sql.company} and device = ${device} and seq = ${seq} and user_id = ${tx.actor.userId}
       and outcome = 'refused' and settled_at is null returning 1`,
  );
}
