import type { App } from '../../../core/app.ts';
import { type Ctx, systemContext } from '../../../core/context.ts';
import type { Tx } from '../../../core/database/database.ts';
import { type Sql, sql } from '../../../core/database/sql.ts';
import { dayOf } from '../../../core/database/statement.ts';
import { writeHistory } from '../../../core/documents.ts';
import { addJob, defineJob } from '../../../core/jobs/jobs.ts';
import { defineSchedule } from '../../../core/jobs/schedule.ts';
import { editBatchFacts, touchStock } from '../../stock/public.ts';
import { letGo } from './hold.ts';
import { enterWhereItLies, lockBatch, withdraw } from './recall.ts';

/** Free good units of the expired `stock_batch t`. */
const lies = (
  company: Sql,
): Sql => sql`t.state = 'active' and exists (select from bin_stock b where b.company_id = ${company}
  and b.batch_id = t.id and b.batch_id <> 0 and b.condition = 'good' and b.on_hand > b.allocated)`;

/**
 * Puts expired units on hold, so that nobody picks them. One transaction per batch. Batches already on hold are
 * skipped.
 */
export async function keepBackExpired(app: App, ctx: Ctx): Promise<void> {
  for (let after = 0; ; ) {
    const from = after;
    const found = await app.database.inCompany(ctx, async (tx) => {
      const [next] = await tx.rows<{ id: number; productId: number }>(
        sql`select t.id, t.product_id from stock_batch t where t.company_id = ${sql.company} and t.id > ${from}
           and t.expires_on < ${dayOf(sql`${tx.now}`)} and ${lies(sql`${sql.company}`)} order by t.id limit 1`,
      );
      if (next) await withdrawExpired(tx, next.id);
      return next;
    });
    if (!found) return;
    after = found.id;
  }
}

/** Under the lock of the batch: its expiry date may have changed a moment ago. */
async function withdrawExpired(tx: Tx, id: number): Promise<void> {
  const { productId, state, expired } = await lockBatch(tx, id);
  if (expired && state === 'active') await withdraw(tx, { id, productId, remark: '', why: 'expired' }, null);
}

/** A batch got a new expiry date: expired units go on hold, others return to good stock. */
export async function editBatch(
  tx: Tx,
  { id, expiresOn, remark }: { id: number; expiresOn: string | null; remark: string },
): Promise<void> {
  const before = await lockBatch(tx, id);
  await editBatchFacts(tx, id, { expiresOn, remark });
  writeHistory(tx, [{ docKind: 'stock_batch', docId: id, event: 'edited', detail: { expiresOn, remark } }]);
  touchStock(tx, [before.productId]);
  const { expired, state } = await lockBatch(tx, id);
  if (expired) await withdrawExpired(tx, id);
  else if (before.expired && state === 'active') {
    await enterWhereItLies(tx, id, []);
    await letGo(tx, id, 'expired');
  }
}

const job = defineJob<object>('warehouse.expired', ['冻结过期批次', 'Put expired batches on hold'], keepBackExpired);

/** Each company soon after its day begins, and later receipts and releases. */
async function askDue(app: App): Promise<void> {
  const due = await app.database.asOwner<{ id: number }>(
    sql`select c.id from company c where exists (select from stock_batch t where t.company_id = c.id
       and t.expires_on < (now() at time zone c.time_zone)::date and ${lies(sql`t.company_id`)})`,
  );
  for (const { id } of due)
    await app.database.inCompany(systemContext(id, 'warehouse.expired'), (tx) =>
      addJob(tx, job, {}, { key: 'warehouse.expired', queue: 'warehouse.expired', priority: 20 }),
    );
}

defineSchedule({ name: 'warehouse.expired', cron: '5 * * * *', work: askDue });
