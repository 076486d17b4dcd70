import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { MOVEMENT_FROM, movementColumns } from '../../stock/public.ts';

const SHOWN = 1000;

export type SentOn = {
  docKind: string;
  docId: number;
  docNumber: string | null;
  fromName: string;
  /** The receiving warehouse. Null if none expects it. */
  toName: string | null;
  units: number;
  sentAt: string;
  /** For files: the company's time, the SKU and the batch number. */
  sentLocal: string;
  sku: string;
  batch: string;
};

/**
 * Transfers, FBA shipments and first-leg shipments with units of a batch from warehouses the actor sees, newest first.
 * The units are in transit or in another warehouse, which may not know their batch.
 */
export function sentOn(tx: Tx, batchId: number): Promise<SentOn[]> {
  return tx.rows<SentOn>(
    sql`select x.doc_kind, x.doc_id, max(x."docNumber") as "docNumber", max(x."warehouseName") as "fromName",
       sum(-x.on_hand)::int as units, max(x.at) as "sentAt", max(x.sku) as sku, max(x."batchCode") as batch,
       to_char(max(x.at) at time zone (select time_zone from company where id = ${sql.company}), 'YYYY-MM-DD HH24:MI:SS') as "sentLocal",
       (select string_agg(distinct w.name, ', ') from inbound i join warehouse w on w.company_id = ${sql.company} and w.id = i.warehouse_id
        where i.company_id = ${sql.company} and i.source_kind = x.doc_kind and i.source_id = x.doc_id) as "toName"
     from (select ${movementColumns()} ${MOVEMENT_FROM} where m.company_id = ${sql.company} and m.batch_id = ${batchId} and m.batch_id <> 0
       and m.reason = 'transferOut' and m.on_hand < 0 and (${tx.rights.warehouseIds}::bigint[] is null or m.warehouse_id = any(${tx.rights.warehouseIds}::bigint[]))) x
     group by x.doc_kind, x.doc_id order by max(x.id) desc limit ${sql.literal(SHOWN)}`,
  );
}

/** Units shipped by such documents. */
export async function unitsSentOn(tx: Tx, batchId: number): Promise<number> {
  const [row] = await tx.rows<{ units: number }>(
    sql`select coalesce(sum(-on_hand), 0)::int as units from stock_movement where company_id = ${sql.company} and batch_id = ${batchId} and batch_id <> 0
       and reason = 'transferOut' and on_hand < 0 and (${tx.rights.warehouseIds}::bigint[] is null or warehouse_id = any(${tx.rights.warehouseIds}::bigint[]))`,
  );
  return row?.units ?? 0;
}
