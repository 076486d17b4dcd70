import type { InboundCarton, InboundLine, InboundReceipt, InboundToCheck } from '@tradewind/contract/warehouse.ts';
import { type Ctx, maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { say } from '../../../core/text/texts.ts';
import { fnskuOf } from '../fnskus/scanned.ts';
import { shownHistory } from '../outbound/moves.ts';
import { refusedByHand } from './by-hand.ts';
import { inbounds } from './list.ts';
import { parcelsOf } from './parcels.ts';

const NAMES = sql`p.sku, p.barcode, p.name_zh, p.name_en`;
/** Good units of a receipt `r` not yet put away, and units on QC hold. */
export const GOOD_OF = sql`case r.condition when 'good' then r.quantity when 'checking' then r.passed else 0 end`;
export const UNCHECKED = sql`case r.condition when 'checking' then r.quantity - r.passed - r.failed else 0 end`;

export function linesOfInbound(tx: Tx, inboundIds: readonly number[]) {
  return tx.rows<InboundLine & { inboundId: number }>(
    sql`select l.id, l.inbound_id, l.product_id, ${NAMES}, ${fnskuOf(sql`i.warehouse_id`, sql`l.product_id`)} as fnsku,
       p.images[1] as image, l.expected, l.received, l.damaged, (select coalesce(sum(r.put_away), 0)::int from inbound_receipt r
         where r.company_id = ${sql.company} and r.inbound_id = l.inbound_id and r.line_id = l.id and r.undone_at is null) as "putAway",
       case when i.state in ('received', 'done') or l.received > l.expected then l.received - l.expected end as difference,
       l.unit_cost::text as "unitCost", coalesce(p.shelf_life_months, 0) > 0 as expires, l.remark
     from inbound_line l join inbound i on i.company_id = ${sql.company} and i.id = l.inbound_id
     join product p on p.company_id = ${sql.company} and p.id = l.product_id
     where l.company_id = ${sql.company} and l.inbound_id = any(${inboundIds}::bigint[]) order by l.inbound_id, l.id`,
  );
}

export function cartonsOfInbound(tx: Tx, inboundId: number) {
  return tx.rows<InboundCarton>(
    sql`select c.id, c.code, c.received_at, c.received_by, coalesce((
       select jsonb_agg(jsonb_build_object('lineId', l.id, 'sku', p.sku, 'quantity', (x.value->>'quantity')::int,
         'batch', x.value->>'batch', 'expiresOn', x.value->>'expiresOn') order by x.ordinality)
       from jsonb_array_elements(c.contents) with ordinality x
       join inbound_line l on l.company_id = ${sql.company} and l.id = (x.value->>'lineId')::bigint
       join product p on p.company_id = ${sql.company} and p.id = l.product_id), '[]') as contents
     from inbound_carton c where c.company_id = ${sql.company} and c.inbound_id = ${inboundId} order by c.id limit 1000`,
  );
}

function receiptsOf(tx: Tx, inboundId: number) {
  return tx.rows<InboundReceipt>(
    sql`select r.id, r.line_id, r.product_id, ${NAMES}, r.batch_id, b.code as "batchCode", b.expires_on::text as "expiresOn",
       c.code as "cartonCode", r.condition, r.quantity, l.code as "locationCode", r.passed, r.failed, r.put_away,
       case when l.kind = 'receiving' and r.undone_at is null then ${GOOD_OF} - r.put_away else 0 end as waiting,
       case when r.undone_at is null then ${UNCHECKED} else 0 end as unchecked,
       i.state = 'receiving' and r.undone_at is null and r.passed + r.failed + r.put_away = 0 as "mayUndo",
       r.at, r.actor, r.undone_at, r.undone_by
     from inbound_receipt r join inbound i on i.company_id = ${sql.company} and i.id = r.inbound_id
     join product p on p.company_id = ${sql.company} and p.id = r.product_id
     join location l on l.company_id = ${sql.company} and l.id = r.location_id
     left join stock_batch b on b.company_id = ${sql.company} and b.id = r.batch_id
     left join inbound_carton c on c.company_id = ${sql.company} and c.id = r.carton_id
     where r.company_id = ${sql.company} and r.inbound_id = ${inboundId} order by r.id desc limit 1000`,
  );
}

/** Units on QC hold, summed over scans. */
function toCheckOf(tx: Tx, inboundId: number) {
  return tx.rows<InboundToCheck>(
    sql`select r.line_id, p.sku, r.batch_id, b.code as "batchCode", b.expires_on::text as "expiresOn",
       sum(${UNCHECKED})::int as quantity
     from inbound_receipt r join product p on p.company_id = ${sql.company} and p.id = r.product_id
     left join stock_batch b on b.company_id = ${sql.company} and b.id = r.batch_id
     where r.company_id = ${sql.company} and r.inbound_id = ${inboundId} and r.condition = 'checking' and r.undone_at is null
       and r.quantity > r.passed + r.failed group by 1, 2, 3, 4, 5 order by min(r.id) limit 1000`,
  );
}

function checksOf(tx: Tx, inboundId: number) {
  return tx.rows<{
    id: number;
    receiptId: number;
    sku: string;
    passed: number;
    failed: number;
    reason: string;
    at: string;
    actor: string;
  }>(
    sql`select k.id, k.receipt_id, p.sku, k.passed, k.failed, k.reason, k.at, k.actor
     from inbound_check k join inbound_receipt r on r.company_id = ${sql.company} and r.id = k.receipt_id
     join product p on p.company_id = ${sql.company} and p.id = r.product_id
     where k.company_id = ${sql.company} and k.inbound_id = ${inboundId} order by k.id desc limit 500`,
  );
}

export async function inboundDetail(tx: Tx, ctx: Ctx, id: number) {
  const row = await inbounds.one(tx, id);
  const lines = await linesOfInbound(tx, [id]);
  const costs = maySee(ctx.rights, 'seeCost');
  const elsewhere = (await refusedByHand(tx, [row])).get(id);
  return {
    ...row,
    lines: lines.map(({ inboundId: _of, ...line }) => ({ ...line, unitCost: costs ? line.unitCost : null })),
    cartons: await cartonsOfInbound(tx, id),
    parcels: await parcelsOf(tx, row),
    receipts: await receiptsOf(tx, id),
    toCheck: await toCheckOf(tx, id),
    checks: await checksOf(tx, id),
    receivedElsewhere: elsewhere ? say(ctx.language, elsewhere.code, elsewhere.params) : null,
    history: await shownHistory(tx, 'inbound', id),
  };
}
