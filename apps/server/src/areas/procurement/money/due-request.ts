import type { ParsedOf } from '@tradewind/contract/call.ts';
import type { requestDuePayments as call } from '@tradewind/contract/procurement.ts';
import type { Tx } from '../../../core/database/database.ts';
import { sql } from '../../../core/database/sql.ts';
import { badField, conflict } from '../../../core/errors.ts';
import { Decimal } from '../../../core/money.ts';
import type { Outcome } from '../../../core/outcome.ts';
import { purchaseDues } from './due.list.ts';
import { requestPayment } from './payments.ts';

const MOST = 200;

/**
 * Requests what is left of these payments and not requested yet, in the order of their orders. All of them or none.
 * @throws badField ids beyond the limit; conflict procurement.dueSuppliers
 */
export async function requestDues(tx: Tx, picked: ParsedOf<typeof call>): Promise<Outcome> {
  const ids = await purchaseDues.choose(tx, picked, MOST + 1, sql`d.amount > d.paid + d.requested`);
  if (ids.length > MOST) throw badField('ids', 'procurement.dueMany', { most: MOST });
  // Orders are locked by their ids, so that presses at once wait for each other.
  await tx.rows(sql`select o.id from purchase_order o where o.company_id = ${sql.company} and o.id in (
      select d.order_id from purchase_due d where d.company_id = ${sql.company} and d.id = any(${ids}::bigint[]))
    order by o.id for update`);
  const rows = (await purchaseDues.byIds(tx, ids)).sort((a, b) => a.orderId - b.orderId || a.id - b.id);
  if (new Set(rows.map((row) => row.supplierId)).size > 1) throw conflict('procurement.dueSuppliers');
  const outcome: Outcome = { done: [], refused: [] };
  for (const { id, orderId, orderNumber, billId, dueOn, unrequested } of rows) {
    if (new Decimal(unrequested).isZero()) {
      const params = { number: orderNumber };
      outcome.refused.push({ id, label: orderNumber, code: 'procurement.dueRequested', params });
      continue;
    }
    await requestPayment(tx, { orderId, billId: billId ?? undefined, amount: unrequested, dueOn, remark: '' });
    outcome.done.push(id);
  }
  return outcome;
}
