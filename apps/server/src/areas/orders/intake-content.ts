import type { Tx } from '../../core/database/database.ts';
import type { Seen } from './intake-update.ts';
import { moveOrders } from './move.ts';
import { endOutbounds } from './outbounds.ts';
import { releaseReservations } from './reserve.ts';
import { addTerms, termsOf } from './terms.ts';

export function contentChanged({ known, order }: Seen): boolean {
  const before = new Map(known.lines.map((line) => [line.platformLineId, line.quantity]));
  const lines =
    order.lines.length !== before.size || order.lines.some((line) => before.get(line.platformLineId) !== line.quantity);
  return lines || addressText(known.shipTo) !== addressText(order.shipTo ?? null);
}

function addressText(address: object | null): string {
  return address
    ? JSON.stringify(
        Object.entries(address)
          .filter(([, value]) => value)
          .sort(),
      )
    : '';
}

export async function changeContent(tx: Tx, changed: readonly Seen[]): Promise<void> {
  if (changed.length === 0) return;
  const ids = changed.map((s) => s.known.id);
  // Back before stock: what was promised is given back and asked for anew in its new quantities.
  const back = await moveOrders(tx, ids, { from: ['ready'], to: 'allocate', event: 'changedByPlatform' });
  await endOutbounds(
    tx,
    back.map((m) => m.id),
  );
  await releaseReservations(tx, ids);
  const rows = changed.flatMap(({ known, order }) =>
    order.lines.map((line) => ({
      orderId: known.id,
      ...line,
      fulfilmentRef: line.fulfilmentRef ?? null,
      platformItemId: line.platformItemId ?? '',
    })),
  );
  await tx.prepared(
    'intake_change_lines',
    `with gone as (
       delete from order_line l where l.company_id = $1 and l.order_id = any($3::bigint[]) and not exists (
         select from jsonb_to_recordset($2::jsonb) as r("orderId" bigint, "platformLineId" text)
         where r."orderId" = l.order_id and r."platformLineId" = l.platform_line_id)
     )
     insert into order_line as l (company_id, order_id, platform_line_id, fulfilment_ref, seller_sku, platform_item_id, title, quantity, unit_price, discount, tax)
     select $1, r."orderId", r."platformLineId", r."fulfilmentRef", r."sellerSku", r."platformItemId", r.title, r.quantity, r."unitPrice", r.discount, r.tax
     from jsonb_to_recordset($2::jsonb) as r("orderId" bigint, "platformLineId" text, "fulfilmentRef" text, "sellerSku" text, "platformItemId" text,
       title text, quantity int, "unitPrice" numeric, discount numeric, tax numeric)
     on conflict (company_id, order_id, platform_line_id) do update set quantity = excluded.quantity, unit_price = excluded.unit_price,
       discount = excluded.discount, tax = excluded.tax, fulfilment_ref = excluded.fulfilment_ref`,
    [tx.companyId, JSON.stringify(rows), ids],
  );
  const heads = changed.map(({ known, order }) => ({
    id: known.id,
    shipTo: order.shipTo ?? null,
    country: order.shipTo?.country ?? '',
    lineCount: order.lines.length,
    units: order.lines.reduce((sum, line) => sum + line.quantity, 0),
    summary: order.lines
      .slice(0, 5)
      .map((line) => ({ sku: line.sellerSku, title: line.title.slice(0, 80), quantity: line.quantity })),
    buyerName: order.buyerName ?? '',
  }));
  await tx.prepared(
    'intake_change_heads',
    `update sales_order o set ship_to = r."shipTo", country = r.country, line_count = r."lineCount", units = r.units, summary = r.summary,
       buyer_name = case when r."buyerName" = '' then o.buyer_name else r."buyerName" end
     from jsonb_to_recordset($2::jsonb) as r(id bigint, "shipTo" jsonb, country text, "lineCount" int, units int, summary jsonb, "buyerName" text)
     where o.company_id = $1 and o.id = r.id`,
    [tx.companyId, JSON.stringify(heads)],
  );
  await addTerms(
    tx,
    changed.map(({ known, order }) => ({ orderId: known.id, orderedAt: order.orderedAt, terms: termsOf(order) })),
  );
}
