import type { ResultOf } from '@tradewind/contract/call.ts';
import type { supplierAnswers as call, PackingState, SupplierAnswer } from '@tradewind/contract/procurement.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { purchases } from '../orders/purchases.list.ts';

interface Packing {
  id: number;
  recipient: string;
  sentAt: string;
  shippedOn: string;
  cartons: number;
  codes: { first: string; last: string } | null;
  carrier: string;
  trackingNumber: string;
  remark: string;
  goods: { lineId: number; quantity: number }[];
  fileName: string;
  attachmentId: number;
  state: PackingState;
  inboundId: number | null;
  inboundNumber: string | null;
  decidedBy: string;
  decidedAt: Date | null;
  decision: string;
}

/** The packing lists of an order, newest first. */
export async function packingsOf(tx: Tx, orderId: number): Promise<Packing[]> {
  const rows = await tx.rows<Omit<Packing, 'sentAt'> & { sentAt: Date }>(sql`
    select k.id, k.recipient, k.sent_at, k.shipped_on::text as shipped_on, k.cartons,
      case when k.boxes <> '[]' then jsonb_build_object('first', k.boxes -> 0 ->> 'code', 'last', k.boxes -> -1 ->> 'code') end as codes,
      k.carrier, k.tracking_number,
      k.remark, k.goods, k.file_name, k.attachment_id, k.state, k.inbound_id, i.number as inbound_number, k.decided_by,
      k.decided_at, k.decision
    from supplier_packing k left join inbound i on i.company_id = ${sql.company} and i.id = k.inbound_id
    where k.company_id = ${sql.company} and k.order_id = ${orderId} order by k.id desc limit 100`);
  return rows.map((row) => ({ ...row, sentAt: row.sentAt.toISOString() }));
}

/** What the supplier said about an order. Answers that a later one replaced are left out. */
export async function supplierAnswers(tx: Tx, id: number): Promise<ResultOf<typeof call>> {
  await purchases.one(tx, id);
  const answers = await tx.rows<SupplierAnswer>(sql`
    select a.id, a.line_id, p.sku, p.name_zh, p.name_en, p.images[1] as image, l.pack_size, l.packs as ordered_packs,
      coalesce(l.promised_on, o.expected_on)::text as ordered_on, a.recipient, a.answered_at,
      a.promised_on::text as promised_on, a.packs, a.remark, a.state, a.decided_by, a.decided_at, a.decision
    from supplier_answer a join purchase_line l on l.company_id = ${sql.company} and l.id = a.line_id
    join purchase_order o on o.company_id = ${sql.company} and o.id = l.order_id
    join product p on p.company_id = ${sql.company} and p.id = l.product_id
    where a.company_id = ${sql.company} and a.order_id = ${id} and a.state <> 'replaced'
    order by (a.state = 'waiting') desc, a.id desc limit 500`);
  const packings = await packingsOf(tx, id);
  return {
    answers,
    packings: packings.map(({ goods, decidedAt, ...one }) => ({
      ...one,
      decidedAt: decidedAt?.toISOString() ?? null,
      units: goods.reduce((sum, line) => sum + line.quantity, 0),
    })),
  };
}
