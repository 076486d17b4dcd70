import type { App } from '../../../core/app.ts';
import type { Ctx } from '../../../core/context.ts';
import { sql } from '../../../core/database/sql.ts';
import { insertRows } from '../../../core/database/write.ts';
import { writeHistory } from '../../../core/documents.ts';
import { Fail } from '../../../core/errors.ts';
import { codedFailure } from '../../../core/jobs/failure.ts';
import { purchaseDocument } from '../documents.ts';
import { placePurchase } from '../orders/place.ts';
import { purchases } from '../orders/purchases.list.ts';
import type { sourcingTrade } from '../sourcing.tables.ts';
import { followAll } from './follow.ts';

const DOC = purchaseDocument.kind;

/** Answers that come twice change nothing the second time. */
export async function accept(app: App, ctx: Ctx, id: number, orderNos: readonly string[]): Promise<void> {
  const placed = await app.database.inCompany(ctx, async (tx) => {
    const mine = await tx.row<{
      orderId: number;
    }>(sql`update sourcing_order set state = 'placed', error = null, next_at = ${tx.now}, attempts = 0
      where company_id = ${sql.company} and id = ${id} and state in ('placing', 'unclear') returning order_id`);
    if (!mine) return undefined;
    await tx.rows(
      sql`${insertRows<typeof sourcingTrade>(
        'sourcing_trade',
        orderNos.map((orderNo) => ({ sourcingId: id, orderNo, nextAt: tx.now })),
      )} on conflict do nothing`,
    );
    const detail = { order: orderNos.join(', ') };
    writeHistory(tx, [{ docKind: DOC, docId: mine.orderId, event: 'sourced', detail }]);
    return mine.orderId;
  });
  if (placed === undefined) return;
  await finish(app, ctx, id);
  // Its sums and the time to pay are there at once.
  await followAll(app, ctx, placed);
}

/**
 * Places the purchase order here, once 1688 has it. What stands against it (a blocked supplier, no exchange rate) is kept
 * and tried again by the schedule: the goods are ordered in any case.
 */
export async function finish(app: App, ctx: Ctx, id: number): Promise<void> {
  try {
    await app.database.inCompany(ctx, async (tx) => {
      const row = await tx.row<{
        orderId: number;
        expectedOn: string | null;
        asn: boolean;
        orderNo: string | null;
      }>(sql`select s.order_id, s.expected_on::text as expected_on, s.asn,
          (select string_agg(t.order_no, ' ' order by t.id) from sourcing_trade t
            where t.company_id = ${sql.company} and t.sourcing_id = s.id) as order_no
        from sourcing_order s where s.company_id = ${sql.company} and s.id = ${id} and s.state = 'placed' for update`);
      if (!row) return;
      const { state } = await purchases.one(tx, row.orderId);
      const reference = (row.orderNo ?? '').slice(0, 60);
      if (state === 'approved')
        await placePurchase(tx, { id: row.orderId, expectedOn: row.expectedOn, reference, asn: row.asn });
      else
        await tx.rows(sql`update purchase_order set reference = ${reference}, version = version + 1
          where company_id = ${sql.company} and id = ${row.orderId} and reference <> ${reference}`);
      await tx.rows(sql`update sourcing_order set next_at = null, error = null, attempts = 0
        where company_id = ${sql.company} and id = ${id}`);
    });
  } catch (error) {
    if (!(error instanceof Fail)) throw error;
    const words = codedFailure(error.fields[0]?.code ?? error.code, error.fields[0]?.params ?? error.params);
    await app.database.inCompany(ctx, (tx) =>
      tx.rows(sql`update sourcing_order set error = ${words}, next_at = ${new Date(tx.now.getTime() + 3_600_000)}
        where company_id = ${sql.company} and id = ${id} and state = 'placed'`),
    );
  }
}
