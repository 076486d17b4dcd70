import type { AnsweredLine } from '@tradewind/connectors/capabilities/purchase-orders.ts';
import type { ParsedOf } from '@tradewind/contract/call.ts';
import { type answerVendorOrder, isUnsent, vendorMay } from '@tradewind/contract/vendor.ts';
import type { App } from '../../core/app.ts';
import type { Ctx } from '../../core/context.ts';
import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { writeHistory } from '../../core/documents.ts';
import { badField, conflict } from '../../core/errors.ts';
import { arrayOf } from '../../core/scope.ts';
import { companyOf, localDay } from '../company/public.ts';
import { type BulkResult, overOrders, type Selection, updatePlatform } from '../orders/public.ts';
import { DOC, type Goods, goodsOf, type VendorOrder, vendorOrder, vendorOrders } from './orders.ts';

type Said = ParsedOf<typeof answerVendorOrder>['lines'][number];

/** Why an order cannot be acknowledged now; undefined: it can. */
function whyNot(order: VendorOrder): string | undefined {
  if (!order.bulk) return 'vendor.notBulk';
  if (order.rootId !== order.id) return 'vendor.answerWhole';
  if (!isUnsent({ state: order.answerState })) return 'vendor.answered';
  if (order.hasParts) return 'vendor.splitAlready';
  return vendorMay('answer', order) ? undefined : 'vendor.tooLate';
}

/** @throws conflict when it cannot be acknowledged now; badField where a line does not add up */
export async function answerOrder(tx: Tx, { id, lines }: ParsedOf<typeof answerVendorOrder>): Promise<void> {
  const order = await vendorOrder(tx, id, true);
  const why = whyNot(order);
  if (why) throw conflict(why, { number: order.displayNo });
  const goods = await goodsOf(tx, [id]);
  const { timeZone } = await companyOf(tx);
  const day = localDay(tx.now, timeZone);
  const known = new Map(goods.map((line) => [line.platformLineId, line]));
  lines.forEach((said, at) => {
    const line = known.get(said.platformLineId);
    known.delete(said.platformLineId);
    if (!line) throw badField(`lines.${at}.platformLineId`, 'vendor.lineUnknown');
    if (said.accepted + said.backordered + said.rejected !== line.ordered)
      throw badField(`lines.${at}.accepted`, 'vendor.notTheSum', { sku: line.sku, ordered: line.ordered });
    if (said.backordered > 0 && (!said.backorderDay || said.backorderDay < day))
      throw badField(`lines.${at}.backorderDay`, 'vendor.backorderDay');
    if (said.rejected > 0 && !said.reason) throw badField(`lines.${at}.reason`, 'vendor.reasonMissing');
  });
  const [missing] = known.values();
  if (missing) throw badField('lines', 'vendor.everyLine', { sku: missing.sku });
  await write(tx, [{ order, goods, lines }]);
}

/** Accepts every line as ordered; reports orders that cannot be acknowledged. */
export function acceptOrders(app: App, ctx: Ctx, selection: Selection): Promise<BulkResult> {
  return overOrders(app, ctx, selection, (ids) =>
    app.database.inCompany(ctx, async (tx) => {
      const found = await vendorOrders(tx, ids, true);
      const reasons = new Map(found.map((order) => [order.id, whyNot(order)]));
      const open = found.filter((order) => reasons.get(order.id) === undefined);
      const goods = Map.groupBy(
        await goodsOf(
          tx,
          open.map((order) => order.id),
        ),
        (line) => line.orderId,
      );
      await write(
        tx,
        open.map((order) => ({
          order,
          goods: goods.get(order.id) ?? [],
          lines: (goods.get(order.id) ?? []).map(({ platformLineId, ordered }) => ({
            platformLineId,
            accepted: ordered,
            backordered: 0,
            backorderDay: null,
            rejected: 0,
            reason: null,
          })),
        })),
      );
      return {
        done: open.map((order) => order.id),
        otherwise: (id) => (reasons.has(id) ? (reasons.get(id) ?? 'orders.state') : 'vendor.notBulk'),
      };
    }),
  );
}

interface Answered {
  order: VendorOrder;
  goods: readonly Goods[];
  lines: readonly Said[];
}

/** Saves the answer and queues it for Amazon; the order changes after Amazon accepts. */
async function write(tx: Tx, answered: readonly Answered[]): Promise<void> {
  if (answered.length === 0) return;
  const ids = answered.map(({ order }) => order.id);
  const rows = answered.flatMap(({ order, goods, lines }) => {
    const known = new Map(goods.map((line) => [line.platformLineId, line]));
    return lines.map((said) => {
      const { sku, title, unitPrice, ordered } = known.get(said.platformLineId) ?? {};
      const backorderDay = said.backordered > 0 ? said.backorderDay : null;
      const reason = said.rejected > 0 ? said.reason : null;
      return { ...said, backorderDay, reason, orderId: order.id, sku, title, unitPrice, ordered };
    });
  });
  await tx.rows(
    sql`delete from vendor_answer_line where company_id = ${sql.company} and order_id = any(${arrayOf(ids)}::bigint[])`,
  );
  await tx.rows(sql`insert into vendor_answer_line (company_id, order_id, platform_line_id, seller_sku, title, unit_price, ordered,
      accepted, backordered, backorder_day, rejected, reason)
    select ${sql.company}, r."orderId", r."platformLineId", r.sku, r.title, r."unitPrice", r.ordered, r.accepted, r.backordered,
      r."backorderDay", r.rejected, r.reason
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r("orderId" bigint, "platformLineId" text, sku text, title text,
      "unitPrice" numeric, ordered int, accepted int, backordered int, "backorderDay" date, rejected int, reason text) returning 1`);
  const linesOf = Map.groupBy(rows, (row) => row.orderId);
  await updatePlatform(
    tx,
    'acknowledge',
    answered.map(({ order }) => ({
      id: order.id,
      shopId: order.shopId,
      told: (linesOf.get(order.id) ?? []).map(updateOf),
    })),
  );
  const sum = (id: number, what: 'accepted' | 'backordered' | 'rejected') =>
    (linesOf.get(id) ?? []).reduce((all, line) => all + line[what], 0);
  writeHistory(
    tx,
    ids.map((docId) => ({
      docKind: DOC,
      docId,
      event: 'vendorAnswered',
      detail: {
        accepted: sum(docId, 'accepted'),
        backordered: sum(docId, 'backordered'),
        rejected: sum(docId, 'rejected'),
      },
    })),
  );
}

const updateOf = (line: Said): AnsweredLine => ({
  platformLineId: line.platformLineId,
  accepted: line.accepted,
  backordered: line.backordered,
  backorderDay: line.backorderDay,
  rejected: line.rejected,
  reason: line.reason,
});
