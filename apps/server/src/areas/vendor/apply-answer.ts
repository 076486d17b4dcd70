import type { Tx } from '../../core/database/database.ts';
import { sql } from '../../core/database/sql.ts';
import { writeHistory } from '../../core/documents.ts';
import { Fail } from '../../core/errors.ts';
import { cancelOrders, keepOnly, platformUpdated, splitOrder } from '../orders/public.ts';
import { DOC, goodsOf } from './orders.ts';

interface AnswerRow {
  platformLineId: string;
  accepted: number;
  backordered: number;
  backorderDay: string | null;
}

// Only after Amazon accepts: a rejected answer leaves the order unchanged, to be acknowledged again.
platformUpdated.listen(async (tx, { orderId, kind }) => {
  if (kind !== 'acknowledge') return;
  const lines = await tx.rows<AnswerRow & Record<string, unknown>>(sql`select platform_line_id, accepted,
      backordered, backorder_day::text as "backorderDay" from vendor_answer_line
    where company_id = ${sql.company} and order_id = ${orderId} order by platform_line_id`);
  if (lines.length === 0) return;
  try {
    await applyAnswer(tx, orderId, lines);
  } catch (error) {
    if (!(error instanceof Fail)) throw error;
    // Picking has started meanwhile: a person handles the difference.
    writeHistory(tx, [
      { docKind: DOC, docId: orderId, event: 'vendorAnswerNotApplied', detail: { error: error.code } },
    ]);
  }
});

/** Keeps accepted units on the order; splits off one order per backorder date. */
async function applyAnswer(tx: Tx, orderId: number, lines: readonly AnswerRow[]): Promise<void> {
  const taken = new Map(lines.map((line) => [line.platformLineId, line.accepted + line.backordered]));
  if ([...taken.values()].every((units) => units === 0)) {
    await cancelOrders(tx, [orderId], { by: 'user', reason: 'outOfStock' });
    return;
  }
  await keepOnly(tx, orderId, taken);
  const later = lines.filter((line) => line.backordered > 0);
  if (later.length === 0) return;
  const goods = new Map((await goodsOf(tx, [orderId])).map((line) => [line.platformLineId, line]));
  const days = [...Map.groupBy(later, (line) => line.backorderDay ?? '')].sort(([a], [b]) => (a < b ? -1 : 1));
  // If nothing ships now, the order itself takes the first backorder date.
  const parts = lines.some((line) => line.accepted > 0) ? days : days.slice(1);
  const desired = parts.map(([, ofDay]) => ({
    lines: ofDay.flatMap((line) => {
      const known = goods.get(line.platformLineId);
      return known ? [{ lineId: known.lineId, quantity: line.backordered }] : [];
    }),
  }));
  if (desired.length > 0) await splitOrder(tx, orderId, desired);
}
