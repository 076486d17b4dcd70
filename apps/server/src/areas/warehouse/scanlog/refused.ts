import type { RefusedScan } from '@tradewind/contract/warehouse.ts';
import type { Language } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { countRows, Params, pageStatement } from '../../../core/database/statement.ts';
import { say } from '../../../core/text/texts.ts';
import type { Outcome } from '../outcome.ts';

export interface RefusedQuery {
  warehouseId?: number | undefined;
  settled: boolean;
  page: number;
  pageSize: number;
}

type Row = Omit<RefusedScan, 'message'> & { code: string; params: Record<string, string | number> | null };

/** Refused scans, newest first, with the scan of another device that came before and was carried out. */
export async function refusedScans(tx: Tx, language: Language, query: RefusedQuery) {
  const params = new Params();
  const where = refusedWhere(tx, query, params);
  const rows = await pageStatement<Row & Record<string, unknown>>(
    tx,
    `select s.id, s.device, s.seq, s.kind, s.payload, s.warehouse_id as "warehouseId",
       (select w.name from warehouse w where w.company_id = $1 and w.id = s.warehouse_id) as "warehouseName",
       s.scanned_at as "scannedAt", s.received_at as "receivedAt", s.actor, s.code, s.params,
       (select jsonb_build_object('actor', o.actor, 'device', o.device, 'kind', o.kind, 'scannedAt', o.scanned_at, 'receivedAt', o.received_at)
        from scan_log o where s.about <> '' and o.company_id = $1 and o.about = s.about and o.id < s.id and o.outcome = 'done'
          and o.device <> s.device order by o.id desc limit 1) as other,
       s.settled_by as "settledBy", s.settled_at as "settledAt"
     from scan_log s where ${where} order by s.id desc
     limit ${params.add(query.pageSize)} offset ${params.add((query.page - 1) * query.pageSize)}`,
    params,
  );
  const counted = new Params();
  const totals = await countRows(tx, `from scan_log s where ${refusedWhere(tx, query, counted)}`, counted);
  return {
    rows: rows.map(({ code, params: values, ...row }) => ({ ...row, message: say(language, code, values ?? {}) })),
    ...totals,
  };
}

function refusedWhere(tx: Tx, query: RefusedQuery, params: Params): string {
  const where = [`s.company_id = ${params.add(tx.companyId)}`, `s.outcome = 'refused'`];
  where.push(query.settled ? 's.settled_at is not null' : 's.settled_at is null');
  if (query.warehouseId) where.push(`s.warehouse_id = ${params.add(query.warehouseId)}`);
  if (tx.rights.warehouseIds)
    where.push(`(s.warehouse_id is null or s.warehouse_id = any(${params.add(tx.rights.warehouseIds)}::bigint[]))`);
  return where.join(' and ');
}

/** What was settled before stays as it is. */
export async function settleScans(tx: Tx, ids: readonly number[]): Promise<Outcome> {
  await tx.prepared(
    'scans_settle',
    `update scan_log set settled_by = $3, settled_at = $4 where company_id = $1 and id = any($2::bigint[])
       and outcome = 'refused' and settled_at is null and ($5::bigint[] is null or warehouse_id is null or warehouse_id = any($5))`,
    [tx.companyId, ids, tx.actor.name, tx.now, tx.rights.warehouseIds],
  );
  return { done: [...ids], refused: [] };
}
