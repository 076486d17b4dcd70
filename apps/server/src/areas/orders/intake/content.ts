import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { moveOrders } from '../move.ts';
import { endOutbounds } from '../reserve/end-outbounds.ts';
import { releaseReservations } from '../reserve/reserve.ts';
import { addTerms, termsOf } from '../terms.ts';
import type { Observed } from './known-order.ts';

export function contentChanged(observed: Observed): boolean {
  return linesChanged(observed) || addressText(observed.known.shipTo) !== addressText(observed.order.shipTo ?? null);
}

/** Compares with the platform's previous version: a person's changes do not count as platform changes. */
function linesChanged({ known, order }: Observed): boolean {
  const before = new Map(
    known.platformLines
      ? Object.entries(known.platformLines)
      : known.lines.map((line) => [line.platformLineId, line.quantity]),
  );
  return (
    order.lines.length !== before.size || order.lines.some((line) => before.get(line.platformLineId) !== line.quantity)
  );
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

/**
 * Applies the platform's changes. Does not overwrite lines that a person split or changed: the order waits for a
 * person, who sees both.
 * @returns the orders that may be re-evaluated
 */
export async function changeContent(tx: Tx, changed: readonly Observed[]): Promise<Observed[]> {
  if (changed.length === 0) return [];
  const arranged = changed.filter((s) => s.known.platformLines !== null);
  const plain = changed.filter((s) => s.known.platformLines === null);
  const contested = arranged.filter(linesChanged);
  await changeArranged(tx, arranged, contested);
  await changePlain(tx, plain);
  return changed.filter((s) => !contested.includes(s));
}

async function changeArranged(tx: Tx, arranged: readonly Observed[], contested: readonly Observed[]): Promise<void> {
  if (arranged.length === 0) return;
  const ids = arranged.map((s) => s.known.id);
  const back = await moveOrders(tx, ids, { from: ['ready'], to: 'allocate', event: 'changedByPlatform' });
  await endOutbounds(
    tx,
    back.map((m) => m.id),
  );
  await releaseReservations(tx, ids);
  const rows = arranged.map(({ known, order }) => ({
    id: known.id,
    shipTo: order.shipTo ?? null,
    country: order.shipTo?.country ?? '',
    buyerName: order.buyerName ?? '',
    lines: Object.fromEntries(order.lines.map((line) => [line.platformLineId, line.quantity])),
  }));
  await tx.rows(
    sql`update sales_order o set ship_to = r."shipTo", country = r.country, platform_lines = r.lines,
       buyer_name = case when r."buyerName" = '' then o.buyer_name else r."buyerName" end
     from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id bigint, "shipTo" jsonb, country text, "buyerName" text, lines jsonb)
     where o.company_id = ${sql.company} and o.id = r.id`,
  );
  await moveOrders(
    tx,
    contested.map((s) => s.known.id),
    {
      from: ['unpaid', 'review', 'allocate', 'held', 'exception'],
      to: 'exception',
      exception: 'risk',
      event: 'linesContested',
    },
  );
}

async function changePlain(tx: Tx, changed: readonly Observed[]): Promise<void> {
  if (changed.length === 0) return;
  const ids = changed.map((s) => s.known.id);
  // Move back before allocation: release the stock and allocate the new quantities.
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
      amountsUnknown: order.amountsUnknown ?? false,
    })),
  );
  const lines = sql.value(JSON.stringify(rows));
  await tx.rows(
    sql`with gone as (
       delete from order_line l where l.company_id = ${sql.company} and l.order_id = any(${ids}::bigint[]) and not exists (
         select from jsonb_to_recordset(${lines}::jsonb) as r("orderId" bigint, "platformLineId" text)
         where r."orderId" = l.order_id and r."platformLineId" = l.platform_line_id)
     )
     insert into order_line as l (company_id, order_id, platform_line_id, fulfilment_ref, seller_sku, platform_item_id, title, quantity, unit_price, discount, tax)
     select ${sql.company}, r."orderId", r."platformLineId", r."fulfilmentRef", r."sellerSku", r."platformItemId", r.title, r.quantity,
       case when r."amountsUnknown" then coalesce(old.unit_price, 0) else r."unitPrice" end,
       case when r."amountsUnknown" then coalesce(old.discount, 0) else r.discount end,
       case when r."amountsUnknown" then coalesce(old.tax, 0) else r.tax end
     from jsonb_to_recordset(${lines}::jsonb) as r("orderId" bigint, "platformLineId" text, "fulfilmentRef" text, "sellerSku" text, "platformItemId" text,
       title text, quantity int, "unitPrice" numeric, discount numeric, tax numeric, "amountsUnknown" boolean)
     left join order_line old on old.company_id = ${sql.company} and old.order_id = r."orderId" and old.platform_line_id = r."platformLineId"
     on conflict (company_id, order_id, platform_line_id) do update set quantity = excluded.quantity, unit_price = excluded.unit_price,
       discount = excluded.discount, tax = excluded.tax, fulfilment_ref = excluded.fulfilment_ref`,
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
  await tx.rows(
    sql`update sales_order o set ship_to = r."shipTo", country = r.country, line_count = r."lineCount", units = r.units, summary = r.summary,
       buyer_name = case when r."buyerName" = '' then o.buyer_name else r."buyerName" end
     from jsonb_to_recordset(${JSON.stringify(heads)}::jsonb) as r(id bigint, "shipTo" jsonb, country text, "lineCount" int, units int, summary jsonb, "buyerName" text)
     where o.company_id = ${sql.company} and o.id = r.id`,
  );
  await addTerms(
    tx,
    changed.map(({ known, order }) => ({ orderId: known.id, orderedAt: order.orderedAt, terms: termsOf(order) })),
  );
}
