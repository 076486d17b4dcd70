import type { InboundCarton, InboundLine, InboundReceipt, InboundToCheck } from '@tradewind/contract/warehouse.ts';
import { type Ctx, maySee } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { notFound } from '../../../core/errors.ts';
import { say } from '../../../core/text/texts.ts';
import { fnskuOf } from '../fnskus/scanned.ts';
import { shownHistory } from '../moved.ts';
import { refusedByHand } from './by-hand.ts';
import { inboundsById } from './filter.ts';

/** @throws notFound where it is not, or lies in a warehouse that the actor does not see */
export async function seeInbound(tx: Tx, id: number) {
  const [row] = await inboundsById(tx, [id]);
  if (!row) throw notFound('warehouse.inboundNotFound');
  return row;
}

const NAMES = `p.sku, p.barcode, p.name_zh as "nameZh", p.name_en as "nameEn"`;
/** Good units of a receipt `r` that were not put away, and units nobody has checked. */
export const GOOD_OF = `case r.condition when 'good' then r.quantity when 'checking' then r.passed else 0 end`;
export const UNCHECKED = `case r.condition when 'checking' then r.quantity - r.passed - r.failed else 0 end`;

export function linesOfInbound(tx: Tx, inboundIds: readonly number[]) {
  return tx.prepared<InboundLine & { inboundId: number }>(
    'inbound_lines_shown',
    `select l.id, l.inbound_id as "inboundId", l.product_id as "productId", ${NAMES}, ${fnskuOf('i.warehouse_id', 'l.product_id')} as fnsku,
       p.images[1] as image, l.expected, l.received, l.damaged, (select coalesce(sum(r.put_away), 0)::int from inbound_receipt r
         where r.company_id = $1 and r.inbound_id = l.inbound_id and r.line_id = l.id and r.undone_at is null) as "putAway",
       case when i.state in ('received', 'done') or l.received > l.expected then l.received - l.expected end as difference,
       l.unit_cost::text as "unitCost", coalesce(p.shelf_life_months, 0) > 0 as expires, l.remark
     from inbound_line l join inbound i on i.company_id = $1 and i.id = l.inbound_id
     join product p on p.company_id = $1 and p.id = l.product_id
     where l.company_id = $1 and l.inbound_id = any($2::bigint[]) order by l.inbound_id, l.id`,
    [tx.companyId, inboundIds],
  );
}

export function cartonsOfInbound(tx: Tx, inboundId: number) {
  return tx.prepared<InboundCarton>(
    'inbound_cartons_shown',
    `select c.id, c.code, c.received_at as "receivedAt", c.received_by as "receivedBy", coalesce((
       select jsonb_agg(jsonb_build_object('lineId', l.id, 'sku', p.sku, 'quantity', (x.value->>'quantity')::int,
         'batch', x.value->>'batch', 'expiresOn', x.value->>'expiresOn') order by x.ordinality)
       from jsonb_array_elements(c.contents) with ordinality x
       join inbound_line l on l.company_id = $1 and l.id = (x.value->>'lineId')::bigint
       join product p on p.company_id = $1 and p.id = l.product_id), '[]') as contents
     from inbound_carton c where c.company_id = $1 and c.inbound_id = $2 order by c.id limit 1000`,
    [tx.companyId, inboundId],
  );
}

function receiptsOf(tx: Tx, inboundId: number) {
  return tx.prepared<InboundReceipt>(
    'inbound_receipts_shown',
    `select r.id, r.line_id as "lineId", r.product_id as "productId", ${NAMES}, r.batch_id as "batchId", b.code as "batchCode", b.expires_on::text as "expiresOn",
       c.code as "cartonCode", r.condition, r.quantity, l.code as "locationCode", r.passed, r.failed, r.put_away as "putAway",
       case when l.kind = 'receiving' and r.undone_at is null then ${GOOD_OF} - r.put_away else 0 end as waiting,
       case when r.undone_at is null then ${UNCHECKED} else 0 end as unchecked,
       i.state = 'receiving' and r.undone_at is null and r.passed + r.failed + r.put_away = 0 as "mayUndo",
       r.at, r.actor, r.undone_at as "undoneAt", r.undone_by as "undoneBy"
     from inbound_receipt r join inbound i on i.company_id = $1 and i.id = r.inbound_id
     join product p on p.company_id = $1 and p.id = r.product_id
     join location l on l.company_id = $1 and l.id = r.location_id
     left join stock_batch b on b.company_id = $1 and b.id = r.batch_id
     left join inbound_carton c on c.company_id = $1 and c.id = r.carton_id
     where r.company_id = $1 and r.inbound_id = $2 order by r.id desc limit 1000`,
    [tx.companyId, inboundId],
  );
}

/** What waits for its check, together what came in by many scans. */
function toCheckOf(tx: Tx, inboundId: number) {
  return tx.prepared<InboundToCheck>(
    'inbound_to_check_shown',
    `select r.line_id as "lineId", p.sku, r.batch_id as "batchId", b.code as "batchCode", b.expires_on::text as "expiresOn",
       sum(${UNCHECKED})::int as quantity
     from inbound_receipt r join product p on p.company_id = $1 and p.id = r.product_id
     left join stock_batch b on b.company_id = $1 and b.id = r.batch_id
     where r.company_id = $1 and r.inbound_id = $2 and r.condition = 'checking' and r.undone_at is null
       and r.quantity > r.passed + r.failed group by 1, 2, 3, 4, 5 order by min(r.id) limit 1000`,
    [tx.companyId, inboundId],
  );
}

function checksOf(tx: Tx, inboundId: number) {
  return tx.prepared<{
    id: number;
    receiptId: number;
    sku: string;
    passed: number;
    failed: number;
    reason: string;
    at: string;
    actor: string;
  }>(
    'inbound_checks_shown',
    `select k.id, k.receipt_id as "receiptId", p.sku, k.passed, k.failed, k.reason, k.at, k.actor
     from inbound_check k join inbound_receipt r on r.company_id = $1 and r.id = k.receipt_id
     join product p on p.company_id = $1 and p.id = r.product_id
     where k.company_id = $1 and k.inbound_id = $2 order by k.id desc limit 500`,
    [tx.companyId, inboundId],
  );
}

export async function inboundDetail(tx: Tx, ctx: Ctx, id: number) {
  const row = await seeInbound(tx, id);
  const lines = await linesOfInbound(tx, [id]);
  const costs = maySee(ctx.rights, 'seeCost');
  const elsewhere = (await refusedByHand(tx, [row])).get(id);
  return {
    ...row,
    lines: lines.map(({ inboundId: _of, ...line }) => ({ ...line, unitCost: costs ? line.unitCost : null })),
    cartons: await cartonsOfInbound(tx, id),
    receipts: await receiptsOf(tx, id),
    toCheck: await toCheckOf(tx, id),
    checks: await checksOf(tx, id),
    receivedElsewhere: elsewhere ? say(ctx.language, elsewhere.code, elsewhere.params) : null,
    history: await shownHistory(tx, 'inbound', id),
  };
}
